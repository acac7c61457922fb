/**
 * Makes a model's file from the repositories of the lock file: collects pairs, trains, reduces.
 * Invariant: the lock file, the seed and the version of Node.js determine the file, to the byte.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeWeights, quantizeRows } from '../../src/embed/static/static-weights.ts';
import { collectPairs, hasCached, type RepositoryPairs } from './collect-pairs.ts';
import { evaluate, meanQuality, type Table } from './evaluate.ts';
import type { LockedRepository } from './lock-file.ts';
import { modelSettings, type TrainOptions } from './options.ts';
import { reduceTable } from './reduce.ts';
import { train } from './train.ts';
import { buildTrainingSet, pairCount, type TrainingSet } from './training-set.ts';
import { chooseWords, vocabularyOf, type Vocabulary } from './vocabulary.ts';

const reportEvery = 500;

export interface MadeModel {
  /** The shipped file. */
  file: Buffer;
  vocabulary: Vocabulary;
  set: TrainingSet;
  /** Pairs of the held-out repositories. */
  held: RepositoryPairs[];
  /** The table as trained, and the one with the shipped number of dimensions. */
  trained: Table;
  reduced: Table;
  /** The share of the vectors' squared lengths that remains after the reduction. */
  kept: number;
  /** CPU time of this process, without git's; `collecting` is null when pairs came from the cache. */
  cpuSeconds: { collecting: number | null; training: number };
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function showQuality(held: readonly RepositoryPairs[], vocabulary: Vocabulary, table: Table): string {
  const results = evaluate(held, vocabulary, table);
  return (['words', 'vectors', 'hybrid'] as const)
    .map((by) => `${by} ${meanQuality(results, by).ndcg.toFixed(4)}`)
    .join(', ');
}

/** @param work folder of cached pairs */
export async function makeModel(
  { sources, work, settings }: TrainOptions & { work: string },
  repositories: readonly LockedRepository[],
): Promise<MadeModel> {
  const { maxPairs, words: most, buckets, dimensions } = modelSettings;
  const started = cpuSeconds();
  const collect = { sources, cache: join(work, 'pairs'), threads: settings.threads, maxPairs };
  const fresh = !hasCached(repositories, collect);
  const all = await collectPairs(repositories, collect);
  const collecting = cpuSeconds() - started;
  const held = all.filter(({ repository }) => repository.use === 'validation');
  const sets = all.filter(({ repository }) => repository.use === 'training').map(({ pairs }) => pairs);
  const vocabulary = vocabularyOf(chooseWords(sets, most), buckets);
  const set = buildTrainingSet(sets, vocabulary);
  const rows = vocabulary.words.length + buckets;
  console.log(`${pairCount(set)} pairs of ${sets.length} repositories, ${vocabulary.words.length} words`);
  const values = await train({
    ...{ rows, set, settings, reportEvery },
    report: (step, loss, now) => {
      const quality = showQuality(held, vocabulary, { dimensions: settings.dimensions, values: now });
      console.log(`step ${step}: loss ${loss.toFixed(3)}, NDCG@10 ${quality}`);
    },
  });
  // For experiments with other reductions.
  writeFileSync(join(work, 'table.f32'), Buffer.from(values.buffer));
  const trained: Table = { dimensions: settings.dimensions, values };
  const { table: reduced, kept } = reduceTable(trained, set, dimensions);
  const file = encodeWeights({
    ...{ dimensions: reduced.dimensions, words: vocabulary.words, buckets },
    ...quantizeRows(reduced.values, reduced.dimensions),
  });
  const training = cpuSeconds() - started - collecting;
  return {
    ...{ file, vocabulary, set, held, trained, reduced, kept },
    cpuSeconds: { collecting: fresh ? collecting : null, training },
  };
}
