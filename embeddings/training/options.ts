/** The command line of `npm --prefix embeddings run train`. */
import { parseArgs } from 'node:util';
import { at } from '../../scripts/lib/repository.ts';
import type { TrainingSettings } from './training-memory.ts';

export const usage = `npm --prefix embeddings run train -- --sources FOLDER [options]

  --sources FOLDER     git directories of the repositories in embeddings/training.lock.json: owner/name or owner+name, clones or bare
  --download           first fetch missing pinned commits from GitHub into that folder
  --pin owner/name     write the repository's newest commit and licence into the lock file and end; may be repeated
                       (owner/name=validation for one that is only used for measurements)
  --work FOLDER        where pairs are cached between runs (default: below the folder for temporary
                       files; a new one for --check, so that pairs are collected again)
  --steps N            steps of training
  --seed N
  --threads N          default 2
  --out FILE           default embeddings/static.bin; the model card is only written with the default
  --check              write no model: compare the new one with embeddings/static.bin, on the held-out repositories and on the
                       development questions of the evaluation pack if that exists; the exit code is 1 when an NDCG@10 differs by
                       more than .005
  --eval FOLDER        the evaluation pack (default ../shared/eval)
  --record             write the result of --check into docs/results.md
`;

/** The committed model was made with these options. docs/explanation/model-card.md lists the alternatives that were tried. */
const defaults = {
  dimensions: 256,
  batch: 768,
  steps: 4000,
  learningRate: 0.01,
  temperature: 0.05,
  ownRepositories: 0.7,
  dropout: 0.2,
  seed: 1,
  threads: 2,
} satisfies TrainingSettings;

export const modelSettings = { words: 40_000, buckets: 4096, dimensions: 192, maxPairs: 40_000 };

export interface TrainOptions {
  sources: string;
  download: boolean;
  pin: string[];
  /** Null for the default folder. */
  work: string | null;
  out: string | null;
  /** Compare with the committed model instead of writing one. */
  check: boolean;
  /** The folder of the evaluation pack; null for the default. */
  evaluation: string | null;
  /** Write the result of the comparison into docs/results.md. */
  record: boolean;
  settings: TrainingSettings;
}

function wholeNumber(text: string | undefined, usual: number): number {
  if (text === undefined) return usual;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`${text} is not a positive whole number`);
  return value;
}

/** Throws for unknown options. */
export function readOptions(args: readonly string[]): TrainOptions {
  const text = { type: 'string' } as const;
  const yes = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...{ sources: text, work: text, steps: text, seed: text, threads: text, out: text },
      ...{ download: yes, check: yes, record: yes, eval: text },
      pin: { type: 'string', multiple: true, default: [] },
    },
  });
  if (values.sources === undefined) throw new Error('--sources is missing');
  return {
    sources: values.sources,
    download: values.download,
    pin: values.pin,
    work: values.work ?? null,
    out: values.out ?? null,
    check: values.check,
    evaluation: values.eval ?? null,
    record: values.record,
    settings: {
      ...defaults,
      steps: wholeNumber(values.steps, defaults.steps),
      seed: wholeNumber(values.seed, defaults.seed),
      threads: wholeNumber(values.threads, defaults.threads),
    },
  };
}

export const lockPath = at('embeddings', 'training.lock.json');
export const weightsPath = at('embeddings', 'static.bin');
export const cardPath = at('docs', 'explanation', 'model-card.md');
