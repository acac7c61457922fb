/**
 * `npm --prefix embeddings run train -- --sources FOLDER`: trains the embedded model on the repositories of
 * embeddings/training.lock.json, measures it on the held-out ones, and writes embeddings/static.bin and
 * docs/explanation/model-card.md. With `--check` it writes neither, and prints how far the new model is from the committed one.
 * Invariant: the lock file, the seed and the version of Node.js determine the output, to the byte.
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkRetraining } from './training/check-retraining.ts';
import { downloadMissing } from './training/download.ts';
import { evaluate, meanQuality } from './training/evaluate.ts';
import { lockRepository, readLock, writeLock } from './training/lock-file.ts';
import { makeModel } from './training/make-model.ts';
import { modelCard } from './training/model-card.ts';
import {
  cardPath,
  lockPath,
  modelSettings,
  readOptions,
  usage,
  weightsPath,
  type TrainOptions,
} from './training/options.ts';
import { pairKinds } from './training/pair-texts.ts';
import { roundedTable } from './training/reduce.ts';
import { pairCount, type TrainingSet } from './training/training-set.ts';

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

async function trainModel(options: TrainOptions): Promise<void> {
  const repositories = readLock(lockPath);
  const work = options.work ?? join(tmpdir(), 'code-scout-training');
  const made = await makeModel({ ...options, work }, repositories);
  const { file, held, vocabulary, reduced, settings } = { ...made, ...options };
  writeFileSync(options.out ?? weightsPath, file);
  const shipped = evaluate(held, vocabulary, roundedTable(reduced));
  console.log(`shipped: NDCG@10 vectors ${meanQuality(shipped, 'vectors').ndcg.toFixed(4)}`);
  if (options.out !== null) return;
  const card = modelCard({
    ...{ repositories, pairs: countKinds(made.set), words: vocabulary.words.length, settings },
    ...{ buckets: modelSettings.buckets, dimensions: reduced.dimensions, kept: made.kept, bytes: file.length },
    sha256: createHash('sha256').update(file).digest('hex'),
    cpuSeconds: made.cpuSeconds,
    ...{ trained: evaluate(held, vocabulary, made.trained), shipped },
  });
  writeFileSync(cardPath, card);
}

// npm runs this in the folder of its package.
process.chdir(process.env['INIT_CWD'] ?? '.');
try {
  const options = readOptions(process.argv.slice(2));
  if (options.download) await downloadMissing(options.sources, readLock(lockPath));
  if (options.pin.length > 0) pin(options);
  else if (options.check) process.exitCode = (await checkRetraining(options)) ? 0 : 1;
  else await trainModel(options);
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  process.exitCode = 1;
}
