/**
 * Keeps the number of files small that a start reads. esbuild's splitting makes a file for each set of entries that modules are needed by, and
 * takes each late import for an entry: a question on the command line read 131 files, at half a millisecond each. A start consists of a few
 * steps (`startSteps` of build.ts). Modules that the same steps need at once go into one file; what no step needs is split as esbuild does.
 * Invariant: files import one another in one direction only. A module needs no step that what it imports does not, so that no way from one
 * module of a file to another leads through a second file.
 */
import { basename, relative, resolve } from 'node:path';
import type { Metafile, OutputFile, Plugin } from 'esbuild';
import { at, repository } from './repository.ts';

type Inputs = Metafile['inputs'];

const namespace = 'start-files';

/** Our sources that are loaded with these ones, by what they import at once. */
function loadedWith(inputs: Inputs, roots: readonly string[]): Set<string> {
  const found = new Set(roots);
  // The set grows while it is gone through.
  for (const file of found) {
    for (const { path, kind } of inputs[file]?.imports ?? [])
      if (kind === 'import-statement' && path.startsWith('src/')) found.add(path);
  }
  return found;
}

/** @param steps sources that a step begins with, relative to the repository; each element is a step */
export function startFiles(inputs: Inputs, steps: readonly (readonly string[])[]): string[][] {
  const stepsOf = new Map<string, string>();
  for (const [index, roots] of steps.entries())
    for (const file of loadedWith(inputs, roots)) stepsOf.set(file, `${stepsOf.get(file) ?? ''} ${index}`);
  return [...Map.groupBy(stepsOf.keys(), (file) => stepsOf.get(file)).values()].filter((set) => set.length > 1);
}

/** Who imports one module of a set loads all of it. */
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

/** Without the files that nothing stands in (of modules that were only to be loaded), and without the imports of them. */
export function withoutEmptyFiles(outputs: readonly OutputFile[]): { path: string; text: string }[] {
  const empty = outputs.filter(({ text }) => text.trim() === '');
  const imports = empty.map(({ path }) => `import"./${basename(path)}";`);
  return outputs
    .filter((output) => !empty.includes(output))
    .map(({ path, text }) => ({ path, text: imports.reduce((left, one) => left.replaceAll(one, ''), text) }));
}
