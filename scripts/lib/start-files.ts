/**
 * Limits the number of files that a start reads. esbuild's splitting makes a file for each set of entries that need the
 * same modules, and each lazy import counts as an entry. A question on the command line read 131 files that way, at
 * half a millisecond each. A start consists of a few steps (`startSteps` of build.ts). Modules that are needed by the
 * same steps go into one file; modules that no step needs are split as esbuild does.
 * Invariant: the files do not import one another in circles. A step that needs a module also needs its imports. So if
 * imports lead from one module of a file to another, all modules in between are needed by the same steps and in this file.
 */
import { basename, relative, resolve } from 'node:path';
import type { Metafile, OutputFile, Plugin } from 'esbuild';
import { at, repository } from './repository.ts';

type Inputs = Metafile['inputs'];

const namespace = 'start-files';

/** These sources, and those that they import statically, directly or not. */
function loadedWith(inputs: Inputs, roots: readonly string[]): Set<string> {
  const found = new Set(roots);
  // The set grows during the loop.
  for (const file of found) {
    for (const { path, kind } of inputs[file]?.imports ?? [])
      if (kind === 'import-statement' && path.startsWith('src/')) found.add(path);
  }
  return found;
}

/** @param steps sources at which a step begins, relative to the repository; each element is a step */
export function startFiles(inputs: Inputs, steps: readonly (readonly string[])[]): string[][] {
  const stepsOf = new Map<string, string>();
  for (const [index, roots] of steps.entries())
    for (const file of loadedWith(inputs, roots)) stepsOf.set(file, `${stepsOf.get(file) ?? ''} ${index}`);
  return [...Map.groupBy(stepsOf.keys(), (file) => stepsOf.get(file)).values()].filter((set) => set.length > 1);
}

/** A plugin by which importing one module of a set loads the whole set. */
export function joinFiles(sets: readonly (readonly string[])[]): Plugin {
  const setOf = new Map(sets.flatMap((set) => set.map((file) => [file, set] as const)));
  return {
    name: namespace,
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, resolveDir, importer, namespace: from }) => {
        const file = relative(repository, resolve(resolveDir, path));
        const set = setOf.get(file);
        if (from !== 'file' || set === undefined || set === setOf.get(relative(repository, importer))) return null;
        return { path: file, namespace };
      });
      // The module's own exports come first; the others are only loaded.
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

/** Removes files without code (of modules that only had to be loaded) and the imports of them. */
export function withoutEmptyFiles(outputs: readonly OutputFile[]): { path: string; text: string }[] {
  const empty = outputs.filter(({ text }) => text.trim() === '');
  const imports = empty.map(({ path }) => `import"./${basename(path)}";`);
  return outputs
    .filter((output) => !empty.includes(output))
    .map(({ path, text }) => ({ path, text: imports.reduce((left, one) => left.replaceAll(one, ''), text) }));
}
