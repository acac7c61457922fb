/**
 * Writes docs/explanation/model-card.md: the embedded model's sources, its training and its quality. Every figure comes from the
 * run that writes the page.
 */
import { meanQuality, vectorWeight, type Quality, type RepositoryQuality } from './evaluate.ts';
import type { LockedRepository } from './lock-file.ts';
import { modelSettings } from './options.ts';
import type { TrainingSettings } from './training-memory.ts';

export interface CardSummary {
  repositories: readonly LockedRepository[];
  /** By kind, without duplicates. */
  pairs: ReadonlyMap<string, number>;
  words: number;
  buckets: number;
  settings: TrainingSettings;
  dimensions: number;
  /** The share of the vectors' squared lengths that remains after the reduction. */
  kept: number;
  /** The size of the shipped file in bytes. */
  bytes: number;
  sha256: string;
  /** `collecting` is null when pairs came from the cache. */
  cpuSeconds: { collecting: number | null; training: number };
  /** The quality of the table as trained, and as shipped. */
  trained: readonly RepositoryQuality[];
  shipped: readonly RepositoryQuality[];
}

function three(value: number): string {
  return value.toFixed(3);
}

function cells({ ndcg, mrr, recall }: Quality): string {
  return `${three(ndcg)} / ${three(mrr)} / ${three(recall)}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (columns: readonly string[]): string => `| ${columns.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function resultRows({ shipped }: CardSummary): string[][] {
  const rows = shipped.map((one) => [
    one.repository,
    `${one.queries} / ${one.candidates}`,
    ...[cells(one.words), cells(one.vectors), cells(one.hybrid)],
  ]);
  const mean = (['words', 'vectors', 'hybrid'] as const).map((by) => `**${cells(meanQuality(shipped, by))}**`);
  return [...rows, ['**mean**', '', ...mean]];
}

function dataSection({ repositories, pairs }: CardSummary): string {
  const counts = [...pairs].map(([kind, count]) => `${count.toLocaleString('en-US')} ${kind}`).join(', ');
  const rows = repositories.map(({ repository, commit, licence, use }) => [repository, commit, licence, use]);
  return `## Data

Only these repositories were used, at these commits, under the licences in their licence files (embeddings/training.lock.json). None of them is part of an
evaluation of this project. Vendored, generated and minified files and data are left out by the product's own rules, and so are files over 300 kB and
pairs that nearly equal another pair of their repository. A repository gives ${modelSettings.maxPairs.toLocaleString('en-US')} pairs at most.

Pairs: ${counts}.

${table(['repository', 'commit', 'licence', 'use'], rows)}
`;
}

function methodSection(summary: CardSummary): string {
  const { settings, words, buckets, dimensions, kept } = summary;
  return `## Method

One table: a row for each of the ${words.toLocaleString('en-US')} most used sub-words (identifiers and words split by case, digits and underscores, in
lower case; of at least two repositories) and ${buckets} rows that all other words share by their hash. A text's vector is the sum of its sub-words'
rows, each times 1 + ln(how often it occurs in the text), normalised to length 1. Queries and passages are embedded in the same way. Text in scripts
without spaces counts as characters and pairs of characters.

Pairs of texts that mean the same come from the product's own extraction: the first paragraph of a doc comment, and the definition without it;
the name of a function with its container, and its body without the name; a comment in a function, and the lines below it up to a blank line; a test's title,
and its body. Passages begin with their file's name and folder. Training is symmetric InfoNCE (τ ${settings.temperature}) over batches of
${settings.batch} pairs; ${settings.ownRepositories * 100}% of the batches come from one to three repositories, so that similar pairs must be distinguished; pairs with an equal side are not used as
negative examples for each other. A passage loses ${settings.dropout * 100}% of its sub-words per step, a query half as many. Adam changes only the rows that took part
(learning rate ${settings.learningRate}, rising for a short time and then falling linearly); ${settings.steps.toLocaleString('en-US')} steps of ${settings.dimensions} dimensions, seed ${settings.seed}. The
${dimensions} directions in which the vectors of 20,000 texts vary most remain (${(kept * 100).toFixed(1)}% of the squared lengths), and each row becomes bytes
with a scale.
`;
}

/**
 * Choices that were made on the held-out repositories, with the figures of the runs that led to the committed model.
 */
const tried = `Alternatives that were tried, with the NDCG@10 of vectors alone on the same repositories. The choice was made on them, so the figures above are slightly optimistic:

- Trained with 256 dimensions and reduced: 256 .498, 192 .493, 160 .490, 128 .474, 96 .459. Trained directly with 128 (2,500 steps,
  one different repository): .472.
- After 300 steps of 128 dimensions: as described .445; 35% of the sub-words left out .433; τ .07 .443; stems instead of words .461, but no gain
  together with word search, which uses stems already.
- The weight of vectors, where words have the rest: .3 .453, .4 .475, .5 .495, .6 .511, .7 .521, .8 .523.`;

export function modelCard(summary: CardSummary): string {
  const { bytes, sha256, cpuSeconds, trained, settings, dimensions } = summary;
  const collecting =
    cpuSeconds.collecting === null
      ? 'pairs came from the cache'
      : `${Math.round(cpuSeconds.collecting)} CPU seconds to collect pairs`;
  const held = summary.repositories.filter(({ use }) => use === 'validation').length;
  return `# The embedded model

\`embeddings/static.bin\`, ${(bytes / 1e6).toFixed(1)} MB, SHA-256 \`${sha256}\`. \`npm --prefix embeddings run train\` wrote the file and this page.

It finds code by what the code does, offline, as one signal among others. It is not a language model: it knows words, not their
order, and languages other than English only where the training repositories use them.

## Results

Documentation to function, in the ${held} held-out repositories: a query is the first paragraph of a doc comment (up to 400 per repository), and the
right answer is its own definition among all functions and types of that repository, without their documentation. NDCG@10 / MRR@10 / recall@10 of words alone
(BM25 over stems), of the shipped vectors alone, and of both (each scaled to 0..1; the weight of the vectors is ${vectorWeight}):

${table(['repository', 'queries / candidates', 'words', 'vectors', 'both'], resultRows(summary))}

As trained, with ${settings.dimensions} dimensions of floats: vectors ${cells(meanQuality(trained, 'vectors'))}, both ${cells(meanQuality(trained, 'hybrid'))}. As shipped, with ${dimensions} of bytes: vectors
${cells(meanQuality(summary.shipped, 'vectors'))}, both ${cells(meanQuality(summary.shipped, 'hybrid'))}.

${tried}

${dataSection(summary)}
${methodSection(summary)}
## How to reproduce

\`\`\`
npm ci
npm --prefix embeddings run train -- --sources FOLDER --download
\`\`\`

\`FOLDER\` receives the repositories at their commits; existing ones are used (clones or bare, \`owner/name\` or \`owner+name\`). On two cores, without the
download: ${collecting}, ${Math.round(cpuSeconds.training)} CPU seconds to train. The same commits, seed and version of Node.js give the same file, byte for byte, on any
number of threads.

\`\`\`
npm --prefix embeddings run train -- --sources FOLDER --check
\`\`\`

trains again from the repositories, writes no model, and asks both models the same questions: those of the held-out repositories, and the
development questions of the evaluation pack if that exists, by vector search and by hybrid search. The exit code is 1 when an NDCG@10
differs by more than .005. With \`--record\` the result is written into docs/results.md.
`;
}
