/**
 * `npm run bench -- scale DIR [--runs 3] [--questions 200] [--edits 5] [--work FOLDER] [--parts
 * index,edits,server,questions,maker] [--write]`: the cost of a large tree for the built product (`npm run build`
 * first), beside the limits for 4.8 million lines. It measures each stage of the index, an edit, a start without
 * changes, an idle server, questions over stdio, and a server that makes the index itself. It also measures lower
 * bounds: reading every byte, `git ls-files` with a stat of each file, ripgrep, and SQLite alone. Figures are medians.
 * The tree is copied and never written. With `--work` the copy and its index remain, so parts can be measured again.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { measure, median } from '../lib/measure.ts';
import { recordResults } from '../lib/results.ts';
import { askAll, drawQuestions, lookupTimes, percentile, ripgrepTimes, type Asked } from './scale-questions.ts';
import { appendHistory } from '../lib/history.ts';
import { verdictLines, type Verdict } from './scale-report.ts';
import { editCosts, indexStages, type EditCosts, type IndexStages } from './scale-run.ts';
import { copyTree, dropIndex, editKinds, indexedAmounts, readAll, type IndexedAmounts } from './scale-tree.ts';
import { atRest, firstAnswer, firstLine, handshake, listAndStat, type AtRest } from '../lib/start-run.ts';
import { builtEntry, StdioServer } from '../lib/stdio-server.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '3' },
    questions: { type: 'string', default: '200' },
    edits: { type: 'string', default: '5' },
    parts: { type: 'string', default: 'index,edits,server,questions,maker' },
    work: { type: 'string' },
    write: { type: 'boolean' },
  },
});
const [source] = positionals;
if (source === undefined) throw new Error('name the tree: npm run bench -- scale DIR');
const runs = Number(values.runs);
const parts = new Set(values.parts.split(','));
const warmUp = 20;
/** Of the questions about rare texts, this many are also given to ripgrep. */
const ripgrepQuestions = 10;

const verdicts: Verdict[] = [];
const lines: string[] = [];
const history: Record<string, unknown> = {};

function judge(what: string, value: number, ceiling: number, unit: string): void {
  verdicts.push({ what, value, ceiling, unit });
}

function note(...text: string[]): void {
  lines.push(...text);
  console.log(text.join('\n'));
}

const mb = (bytes: number): string => (bytes / 1e6).toFixed(0);

async function measureIndex(root: string): Promise<void> {
  const all: IndexStages[] = [];
  for (let run = 0; run < runs; run++) {
    all.push(await indexStages(root));
    console.log(JSON.stringify(all.at(-1)));
  }
  const amounts = indexedAmounts(root);
  const one = (pick: (stages: IndexStages) => number): number => median(all.map(pick));
  const stage = (name: 'graph' | 'vectors' | 'texts' | 'noChange', less: number): string => {
    const figures = [one((run) => run[name].cpuS), less, one((run) => run[name].wallS), one((run) => run[name].peakMb)];
    const [cpuS = 0, lessS = 0, wallS = 0, peakMb = 0] = figures;
    return `${cpuS.toFixed(1)} (${(cpuS - lessS).toFixed(1)}) | ${wallS.toFixed(1)} | ${peakMb.toFixed(0)} | ${mb(one((run) => run[name].indexBytes))} (${(one((run) => run[name].indexBytes) / amounts.bytes).toFixed(2)})`;
  };
  const noChange = one((run) => run.noChange.cpuS);
  const start = one((run) => run.start.cpuS);
  note(
    '| stage | CPU s (without the start on an index) | wall s | peak MB | index MB (of the source) |',
    '|---|---|---|---|---|',
    `| graph and tags (\`index\`, no embedder) | ${stage('graph', 0)} |`,
    `| vectors after that (\`index\`) | ${stage('vectors', noChange)} |`,
    `| trigrams after those (a server) | ${stage('texts', start)} |`,
    `| \`index\`, nothing changed | ${stage('noChange', 0)} |`,
    '',
  );
  const vectorsAndTexts = one((run) => run.vectors.cpuS - run.noChange.cpuS + run.texts.cpuS - run.start.cpuS);
  judge(
    'graph and tags, CPU',
    one((run) => run.graph.cpuS),
    60,
    's',
  );
  judge('text and vectors after that, CPU', vectorsAndTexts, 60, 's');
  judge('peak memory of a stage', one((run) => Math.max(run.graph.peakMb, run.vectors.peakMb, run.texts.peakMb)), 1500, 'MB'); // prettier-ignore
  judge('index over source', one((run) => run.noChange.indexBytes) / amounts.bytes, 1.2, 'times');
  history['index'] = { amounts: amountsOf(amounts), stages: all };
}

function amountsOf({ files, bytes, lines: count, vendored }: IndexedAmounts): Record<string, number> {
  return { files, bytes, lines: count, vendored };
}

async function measureEdits(root: string): Promise<void> {
  const costs: EditCosts = await editCosts(root, Number(values.edits));
  note('| an edit of one file | CPU ms of a server | CPU ms of `code-scout index` |', '|---|---|---|');
  for (const kind of editKinds) {
    note(`| ${kind} | ${costs.watched[kind].join(', ')} | ${costs.command[kind].map(Math.round).join(', ')} |`);
    judge(`one-file change (${kind}), CPU of a server`, median(costs.watched[kind]), 150, 'ms');
  }
  note('');
  history['edits'] = costs;
}

/** Runs without changes that come before the measured ones, and the wait before them, until the last edits are old enough (ms). */
const runsBefore = 4;
const waitMs = 3000;

async function measureServer(root: string, bare: string): Promise<void> {
  const rounds = { floor: [], bare: [], index: [], initialize: [], first: [], callers: [] } as Record<string, number[]>;
  const [callers] = await drawQuestions(root, 3, 5);
  const rests: AtRest[] = [];
  const command = [process.execPath, builtEntry, 'index'];
  // A file that was written within two seconds before it was read is read again. From the third check on, the
  // fingerprint of a large tree is stored.
  await sleep(waitMs);
  for (let at = 0; at < runsBefore; at++) measure(command, root);
  for (let run = 0; run < runs; run++) {
    rounds['floor']!.push(listAndStat(root));
    rounds['bare']!.push((await firstLine({ root, entry: bare })).cpu);
    rounds['index']!.push(measure(command, root).cpuS * 1000);
    rounds['initialize']!.push((await handshake({ root }, 'older')).first.cpu);
    const question = { tool: 'search_repo', args: { query: 'where are errors handled' } };
    rounds['first']!.push((await firstAnswer({ root }, question)).wall);
    rounds['callers']!.push((await firstAnswer({ root }, callers!.questions[0]!)).wall);
    rests.push(await atRest({ root }));
  }
  const one = (name: string): number => median(rounds[name]!);
  const rest = (pick: (rest: AtRest) => number): number => median(rests.map(pick));
  note(
    `A start without a change takes ${one('index').toFixed(0)} ms of CPU, of which bare Node ${one('bare').toFixed(0)} ms; \`git ls-files\` and stat ${one('floor').toFixed(0)} ms.`,
    `A server at rest holds ${rest(({ alone }) => alone).toFixed(0)} MB (${rest(({ private: own }) => own).toFixed(0)} MB of its own, with what it has started ${rest(({ resident }) => resident).toFixed(0)} MB), and has taken ${rest(({ cpu }) => cpu).toFixed(0)} ms of CPU since its start.`,
    '',
  );
  judge(
    'no change, CPU above bare Node',
    (one('index') - one('bare')) / one('floor'),
    2.5,
    'times `git ls-files` and stat',
  );
  judge('`initialize`, CPU', one('initialize'), 120, 'ms');
  judge('server at rest, resident', rest(({ alone }) => alone), 200, 'MB'); // prettier-ignore
  judge('first answer after a cold start (`search_repo`), wall', one('first'), 300, 'ms');
  judge('first answer after a cold start (`get_callers`), wall', one('callers'), 300, 'ms');
  history['server'] = { ...rounds, rests };
}

async function measureQuestions(root: string): Promise<void> {
  const kinds = await drawQuestions(root, Number(values.questions) + warmUp, 41);
  const server = new StdioServer({ root });
  await server.open();
  await server.call('code-scout_index', { background: false });
  note(
    '| question | asked | p50 ms | p95 ms | most ms | CPU ms a question | floor: p50 / p95 ms | CPU ms |',
    '|---|---|---|---|---|---|---|---|',
  );
  const asked: Record<string, Asked> = {};
  for (const { name, questions, ceiling } of kinds) {
    const answers = await askAll(server, questions, warmUp);
    asked[name] = answers;
    const { times, cpuMs, errors } = answers;
    const at = (share: number, list = times): string => percentile(list, share).toFixed(1);
    let floor = '| | |';
    if (name === 'callers') {
      const alone = lookupTimes(root, questions.slice(warmUp));
      floor = `| SQLite alone: ${percentile(alone, 0.5).toFixed(2)} / ${percentile(alone, 0.95).toFixed(2)} | |`;
    } else if (name.startsWith('rare')) {
      const alone = ripgrepTimes(root, questions.slice(warmUp, warmUp + ripgrepQuestions).map(({ args }) => String(args['query']))); // prettier-ignore
      floor = `| ripgrep: ${at(0.5, alone.times)} / ${at(0.95, alone.times)} | ${alone.cpuMs.toFixed(0)} |`;
    }
    note(`| ${name} | ${times.length} | ${at(0.5)} | ${at(0.95)} | ${at(1)} | ${cpuMs.toFixed(1)} ${floor}`);
    if (errors > 0) note(`${errors} of these questions got an error as the answer.`);
    judge(`${name}, p50`, percentile(times, 0.5), ceiling[0], 'ms');
    judge(`${name}, p95`, percentile(times, 0.95), ceiling[1], 'ms');
  }
  await server.close();
  note('');
  history['questions'] = asked;
}

/** Measures a server that has made the index itself, as the first server of a project does. */
async function measureMaker(root: string): Promise<void> {
  dropIndex(root);
  const { alone, resident, cpu } = await atRest({ root });
  note(
    `A server that has made the index itself uses ${alone.toFixed(0)} MB at rest (with child processes ${resident.toFixed(0)} MB), after ${(cpu / 1000).toFixed(1)} s of CPU.`,
    '',
  );
  judge('server that has made the index, at rest, resident', alone, 200, 'MB');
  history['maker'] = { alone, resident, cpuS: cpu / 1000 };
}

const work = values.work === undefined ? mkdtempSync(join(tmpdir(), 'code-scout-scale-')) : resolve(values.work);
const root = join(work, basename(resolve(source)));
try {
  copyTree(resolve(source), root);
  if (parts.has('index')) await measureIndex(root);
  const amounts = indexedAmounts(root);
  const reading = readAll(root);
  const [main] = amounts.languages;
  note(
    `**${basename(root)}**: ${amounts.files} files (${amounts.vendored} vendored) of ${mb(amounts.bytes)} MB and ${amounts.lines} lines, most of them ${main?.language} (${main?.files} files, ${mb(main?.bytes ?? 0)} MB, ${main?.lines} lines); reading every byte: ${reading.cpuS.toFixed(2)} CPU s.`,
    '',
  );
  if (parts.has('edits')) await measureEdits(root);
  const bare = join(root, '.git', 'bare.cjs');
  writeFileSync(bare, `process.stdin.once('data', () => process.stdout.write('{"jsonrpc":"2.0","id":1,"result":{}}\\n'));\n`); // prettier-ignore
  if (parts.has('server')) await measureServer(root, bare);
  if (parts.has('questions')) await measureQuestions(root);
  if (parts.has('maker')) await measureMaker(root);
} finally {
  if (values.work === undefined) rmSync(work, { recursive: true, force: true });
}
note(...verdictLines(verdicts));
if (values.write === true) {
  const command = `npm run bench -- scale DIR --runs ${runs} --write`;
  recordResults('scale', 'A large tree', command, lines);
  appendHistory('scale', { tree: basename(root), runs, ...history });
}
