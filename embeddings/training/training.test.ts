import { describe, expect, test } from 'vitest';
import { evaluate, meanQuality, type Table } from './evaluate.ts';
import type { RepositoryPairs } from './collect-pairs.ts';
import { loadKernels, sharedMemory } from './kernels.ts';
import type { LockedRepository } from './lock-file.ts';
import { principalComponents, project } from './principal-components.ts';
import { random } from './random.ts';
import { reduceTable, roundedTable } from './reduce.ts';
import { TokenPairsBuilder, type TokenPairs } from './token-pairs.ts';
import { train } from './train.ts';
import type { TrainingSettings } from './training-memory.ts';
import { buildTrainingSet, pairCount } from './training-set.ts';
import { chooseWords, vocabularyOf } from './vocabulary.ts';

/** Words of queries and words of the code for them; no word is on both sides. */
const subjects = [
  ['network connection', 'socket open tcp'],
  ['user settings', 'config options preferences'],
  ['image picture', 'bitmap pixels canvas'],
  ['password login', 'credential hash session'],
  ['shopping basket', 'cart items total'],
  ['search index', 'query lookup postings'],
  ['date calendar', 'timestamp year month'],
  ['text translation', 'locale messages plural'],
];
const actions = [
  ['create new', 'init make alloc'],
  ['delete remove', 'destroy free drop'],
  ['write to disk', 'save persist flush'],
  ['check whether valid', 'assert verify guard'],
  ['show on screen', 'render draw paint'],
  ['copy duplicate', 'clone dup replicate'],
];

/** Every subject with every action that is selected by `mine`; filler words make the pairs of a set distinct. */
function pairsOf(seed: number, mine: (subject: number, action: number) => boolean): TokenPairs {
  const builder = new TokenPairsBuilder(true);
  const numbers = random(seed, 0);
  const some = (words: string): string =>
    words
      .split(' ')
      .filter(() => numbers.next() < 0.8)
      .join(' ');
  for (const [s, [said, coded]] of subjects.entries()) {
    for (const [a, [saidAction, codedAction]] of actions.entries()) {
      if (!mine(s, a)) continue;
      builder.add({
        kind: 'docstring',
        query: `${saidAction} the ${said}`,
        passage: `function ${coded} ${codedAction} return const value${s * 10 + a}`,
      });
      for (let again = 0; again < 6; again++) {
        const query = `${some(saidAction!)} the ${some(said!)}`;
        builder.add({ kind: 'comment', query, passage: `const ${some(coded!)} ${some(codedAction!)} value` });
      }
    }
  }
  return builder.finish();
}

const isHeld = (subject: number, action: number): boolean => (subject + action) % 4 === 0;
const learned = [1, 2].map((seed) => pairsOf(seed, (s, a) => !isHeld(s, a)));
const heldOutRepository: LockedRepository = {
  ...{ repository: 'a/b', commit: '', licence: 'MIT' },
  ...{ licenceFiles: [], use: 'validation' },
};
const held: RepositoryPairs[] = [{ repository: heldOutRepository, pairs: pairsOf(3, isHeld) }];
const buckets = 8;
const vocabulary = vocabularyOf(chooseWords(learned, 500), buckets);
const rows = vocabulary.words.length + buckets;
const set = buildTrainingSet(learned, vocabulary);
const settings: TrainingSettings = {
  ...{ dimensions: 32, batch: 32, steps: 150, learningRate: 0.02, temperature: 0.05 },
  ...{ ownRepositories: 0.5, dropout: 0.2, seed: 7, threads: 2 },
};

async function trainTable(changes: Partial<TrainingSettings>): Promise<{ table: Table; losses: number[] }> {
  const losses: number[] = [];
  const values = await train({
    ...{ rows, set, reportEvery: 75 },
    settings: { ...settings, ...changes },
    report: (_, loss) => losses.push(loss),
  });
  return { table: { dimensions: settings.dimensions, values }, losses };
}

describe('training', () => {
  test('finds code by words that it does not contain, far above chance', async () => {
    const before = evaluate(held, vocabulary, (await trainTable({ steps: 1, learningRate: 1e-9 })).table);
    const { table, losses } = await trainTable({});
    const after = meanQuality(evaluate(held, vocabulary, table), 'vectors');
    expect(meanQuality(before, 'vectors').ndcg).toBeLessThan(0.6);
    expect(after.ndcg).toBeGreaterThan(0.8);
    expect(meanQuality(before, 'words').ndcg).toBeLessThan(0.5);
    expect(losses[1]).toBeLessThan(losses[0]!);
    const small = roundedTable(reduceTable(table, set, 16).table);
    expect(meanQuality(evaluate(held, vocabulary, small), 'vectors').ndcg).toBeGreaterThan(after.ndcg - 0.1);
  });

  test('gives the same numbers on one thread, two and three, and others for another seed', async () => {
    const [one, two, three, other] = await Promise.all([
      trainTable({ threads: 1, steps: 20 }),
      trainTable({ threads: 2, steps: 20 }),
      trainTable({ threads: 3, steps: 20 }),
      trainTable({ seed: 8, steps: 20 }),
    ]);
    expect(two.table.values).toEqual(one.table.values);
    expect(three.table.values).toEqual(one.table.values);
    expect(other.table.values).not.toEqual(one.table.values);
    expect(one.table.values.every(Number.isFinite)).toBe(true);
  });
});

describe('a training set', () => {
  test('keeps one of several equal pairs, and leaves candidates out', () => {
    const builder = new TokenPairsBuilder(true);
    builder.add({ kind: 'docstring', query: 'reads the file', passage: 'open read close' });
    builder.add({ kind: 'candidate', query: '', passage: 'write flush close' });
    const pairs = builder.finish();
    expect(pairs.kinds).toHaveLength(2);
    expect(pairCount(buildTrainingSet([pairs, pairs], vocabulary))).toBe(1);
  });

  test('has the words of several repositories, the most used first', () => {
    const of = (...passages: string[]): TokenPairs => {
      const builder = new TokenPairsBuilder(false);
      for (const [i, passage] of passages.entries())
        builder.add({ kind: 'docstring', query: `number word${i}x`, passage });
      return builder.finish();
    };
    const sets = [of('open read close', 'open shut lock'), of('open read alone', 'read again once')];
    expect(chooseWords(sets, 3)).toEqual(['number', 'word', 'open']);
    expect(chooseWords(sets, 99)).not.toContain('alone');
  });
});

describe('the kernels', () => {
  const dimensions = 20;
  const memory = sharedMemory(65_536);
  const floats = new Float32Array(memory.buffer);
  const kernels = loadKernels(memory);
  const numbers = random(1, 1);
  const expected = (i: number, j: number): number => {
    let sum = 0;
    for (let k = 0; k < dimensions; k++) sum += floats[i * dimensions + k]! * floats[200 + j * dimensions + k]!;
    return sum;
  };

  test('multiply rows', () => {
    for (let i = 0; i < 400; i++) floats[i] = numbers.normal();
    kernels.dotRows(0, 800, 4000, 8, dimensions * 4);
    for (const i of [0, 1]) {
      for (let j = 0; j < 8; j++) expect(floats[1000 + i * 8 + j]).toBeCloseTo(expected(i, j), 4);
    }
    expect(floats[1016]).toBe(0);
  });

  test('add rows', () => {
    const sum = Array.from({ length: dimensions }, (_, k) => floats[k]! + 3 * floats[200 + k]!);
    const next = floats[dimensions];
    kernels.addScaled(0, 800, 3, dimensions * 4);
    for (const [k, value] of sum.entries()) expect(floats[k]).toBeCloseTo(value, 4);
    expect(floats[dimensions]).toBe(next);
  });

  test('take a step of Adam', () => {
    const [e, m, v, g] = [2000, 2100, 2200, 2300] as const;
    for (let k = 0; k < 8; k++) floats.set([k], e + k);
    for (let k = 0; k < 8; k++) floats[g + k] = k - 4;
    kernels.adam(e * 4, 400, 32, 0.9, 0.999, 0.1, 1000);
    for (let k = 0; k < 8; k++) {
      const gradient = k - 4;
      expect(floats[m + k]).toBeCloseTo(0.1 * gradient, 5);
      expect(floats[v + k]).toBeCloseTo(0.001 * gradient ** 2, 5);
      expect(floats[e + k]).toBeCloseTo(k - (0.1 * 0.1 * gradient) / (Math.abs(gradient) + 1e-8), 4);
      expect(floats[g + k]).toBe(0);
    }
  });
});

test('principal components keep the directions in which vectors differ', () => {
  const numbers = random(5, 5);
  const axes = [0, 1].map(() => Float32Array.from({ length: 12 }, () => numbers.normal()));
  const vectors = Array.from({ length: 50 }, () => {
    const [x, y] = [numbers.normal(), numbers.normal()];
    return Float32Array.from({ length: 12 }, (_, k) => x * axes[0]![k]! + y * axes[1]![k]!);
  });
  const { projection, kept } = principalComponents(vectors, 12, 2);
  expect(kept).toBeCloseTo(1, 6);
  const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, k) => sum + value * b[k]!, 0);
  const small = vectors.map((vector) => project(vector, 12, 2, projection));
  expect(dot(small[3]!, small[8]!)).toBeCloseTo(dot(vectors[3]!, vectors[8]!), 3);
});
