/** The order in which the meanings of a name are listed, on a real index. */
import { expect, it } from 'vitest';
import { indexed, meaning } from './real-index.ts';

const load = 'export function load() { return 1; }\n';
const files: Record<string, string> = {
  'a/__tests__/load.ts': load,
  'a/dist/load.js': load,
  'a/examples/load.ts': load,
  'a/less.ts': load,
  'a/more.ts': `${load}export const twice = load() + load();\n`,
  'a/aa.ts': 'export const LOAD = 1;\n',
  'a/users.ts': "import { load } from './less';\nexport const once = load();\n",
};
const { engine } = await indexed(files);

it('lists the most likely first: the most used code, then examples, tests and generated code', async () => {
  expect(await meaning(engine, 'load')).toEqual([
    'a/more.ts#load',
    'a/less.ts#load',
    'a/examples/load.ts#load',
    'a/__tests__/load.ts#load',
    'a/dist/load.js#load',
  ]);
});

it('a pattern finds code before tests and generated code', async () => {
  const { symbols } = await engine.graph.search({ pattern: 'load*', offset: 0, limit: 9 });
  expect(symbols.map(({ path }) => path)).toEqual([
    ...['a/aa.ts', 'a/less.ts', 'a/more.ts', 'a/examples/load.ts', 'a/__tests__/load.ts', 'a/dist/load.js'],
  ]);
});

it('finds a name with the same letter case first', async () => {
  const { symbols } = await engine.graph.search({ pattern: 'load', offset: 0, limit: 9 });
  expect(symbols.map(({ id }) => id).slice(0, 4)).toEqual([
    ...['a/less.ts#load', 'a/more.ts#load', 'a/aa.ts#LOAD', 'a/examples/load.ts#load'],
  ]);
});
