/**
 * `npm run bench -- stages [DIR…] [--runs 5] [--write]`: the cost of each stage of indexing alone, in one thread, by
 * the product's own functions over a whole corpus, beside its lower bound; all take turns in each run, medians. Without
 * DIR: sources of pinned packages, copied to a temporary folder. A directory is read and never written; its index is
 * elsewhere.
 * `--check` compares a small corpus to bench/stages/stage-baseline.json and fails when a stage costs a fifth more;
 * `--slower 1.3` multiplies the cost of every stage, to see the check fail; `--baseline` writes that file anew.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createStaticEmbedder, shippedWeights } from '../../src/embed/static/static.ts';
import { protectThreads } from '../../src/runtime/v8-settings.ts';
import { recordResults } from '../lib/results.ts';
import { defaultCorpora, namedCorpus } from '../lib/stage-corpora.ts';
import { checkStages, rewriteBaseline } from './stage-guard.ts';
import { appendStages, tableOf } from './stage-report.ts';
import { measureStages, type CorpusResult } from './stage-run.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '5' },
    write: { type: 'boolean' },
    check: { type: 'boolean' },
    slower: { type: 'string', default: '1' },
    baseline: { type: 'boolean' },
  },
});
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs ${values.runs}: a whole number from 1 on`);

const head = [
  `One thread, warm (a first pass is not counted), medians of ${runs} runs in which all stages and lower bounds take turns; CPU of the whole`,
  'process, including helper threads and children. MB are 10^6 bytes of source; for `parse`, of files with a parser. What cannot be called alone is',
  'the difference of two pieces of one run: `read` is reading, decoding and hashing less hashing; `extract` is the whole analysis of a text',
  '(trees read, tags, packing for the index) less parsing, chunking and tokenising. `decode` and `tags` are parts of the stage above them.',
  '`write` includes vectors and merging segments; `trigrams` reads the files again. On Linux the CPU of git under `walk` is counted in ticks',
  'of 10 ms, over half a second.',
  '',
];

async function measureAll(folder: string): Promise<CorpusResult[]> {
  protectThreads();
  const corpora =
    positionals.length === 0 ? defaultCorpora(folder) : positionals.map((dir) => namedCorpus(resolve(dir)));
  const embedder = await createStaticEmbedder(shippedWeights);
  const results: CorpusResult[] = [];
  for (const corpus of corpora) {
    const result = await measureStages(corpus, { embedder, folder, runs });
    console.log(tableOf(result).join('\n'));
    results.push(result);
  }
  await embedder.close();
  return results;
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'code-scout-stages-'));
  try {
    const results = await measureAll(folder);
    if (values.write === true) {
      const named = positionals.length === 0 ? '' : 'DIR… ';
      const command = `npm run bench -- stages ${named}--runs ${runs} --write`;
      recordResults('stages', 'The cost of each stage of indexing', command, [...head, ...results.flatMap(tableOf)]);
      appendStages(results, runs);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (values.baseline === true) rewriteBaseline();
else if (values.check === true) process.exitCode = checkStages(Number(values.slower)) ? 0 : 1;
else await main();
