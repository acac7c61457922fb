import { expect, test } from 'vitest';
import { mergedSets, modulesLoadedTogether } from './modules-loaded-together.ts';

type Imports = Record<string, { now?: string[]; later?: string[] }>;

function inputsOf(imports: Imports): Parameters<typeof modulesLoadedTogether>[0] {
  const listed = Object.entries(imports).map(([file, { now = [], later = [] }]) => {
    const all = [
      ...now.map((name) => ({ path: `src/${name}.ts`, kind: 'import-statement' as const })),
      ...later.map((name) => ({ path: `src/${name}.ts`, kind: 'dynamic-import' as const })),
    ];
    return [`src/${file}.ts`, { bytes: 1, imports: all }] as const;
  });
  return Object.fromEntries(listed);
}

const sets = (imports: Imports, roots: readonly string[]): string[] =>
  modulesLoadedTogether(
    inputsOf(imports),
    roots.map((name) => `src/${name}.ts`),
  )
    .map((set) =>
      set
        .map((file) => file.slice(4, -3))
        .toSorted()
        .join(' '),
    )
    .toSorted();

test('what comes late from one module alone is no reason for a file of its own', () => {
  const imports = { main: { now: ['paths'], later: ['late'] }, late: { now: ['paths', 'part'] }, paths: {}, part: {} };
  expect(sets(imports, ['main'])).toEqual(['late part', 'main paths']);
});

test('what two programs need is not loaded with what only one of them does', () => {
  const imports = {
    main: { now: ['paths', 'own'], later: ['late'] },
    worker: { now: ['paths', 'text'], later: ['late'] },
    late: { now: ['paths', 'text', 'end'] },
    ...{ paths: {}, own: {}, text: {}, end: {} },
  };
  // `text` is there before `late` in the worker, not in the program.
  expect(sets(imports, ['main', 'worker'])).toEqual(['end late', 'main own']);
});

test('sets with a module in common become one', () => {
  expect(mergedSets([['a', 'b'], ['c'], ['b', 'c'], ['d']]).map((set) => set.toSorted())).toEqual([
    ['a', 'b', 'c'],
    ['d'],
  ]);
});
