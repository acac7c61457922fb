/** The graph of files is read in pieces: a project of 20,000 files would hold a server otherwise. */
import { expect, it } from 'vitest';
import { openStore } from '../../../store/registry.ts';
import type { Store } from '../../../store/store.ts';
import { sampleFile } from '../../../store/testing/conformance-samples.ts';
import { LinkIndex } from '../index/link-index.ts';
import { answerFileGraph } from './file-graph.ts';

const [count, mostAtOnce] = [2500, 1024];

it('reads the records and the resolutions of few files at once, and rests in between', async () => {
  const store = await openStore({ memory: true });
  const files = Array.from({ length: count }, (_, at) => sampleFile({ path: `src/file${at}.ts` }));
  await store.write({ files, touched: [], removed: [] });
  await store.linkIds(files.map(({ path }) => path));
  const pieces: number[] = [];
  const watched = new Proxy(store, {
    get(target, name: keyof Store) {
      if (name === 'linkedFiles') throw new Error('all linked files are read in one piece');
      const value: unknown = target[name];
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        if (Array.isArray(args[0])) pieces.push(args[0].length);
        return Reflect.apply(value, target, args) as unknown;
      };
    },
  });
  const index = new LinkIndex(watched, () => null, new Set());
  await index.refresh(await store.state());
  let rests = 0;
  const graph = await answerFileGraph(index, async () => void rests++);
  expect(graph.files).toHaveLength(count);
  expect(Math.max(...pieces)).toBeLessThanOrEqual(mostAtOnce);
  expect(pieces.filter((length) => length > 64)).toEqual([1024, 1024, 452]);
  expect(rests).toBeGreaterThan(count / 64);
  await store.close();
});
