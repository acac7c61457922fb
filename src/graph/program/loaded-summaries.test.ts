import { expect, test } from 'vitest';
import { noFacts } from '../../model/link-facts.ts';
import { encodeFacts, packFacts, type FileFactsContent } from '../../store/packed/packed-facts.ts';
import { FactsAtHand } from './facts-at-hand.ts';
import { FactsLoader } from './facts-loader.ts';
import { noHeader } from '../incremental/linked-project.ts';

const content = (module: string): FileFactsContent => ({
  header: noHeader,
  facts: { ...noFacts(), modules: [module], strings: [module] },
});

/** An index that has facts of these files, and says which it was asked for. */
function indexOf(modules: ReadonlyMap<number, string>): {
  asked: number[];
  loader: (atHand: FactsAtHand) => FactsLoader;
} {
  const asked: number[] = [];
  const factsNow = (id: number): Uint8Array | null => {
    const module = modules.get(id);
    asked.push(id);
    return module === undefined ? null : packFacts(content(module), []);
  };
  const facts = async (ids: readonly number[]): Promise<Map<number, Uint8Array>> =>
    new Map(
      ids.map((id) => [id, factsNow(id)] as const).filter((entry): entry is [number, Uint8Array] => entry[1] !== null),
    );
  const files = ['a', 'b', 'c'].map((path, at) => ({ path, fileId: at + 1 }));
  return { asked, loader: (atHand) => new FactsLoader({ facts, factsNow }, files, atHand) };
}

test('facts come from a run where it has them, else from the index', async () => {
  const { asked, loader } = indexOf(new Map([[3, 'indexed']]));
  const atHand = new FactsAtHand();
  atHand.put('a', encodeFacts(content('written'), []));
  atHand.put('b', null);
  const facts = loader(atHand);
  const fronts: (string | undefined)[] = [];
  await facts.eachFront([0, 1, 2], (_, front) => fronts.push(front?.modules[0]));
  expect(fronts).toEqual(['written', undefined, 'indexed']);
  expect([0, 1, 2].map((place) => facts.load(place).modules[0])).toEqual(['written', undefined, 'indexed']);
  expect(new Set(asked)).toEqual(new Set([3]));
});

test('facts that were taken are read from the index again', () => {
  const { asked, loader } = indexOf(new Map([[1, 'written']]));
  const atHand = new FactsAtHand();
  atHand.put('a', encodeFacts(content('written'), []));
  const facts = loader(atHand);
  expect([facts.load(0), facts.load(0)].map(({ modules }) => modules)).toEqual([['written'], ['written']]);
  expect(asked).toEqual([1]);
});

test('facts that cannot be had of a file make older ones go', () => {
  const atHand = new FactsAtHand();
  atHand.put('a', encodeFacts(content('written'), []));
  atHand.put('a', undefined);
  expect(atHand.has('a')).toBe(false);
});
