/**
 * `npm run train:embeddings -- --sources FOLDER`: trains the embedded model on the repositories of embeddings/training.lock.json, measures it
 * on those held out, and writes embeddings/static.bin and docs/model-card.md.
 * Invariant: the lock file, the seed and the version of Node.js decide what is written, to the byte.
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeWeights, quantizeRows } from '../src/embed/static/static-weights.ts';
import { collectPairs, hasKept, type RepositoryPairs } from './train-embeddings/collect-pairs.ts';
import { downloadMissing } from './train-embeddings/download.ts';
import { evaluate, meanQuality, type Table } from './train-embeddings/evaluate.ts';
import { lockRepository, readLock, writeLock } from './train-embeddings/lock-file.ts';
import { modelCard } from './train-embeddings/model-card.ts';
import {
  cardPath,
  lockPath,
  modelSettings,
  readOptions,
  usage,
  weightsPath,
  type TrainOptions,
} from './train-embeddings/options.ts';
import { pairKinds } from './train-embeddings/pair-texts.ts';
import { reduceTable, roundedTable } from './train-embeddings/reduce.ts';
import { train } from './train-embeddings/train.ts';
import { buildTrainingSet, pairCount, type TrainingSet } from './train-embeddings/training-set.ts';
import { chooseWords, vocabularyOf, type Vocabulary } from './train-embeddings/vocabulary.ts';

const reportEvery = 500;

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function countKinds(set: TrainingSet): Map<string, number> {
  const counts = new Map<string, number>();
  for (const kind of set.kinds.subarray(0, pairCount(set))) {
    const name = pairKinds[kind]!;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

function pin({ sources, pin: names }: TrainOptions): void {
  const pinned = names.map((name) => {
    const [repository = '', use] = name.split('=');
    return lockRepository(sources, { repository, use: use === 'validation' ? 'validation' : 'training' });
  });
  const others = readLock(lockPath).filter((one) => !pinned.some(({ repository }) => repository === one.repository));
  writeLock(lockPath, [...others, ...pinned]);
}

function showQuality(held: readonly RepositoryPairs[], vocabulary: Vocabulary, table: Table): string {
  const results = evaluate(held, vocabulary, table);
  return (['words', 'vectors', 'fused'] as const)
    .map((by) => `${by} ${meanQuality(results, by).ndcg.toFixed(4)}`)
    .join(', ');
}

async function trainModel(options: TrainOptions): Promise<void> {
  const repositories = readLock(lockPath);
  if (options.download) await downloadMissing(options.sources, repositories);
  const { maxPairs, words: most, buckets, dimensions } = modelSettings;
  const { sources, work, settings } = options;
  const started = cpuSeconds();
  const collect = { sources, cache: join(work, 'pairs'), threads: settings.threads, maxPairs };
  const fresh = !hasKept(repositories, collect);
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
  // For looking at other ways to reduce it.
  writeFileSync(join(work, 'table.f32'), Buffer.from(values.buffer));
  const trained: Table = { dimensions: settings.dimensions, values };
  const { table, kept } = reduceTable(trained, set, dimensions);
  const file = encodeWeights({
    ...{ dimensions: table.dimensions, words: vocabulary.words, buckets },
    ...quantizeRows(table.values, table.dimensions),
  });
  writeFileSync(options.out ?? weightsPath, file);
  const shipped = evaluate(held, vocabulary, roundedTable(table));
  console.log(`shipped: NDCG@10 vectors ${meanQuality(shipped, 'vectors').ndcg.toFixed(4)}`);
  if (options.out !== null) return;
  const card = modelCard({
    ...{ repositories, pairs: countKinds(set), words: vocabulary.words.length, buckets, settings },
    ...{ dimensions: table.dimensions, kept, bytes: file.length },
    sha256: createHash('sha256').update(file).digest('hex'),
    cpuSeconds: { collecting: fresh ? collecting : null, training: cpuSeconds() - started - collecting },
    ...{ trained: evaluate(held, vocabulary, trained), shipped },
  });
  writeFileSync(cardPath, card);
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options.pin.length > 0) pin(options);
  else await trainModel(options);
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  process.exitCode = 1;
}
