/**
 * Modules that esbuild's splitting is to put into one file. It makes a file for each set of entries that modules are needed by, which were
 * thirty files for the start of a server; Node takes half a millisecond to find and read each.
 * Invariant: who imports one module of a set loads all of it, and what stands in none is split as before. The modules of a set must not
 * import others of it by way of modules outside.
 */
import { relative, resolve } from 'node:path';
import type { OutputFile, Plugin } from 'esbuild';
import { at, repository } from './repository.ts';

const namespace = 'joined';

/** @param sets paths of sources, relative to the repository */
export function joinedModules(sets: readonly (readonly string[])[]): Plugin {
  const setOf = new Map(sets.flatMap((set) => set.map((file) => [file, set] as const)));
  return {
    name: 'joined-modules',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, resolveDir, importer, kind, namespace: from }) => {
        if (from !== 'file' || kind !== 'import-statement') return null;
        const file = relative(repository, resolve(resolveDir, path));
        const set = setOf.get(file);
        if (set === undefined || set === setOf.get(relative(repository, importer))) return null;
        return { path: file, namespace };
      });
      // The module itself first: the others add nothing but that they are loaded.
      onLoad({ filter: /.*/, namespace }, ({ path }) => ({
        contents: [
          `export * from ${JSON.stringify(at(path))};`,
          ...(setOf.get(path) ?? []).map((file) => `import ${JSON.stringify(at(file))};`),
        ].join('\n'),
        loader: 'ts',
        resolveDir: repository,
      }));
    },
  };
}

/** Without the files that nothing stands in, and without the imports of them. */
export function withoutEmptyFiles(outputs: readonly OutputFile[]): { path: string; text: string }[] {
  const nameOf = (path: string): string => path.slice(path.lastIndexOf('chunk-'));
  const empty = outputs.filter(({ path, text }) => text.trim() === '' && path.includes('chunk-'));
  const imports = empty.map(({ path }) => `import"./${nameOf(path)}";`);
  return outputs
    .filter((output) => !empty.includes(output))
    .map(({ path, text }) => ({ path, text: imports.reduce((left, one) => left.replaceAll(one, ''), text) }));
}
