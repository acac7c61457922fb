/**
 * Checks that the committed model is what the documented command makes: trains again and compares the two models on the
 * same questions.
 * Invariant: embeddings/static.bin and the model card are only read.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EvaluationPack } from '../../bench/lib/evaluation.ts';
import { recordResults } from '../../bench/lib/results.ts';
import { decodeWeights } from '../../src/embed/static/static-weights.ts';
import type { RepositoryPairs } from './collect-pairs.ts';
import { evaluate, meanQuality } from './evaluate.ts';
import { readLock } from './lock-file.ts';
import { makeModel, type MadeModel } from './make-model.ts';
import { lockPath, weightsPath, type TrainOptions } from './options.ts';
import { askSemble, type RankingQuality } from './semble-questions.ts';
import { vocabularyOf } from './vocabulary.ts';

/** The largest permitted difference of the two models' NDCG@10. */
const maxDifference = 0.005;

interface Comparison {
  questions: string;
  committed: RankingQuality;
  retrained: RankingQuality;
}

/** The quality of a model's file, read as the product reads it, on the held-out repositories. */
function heldOutQuality(file: Buffer, held: readonly RepositoryPairs[]): RankingQuality {
  const { words, buckets, dimensions, values, scales } = decodeWeights(file);
  const rows = Float32Array.from(values, (byte, i) => byte * scales[Math.floor(i / dimensions)]!);
  const results = evaluate(held, vocabularyOf(words, buckets), { dimensions, values: rows });
  return {
    questions: results.reduce((sum, { queries }) => sum + queries, 0),
    vectors: meanQuality(results, 'vectors').ndcg,
    hybrid: meanQuality(results, 'hybrid').ndcg,
  };
}

function openPack(folder: string | null): EvaluationPack | null {
  try {
    return folder === null ? new EvaluationPack() : new EvaluationPack(folder);
  } catch (error) {
    // A pack that the user named must be used, or the check fails.
    if (folder !== null) throw error;
    console.log(
      `${error instanceof Error ? error.message : String(error)}. Only the held-out repositories are measured.`,
    );
    return null;
  }
}

/** Equal files are measured once, because their answers are equal. */
async function compare(
  { held, file }: MadeModel,
  pack: EvaluationPack | null,
  { work, same }: { work: string; same: boolean },
): Promise<Comparison[]> {
  const committed = heldOutQuality(readFileSync(weightsPath), held);
  const retrained = same ? committed : heldOutQuality(file, held);
  const comparisons: Comparison[] = [
    { questions: 'documentation to function, held-out repositories', committed, retrained },
  ];
  if (pack === null) return comparisons;
  const retrainedPath = join(work, 'retrained.bin');
  writeFileSync(retrainedPath, file);
  const models = same ? [weightsPath] : [weightsPath, retrainedPath];
  const { qualities, missing } = await askSemble(pack, models, join(work, 'semble'));
  if (missing.length > 0) console.log(`not fetched, skipped: ${missing.join(', ')}`);
  comparisons.push({
    questions: 'semble, development half',
    committed: qualities[0]!,
    retrained: qualities.at(-1)!,
  });
  return comparisons;
}

function differences({ committed, retrained }: Comparison): [vectors: number, hybrid: number] {
  return [retrained.vectors - committed.vectors, retrained.hybrid - committed.hybrid];
}

function signed(value: number): string {
  return `${value < 0 ? '' : '+'}${value.toFixed(4)}`;
}

function reportLines(comparisons: readonly Comparison[], { same, cost }: { same: boolean; cost: string }): string[] {
  const cell = ({ vectors, hybrid }: RankingQuality): string => `${vectors.toFixed(4)} / ${hybrid.toFixed(4)}`;
  return [
    same
      ? 'The retrained file equals the committed one, byte for byte, so it was measured once.'
      : 'The retrained file differs from the committed one; both were measured with the same questions.',
    cost,
    '',
    '| questions | number | committed: vectors / hybrid (NDCG@10) | retrained | difference |',
    '|---|---|---|---|---|',
    ...comparisons.map((one) => {
      const difference = differences(one).map(signed).join(' / ');
      return `| ${one.questions} | ${one.committed.questions} | ${cell(one.committed)} | ${cell(one.retrained)} | ${difference} |`;
    }),
  ];
}

/** Resolves with whether all differences are small enough. */
export async function checkRetraining(options: TrainOptions): Promise<boolean> {
  const { settings, record, evaluation } = options;
  const pack = openPack(evaluation);
  const folder = mkdtempSync(join(tmpdir(), 'code-scout-retraining-'));
  try {
    const started = performance.now();
    const made = await makeModel({ ...options, work: options.work ?? folder }, readLock(lockPath));
    const minutes = (performance.now() - started) / 60_000;
    const { collecting, training } = made.cpuSeconds;
    const collected =
      collecting === null ? 'pairs from the cache' : `${collecting.toFixed(0)} CPU seconds to collect pairs`;
    const cost = `Retraining took ${collected}, ${training.toFixed(0)} CPU seconds to train, ${minutes.toFixed(1)} minutes of wall-clock time with ${settings.threads} threads.`;
    const same = made.file.equals(readFileSync(weightsPath));
    console.log(`${same ? 'the committed file, byte for byte' : 'another file than the committed one'}. ${cost}`);
    const comparisons = await compare(made, pack, { work: folder, same });
    const lines = reportLines(comparisons, { same, cost });
    console.log(['', ...lines].join('\n'));
    const ok = comparisons.flatMap(differences).every((difference) => Math.abs(difference) <= maxDifference);
    console.log(ok ? `All within ${maxDifference}.` : `Not within ${maxDifference}.`);
    if (record) {
      const command = 'npm --prefix embeddings run train -- --sources FOLDER --check --record';
      recordResults('retraining', 'The embedded model, retrained', command, lines);
    }
    return ok;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
