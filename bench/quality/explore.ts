/**
 * `npm run bench -- explore [SET…] [--every 1] [--tokens 4000] [--by repo] [--codegraph] [--write]`: how well `explore`
 * shows the files and lines that solved the questions of the evaluation pack (history, mswe, swelite). It is compared
 * to the first ten results of `search_repo`, and to searching for words and reading files. A file counts when the
 * answer names it; a definition counts when the answer names or shows lines of it that were changed. Where the pack has
 * no commit of the solution (swelite), lines are unknown. `--codegraph` also asks that rival's `explore`, which is slow
 * because its index follows each commit.
 */
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Engine } from '../../src/engine/types.ts';
import { approximateTokens } from '../../src/tools/explore/tokens.ts';
import { tool } from '../../src/tools/explore/tool.ts';
import { protocolWording } from '../../src/tools/wording.ts';
import { percentile } from '../lib/measure.ts';
import { changedLines, type LineRange } from './changed-lines.ts';
import { EvaluationPack, type EvaluationRow } from '../lib/evaluation.ts';
import { Codegraph } from './codegraph-explore.ts';
import { grepAndRead } from './grep-and-read.ts';
import { askSet, questionSets } from '../lib/questions.ts';
import { recordResults } from '../lib/results.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    eval: { type: 'string' },
    work: { type: 'string' },
    every: { type: 'string', default: '1' },
    tokens: { type: 'string', default: '4000' },
    by: { type: 'string' },
    show: { type: 'string' },
    codegraph: { type: 'boolean', default: false },
    write: { type: 'boolean' },
  },
});
const pack = new EvaluationPack(values.eval);
const work = values.work ?? join(tmpdir(), 'code-scout-explore');
mkdirSync(work, { recursive: true });
const maxTokens = Number(values.tokens);
const codegraph = values.codegraph ? new Codegraph(join(tmpdir(), 'code-scout-rivals', 'rivals')) : null;
const { gitDir } = (await import(pathToFileURL(join(pack.folder, 'tools', 'lib.mjs')).href)) as {
  gitDir: (repo: string) => string;
};

interface Asked {
  row: EvaluationRow;
  /**
   * Whether a right file is named; whether a definition of it is named, or shown as code; null where that is unknown.
   */
  file: boolean;
  named: boolean | null;
  code: boolean | null;
  /** Whether a right file is among the first ten of `search_repo`. */
  inTen: boolean;
  tokens: number;
  tenTokens: number;
  ms: number;
  read: { tokens: number; isFound: boolean };
  rival: { file: boolean; code: boolean | null; tokens: number; ms: number } | null;
}

/** The lines in an answer by path, and separately those shown as code. */
interface Seen {
  named: Map<string, LineRange[]>;
  code: Map<string, LineRange[]>;
}

function seenIn(text: string): Seen {
  const seen: Seen = { named: new Map(), code: new Map() };
  const add = (to: Map<string, LineRange[]>, path: string, from: string, until: string): void => {
    const ranges = to.get(path) ?? [];
    to.set(path, [...ranges, { from: Number(from), to: Number(until) }]);
  };
  let isList = false;
  for (const line of text.split('\n')) {
    const piece = /^## (.+?):(\d+)-(\d+)(?: |$)/.exec(line);
    if (line.startsWith('## ')) isList = piece === null;
    if (piece !== null) add(seen.code, piece[1]!, piece[2]!, piece[3]!);
    const listed = isList ? /^([^:]+): (.*)$/.exec(line) : null;
    if (listed === null) continue;
    for (const [, from, to] of listed[2]!.matchAll(/(\d+)-(\d+)(?=,| and |$)/g))
      add(seen.named, listed[1]!, from!, to!);
  }
  return seen;
}

function touches(changed: ReadonlyMap<string, LineRange[]>, shown: ReadonlyMap<string, LineRange[]>): boolean {
  return [...changed].some(([path, ranges]) =>
    ranges.some(({ from, to }) => (shown.get(path) ?? []).some((one) => one.from <= to && one.to >= from)),
  );
}

async function ask(engine: Engine, row: EvaluationRow & { fix?: string }): Promise<Asked> {
  const context = { signal: new AbortController().signal, progress: null, say: protocolWording };
  const from = performance.now();
  const { texts } = await tool.run(engine, { query: row.query, max_tokens: maxTokens }, context);
  const ms = performance.now() - from;
  const text = texts.join('\n');
  if (values.show === row.id) console.log(text);
  const seen = seenIn(text);
  const ten = await engine.searchRepo({ query: row.query, limit: 10 });
  const changed =
    row.fix === undefined
      ? null
      : changedLines(gitDir(row.repo), { base: row.commit, fix: row.fix, paths: row.relevant });
  const isCode = changed === null ? null : touches(changed, seen.code);
  return {
    row,
    file: row.relevant.some((path) => seen.named.has(path) || seen.code.has(path)),
    code: isCode,
    named: changed === null ? null : isCode === true || touches(changed, seen.named),
    inTen: ten.hits.some(({ file }) => row.relevant.includes(file.path)),
    tokens: approximateTokens(text),
    tenTokens: approximateTokens(
      ten.hits.map(({ file, chunk }) => file.lines.slice(chunk.startLine - 1, chunk.endLine).join('\n')).join('\n'),
    ),
    ms,
    read: await grepAndRead(pack.folder, { root: engine.root, query: row.query, relevant: row.relevant }),
    rival: askRival(engine.root, row, changed),
  };
}

function askRival(root: string, row: EvaluationRow, changed: ReadonlyMap<string, LineRange[]> | null): Asked['rival'] {
  if (codegraph === null) return null;
  const { text, code, ms } = codegraph.explore(root, row.query);
  return {
    // Searched in the whole text, because it names files in several ways.
    file: row.relevant.some((path) => text.includes(path)),
    code: changed === null ? null : touches(changed, code),
    tokens: approximateTokens(text),
    ms,
  };
}

function share<T>(all: readonly T[], holds: (one: T) => boolean | null): string {
  const known = all.map(holds).filter((one) => one !== null);
  return known.length === 0 ? '–' : `${((100 * known.filter(Boolean).length) / known.length).toFixed(1)} %`;
}

function rowOf(name: string, asked: readonly Asked[]): string {
  const median = (of: (one: Asked) => number, most = 0.5): string => percentile(asked.map(of), most).toFixed(0);
  const found = asked.filter(({ file }) => file);
  const withLines = found.filter(({ named }) => named !== null);
  const cells = [
    ...[name, asked.length, share(asked, ({ file }) => file), share(asked, ({ inTen }) => inTen)],
    ...[
      share(asked, ({ named }) => named),
      share(withLines, ({ named }) => named),
      share(withLines, ({ code }) => code),
    ],
    ...[median(({ tokens }) => tokens), median(({ tokens }) => tokens, 1), median(({ tenTokens }) => tenTokens)],
    ...[share(asked, ({ read }) => read.isFound), median(({ read }) => read.tokens)],
    `${median(({ ms }) => ms)} / ${median(({ ms }) => ms, 0.95)}`,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** A table of Code Scout and codegraph, on the same questions. */
function besideCodegraph(): string[] {
  const rivals = all.flatMap(({ rival }) => (rival === null ? [] : [rival]));
  const found = all.filter(({ file }) => file);
  const row = (name: string, cells: readonly (string | number)[]): string => `| ${[name, ...cells].join(' | ')} |`;
  const middles = (of: readonly { tokens: number; ms: number }[]): string[] => [
    percentile(
      of.map(({ tokens }) => tokens),
      0.5,
    ).toFixed(0),
    percentile(
      of.map(({ ms }) => ms),
      0.5,
    ).toFixed(0),
  ];
  return [
    '',
    '| of the same questions | right file named | right definition shown as code | of those with the file | tokens (median) | ms p50 |',
    '|---|---|---|---|---|---|',
    row('Code Scout', [
      share(all, ({ file }) => file),
      share(all, ({ code }) => code),
      share(found, ({ code }) => code),
      ...middles(all),
    ]),
    row(`codegraph ${codegraph?.version ?? ''}, one process per question`, [
      share(rivals, ({ file }) => file),
      share(rivals, ({ code }) => code),
      share(
        rivals.filter(({ file }) => file),
        ({ code }) => code,
      ),
      ...middles(rivals),
    ]),
  ];
}

const lines = [
  '| set | questions | right file | in ten of search_repo | right definition | of those with the file | shown as code | tokens (median) | most | ten whole chunks | grep and read: found in ten files | its tokens | ms p50 / p95 |',
  '|---|---|---|---|---|---|---|---|---|---|---|---|---|',
];
const all: Asked[] = [];
for (const plan of questionSets.filter(({ name }) => ['history', 'mswe', 'swelite'].includes(name))) {
  if (positionals.length > 0 && !positionals.includes(plan.name)) continue;
  const asked: Asked[] = [];
  const options = { pack, work, every: Number(values.every), embeddings: true };
  const { missing } = await askSet(plan, options, async (engine, row) => void asked.push(await ask(engine, row)));
  if (asked.length === 0) continue;
  lines.push(rowOf(plan.name, asked));
  if (values.by === 'repo')
    for (const [repo, part] of Map.groupBy(asked, ({ row }) => row.repo))
      lines.push(rowOf(`${plan.name} ${repo}`, part));
  console.log(lines.at(-1), missing.size > 0 ? `not fetched, skipped: ${[...missing].join(', ')}` : '');
  all.push(...asked);
}
lines.push(rowOf('all', all));
if (codegraph !== null) lines.push(...besideCodegraph());
console.log(['', ...lines].join('\n'));
if (values.write === true)
  recordResults(
    codegraph === null ? 'explore' : 'explore-codegraph',
    `\`explore\` on the evaluation pack (development half)${codegraph === null ? '' : ', compared to codegraph'}`,
    `npm run bench -- explore --every ${values.every} --tokens ${values.tokens}${codegraph === null ? '' : ' --codegraph'} --write`,
    lines,
  );
