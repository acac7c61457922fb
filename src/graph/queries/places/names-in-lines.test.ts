/** The symbols of names. */
import { expect, it } from 'vitest';
import type { LinkIndex } from '../index/link-index.ts';
import { RefMap, type SymbolRef } from '../ref-map.ts';
import { answerNamed } from './names-in-lines.ts';

it('reads the definitions of no more names than it shows', async () => {
  const asked: string[] = [];
  const definition = (name: string): object => ({ name, container: null, kind: 'function' });
  const index = {
    store: {
      definitionsNamed: (names: string[]) => {
        asked.push(...names);
        return Promise.resolve(
          new Map(names.map((name) => [name, [1, 2].map((fileId) => ({ fileId, definition: definition(name) }))])),
        );
      },
      files: (ids: number[]) => Promise.resolve(ids.map((id) => ({ id, path: `f${id}.ts` }))),
    },
    idOf: (path: string) => Number(path[1]),
    file: () => ({ rank: 0 }),
    nodes: (refs: SymbolRef[]) => {
      const nodes = new RefMap<object>();
      for (const ref of refs) nodes.set(ref, { path: `f${ref.file}.ts`, line: 1 });
      return Promise.resolve(nodes);
    },
  } as unknown as LinkIndex;
  const found = await answerNamed(index, ['a', 'b', 'c', 'd'], 3);
  expect(found.map(({ path }) => path)).toEqual(['f1.ts', 'f2.ts', 'f1.ts']);
  expect(asked).toEqual(['a', 'b']);
});
