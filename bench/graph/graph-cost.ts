/**
 * `npm run bench -- graph-cost DIR… [--runs 3] [--write]`: CPU seconds per MB of the first tier, separately for
 * extraction (parsing and collecting) and linking (module resolution and every site). Each run is a process of its own,
 * with V8's compilers configured as in the product. A second pass in the same process shows the cost without warm-up.
 */
import { spawnSync } from 'node:child_process';
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ownProcess, tuneForIndexing } from '../../src/runtime/v8-settings.ts';
import { openLanguages } from './graph-languages.ts';
import { openTree, type TreeCost } from './graph-tree.ts';
import { median } from '../lib/measure.ts';
import { recordResults } from '../lib/results.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '3' }, write: { type: 'boolean' }, once: { type: 'boolean' } },
});
const runs = Number(values.runs);
const target = 0.25;

/** The cold pass and the warm one after it. */
type Passes = [first: TreeCost, second: TreeCost];

async function passesHere(root: string): Promise<Passes> {
  ownProcess();
  tuneForIndexing();
  const languages = await openLanguages();
  const pass = (): TreeCost => openTree(root, languages).linkAll(() => {});
  return [pass(), pass()];
}

function passesApart(root: string): Passes {
  const { status, stdout, stderr } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), '--once', root], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${root} failed: ${stderr.slice(-2000)}`);
  return JSON.parse(stdout) as Passes;
}

function row(root: string): string {
  const passes = Array.from({ length: runs }, () => passesApart(root));
  const [{ files, megabytes, sites }] = passes[0]!;
  const of = (pass: 0 | 1, seconds: (cost: TreeCost) => number): string =>
    (median(passes.map((both) => seconds(both[pass]))) / megabytes).toFixed(3);
  const cells = [
    basename(root),
    files,
    megabytes.toFixed(1),
    sites,
    of(0, ({ extractionS }) => extractionS),
    of(0, ({ linkingS }) => linkingS),
    of(0, ({ extractionS, linkingS }) => extractionS + linkingS),
    of(1, ({ extractionS, linkingS }) => extractionS + linkingS),
  ];
  return `| ${cells.join(' | ')} |`;
}

if (values.once === true) {
  console.log(JSON.stringify(await passesHere(positionals[0]!)));
} else {
  const lines = [
    `CPU seconds per MB (10^6 bytes), medians of ${runs}, all threads of the process. Target: ${target} in all.`,
    '',
    '| tree | files | MB | sites | extraction | linking | both | both, second pass |',
    '|---|---|---|---|---|---|---|---|',
    ...positionals.map((root) => row(resolve(root))),
  ];
  console.log(lines.join('\n'));
  if (values.write === true)
    recordResults(
      'graph-cost',
      'The cost of the first tier',
      `npm run bench -- graph-cost DIR… --runs ${runs} --write`,
      lines,
    );
}
