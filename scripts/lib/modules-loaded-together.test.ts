import { expect, test } from 'vitest';
import { modulesLoadedTogether, setsBeside, stagesOfStart } from './modules-loaded-together.ts';

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

test('each stage of a start is a set, of what those before it do not have', () => {
  const imports = {
    ...{ bin: { later: ['begin'] }, begin: { now: ['looks', 'errors'], later: ['serve', 'typed'] }, looks: {} },
    ...{ main: { now: ['errors', 'looks'] }, serve: { now: ['wire', 'names', 'errors'] }, wire: { now: ['lines'] } },
    ...{
      engine: { now: ['store', 'names', 'paths'] },
      tools: { now: ['format', 'store', 'wire'] },
      other: { now: ['lines'] },
    },
    ...{ typed: { now: ['paths', 'own'] }, paths: {}, own: {} },
    ...{ errors: {}, names: {}, lines: {}, store: {}, format: {} },
  };
  const file = (name: string): string => `src/${name}.ts`;
  const stages = stagesOfStart(inputsOf(imports), {
    settled: [file('begin')],
    always: [file('main')],
    handshake: [file('serve')],
    engine: [file('engine')],
    tools: [file('tools')],
    commandLine: [file('typed')],
    commands: [file('other')],
  });
  const named = stages.map((set) => set.map((path) => path.slice(4, -3)).toSorted());
  // `lines` is wanted without a handshake, `names` by the engine, `paths` without the rest of it; `begin` and `serve` are loaded by their names.
  expect(named).toEqual([
    ['errors', 'looks'],
    ['lines', 'main', 'names', 'paths'],
    ['wire'],
    ['engine', 'store'],
    ['format', 'tools'],
  ]);
  expect(
    setsBeside(
      [
        ['src/store.ts', 'src/a.ts', 'src/b.ts'],
        ['src/wire.ts', 'src/c.ts'],
      ],
      stages,
    ),
  ).toEqual([['src/a.ts', 'src/b.ts']]);
});
