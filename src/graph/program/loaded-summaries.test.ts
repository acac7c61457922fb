import { expect, test } from 'vitest';
import { noSummary } from '../../model/file-summary.ts';
import { encodeSummary, packSummary, type FileSummaryContent } from '../../store/packed/packed-summary.ts';
import { LoadedSummaries } from './loaded-summaries.ts';
import { SummaryLoader } from './summary-loader.ts';
import { noHeader } from '../incremental/linked-project.ts';

const content = (module: string): FileSummaryContent => ({
  header: noHeader,
  summary: { ...noSummary(), modules: [module], strings: [module] },
});

/** An index with summaries of these files, which records the ids that it was asked for. */
function indexOf(modules: ReadonlyMap<number, string>): {
  asked: number[];
  loader: (loaded: LoadedSummaries) => SummaryLoader;
} {
  const asked: number[] = [];
  const summaryNow = (id: number): Uint8Array | null => {
    const module = modules.get(id);
    asked.push(id);
    return module === undefined ? null : packSummary(content(module), []);
  };
  const summaries = async (ids: readonly number[]): Promise<Map<number, Uint8Array>> =>
    new Map(
      ids
        .map((id) => [id, summaryNow(id)] as const)
        .filter((entry): entry is [number, Uint8Array] => entry[1] !== null),
    );
  const files = ['a', 'b', 'c'].map((path, at) => ({ path, fileId: at + 1 }));
  return { asked, loader: (loaded) => new SummaryLoader({ summaries, summaryNow, isLocal: true }, files, loaded) };
}

test('summaries come from the run that made them, else from the index', async () => {
  const { asked, loader } = indexOf(new Map([[3, 'indexed']]));
  const loaded = new LoadedSummaries();
  loaded.put('a', encodeSummary(content('written'), []));
  loaded.put('b', null);
  const summary = loader(loaded);
  const fronts: (string | undefined)[] = [];
  await summary.eachFront(
    [0, 1, 2],
    (_, front) => fronts.push(front?.modules[0]),
    async () => {},
  );
  expect(fronts).toEqual(['written', undefined, 'indexed']);
  expect([0, 1, 2].map((place) => summary.load(place).modules[0])).toEqual(['written', undefined, 'indexed']);
  expect(new Set(asked)).toEqual(new Set([3]));
});

test('a summary that was taken is read from the index the next time', () => {
  const { asked, loader } = indexOf(new Map([[1, 'written']]));
  const loaded = new LoadedSummaries();
  loaded.put('a', encodeSummary(content('written'), []));
  const summary = loader(loaded);
  expect([summary.load(0), summary.load(0)].map(({ modules }) => modules)).toEqual([['written'], ['written']]);
  expect(asked).toEqual([1]);
});

test('an unknown summary removes the older one of the same file', () => {
  const loaded = new LoadedSummaries();
  loaded.put('a', encodeSummary(content('written'), []));
  loaded.put('a', undefined);
  expect(loaded.has('a')).toBe(false);
});
