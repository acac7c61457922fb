/**
 * `npm run bench -- robust [--big] [--write]`: indexes the unusual files of the evaluation pack as one tree and one by
 * one. Fails (exit 1) when a symbol that a parser can name is missing, a file takes longer than its limit, or the index
 * contains anything from outside the root.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { EvaluationPack } from '../lib/evaluation.ts';
import { checkRobustness } from './robustness.ts';
import { recordResults } from '../lib/results.ts';

const { values } = parseArgs({
  options: { big: { type: 'boolean' }, write: { type: 'boolean' }, eval: { type: 'string' } },
});
const pack = new EvaluationPack(values.eval);
const work = mkdtempSync(join(tmpdir(), 'code-scout-robust-'));
const tree = join(work, 'tree');
execFileSync(process.execPath, [
  join(pack.folder, 'robust', 'generate.mjs'),
  tree,
  ...(values.big === true ? ['--big'] : []),
]);
const cases = readFileSync(`${tree}.cases.jsonl`, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Parameters<typeof checkRobustness>[1][number]);
const result = await checkRobustness(tree, cases);
rmSync(work, { recursive: true, force: true });
const lines = [
  `- cases: ${cases.length}, files indexed: ${result.filesIndexed}, whole tree in ${result.wholeSeconds.toFixed(1)} s, peak memory ${result.peakMb} MB`,
  `- \`expect_symbol\`: ${result.symbolsFound} of ${result.symbolsExpected} found`,
  `- \`expect_text\`: ${result.textsFound} of ${result.textsExpected} found`,
  `- slowest file: ${result.slowest.path} (${result.slowest.seconds.toFixed(2)} s, limit ${result.slowest.limit} s)`,
  `- failures: ${result.failures.length === 0 ? 'none' : ''}`,
  ...result.failures.map((failure) => `  - ${failure}`),
];
console.log(lines.join('\n'));
if (values.write === true)
  recordResults(
    'robust',
    'Awkward files',
    `npm run bench -- robust ${values.big === true ? '--big ' : ''}--write`,
    lines,
  );
if (result.failures.length > 0) process.exitCode = 1;
