/**
 * `npm run bench -- answers DIR DIR DIR… [--queries 200] [--seed 1] [--write]`: how long answers are. Every tool gets
 * random questions about each tree, with the default budgets: no form of an answer may reach 8,000 characters. For the
 * graph tools it also counts tokens of the text and of the same data as JSON: as records of nodes and links, and as the
 * answer's own data, which names each file once. The exit code is 1 when a target is missed. In trees with a git
 * history, `changes` gets commits of that history.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../src/config/load.ts';
import { openEngine, type Engine } from '../../src/engine/engine.ts';
import { callTool } from '../../src/tools/call-tool.ts';
import { tools } from '../../src/tools/registry.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { seededRandom } from '../../test/faults/random.ts';
import { percentile } from '../lib/measure.ts';
import { nodesAndLinks } from './graph-records.ts';
import { knownOf, questionsAbout } from './random-questions.ts';
import { recordResults } from '../lib/results.ts';
import { openTokenizer } from './tokenizer.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    queries: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    work: { type: 'string' },
    write: { type: 'boolean' },
  },
});
if (positionals.length === 0) throw new Error('name trees: npm run bench -- answers DIR DIR DIR');
const queries = Number(values.queries);
const maxChars = 8000;
const maxShare = 0.4;
const countTokens = openTokenizer(values.work ?? join(tmpdir(), 'code-scout-rivals'));

interface Answered {
  tool: string;
  isError: boolean;
  text: string;
  data: Record<string, unknown> | null;
}

function revisionsOf(root: string): string[] {
  const { status, stdout } = spawnSync('git', ['rev-list', '--max-count=200', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim().split('\n') : [];
}

async function askAll(engine: Engine): Promise<Answered[]> {
  const random = seededRandom(Number(values.seed));
  const makers = questionsAbout(await knownOf(engine, random, revisionsOf(engine.root)), random);
  const context = { signal: new AbortController().signal, progress: null };
  const answered: Answered[] = [];
  for (const tool of tools) {
    const make = makers[tool.name];
    if (make === undefined) throw new Error(`no questions for ${tool.name}`);
    for (let at = 0; at < (tool.annotations.readOnlyHint ? queries : 3); at++) {
      const { texts, structured, isError } = await callTool(tool, make(), async () => engine, context);
      answered.push({ tool: tool.name, isError: isError === true, text: texts.join('\n'), data: structured ?? null });
    }
  }
  return answered;
}

async function answersOf(folder: string): Promise<Answered[]> {
  const root = resolve(folder);
  const aside = mkdtempSync(join(tmpdir(), 'code-scout-answers-'));
  const flags = { 'database.path': join(aside, 'database.db'), 'search.cacheSize': '0' };
  const { config } = loadConfig({ root, flags, env: new Map(), userConfigDir: null });
  const engine = await openEngine({ root, config, indexing: 'inline' });
  try {
    await engine.index();
    console.error(`${basename(root)}: indexed`);
    return await askAll(engine);
  } finally {
    await engine.close();
    rmSync(aside, { recursive: true, force: true });
  }
}

/** Characters of an answer, in the longer one of its two forms. */
const sizeOf = ({ text, data }: Answered): number =>
  Math.max(text.length, data === null ? 0 : JSON.stringify(data).length);

function sizeRow(tool: Tool, all: readonly Answered[]): string {
  const own = all.filter((one) => one.tool === tool.name);
  const chars = own.map(sizeOf);
  const tokens = own.filter(({ isError }) => !isError).map(({ text }) => countTokens(text));
  const cells = [tool.name, own.length, own.filter(({ isError }) => isError).length, percentile(chars, 0.5)];
  return `| ${[...cells, percentile(chars, 0.95), percentile(chars, 1), tokens.length === 0 ? '–' : percentile(tokens, 0.5)].join(' | ')} |`;
}

/** Tokens of one answer: its text, its records as JSON without and with indentation, and its own data as JSON. */
interface Costs {
  text: number;
  records: number;
  data: number;
  indented: number;
}

/**
 * Tokens of graph tools' answers with data. Errors and lists of ambiguous names are the same in every form, and do not
 * count.
 */
function costsOf(tool: string, all: readonly Answered[]): Costs[] {
  return all.flatMap(({ tool: name, isError, text, data }) => {
    if (name !== tool || isError || data === null) return [];
    const records = nodesAndLinks(tool, data);
    if (records === null) return [];
    return [
      {
        text: countTokens(text),
        records: countTokens(JSON.stringify(records)),
        data: countTokens(JSON.stringify(data)),
        indented: countTokens(JSON.stringify(records, null, 2)),
      },
    ];
  });
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const sum = (costs: readonly Costs[], of: keyof Costs): number => costs.reduce((total, one) => total + one[of], 0);

function costRow(name: string, costs: readonly Costs[]): string {
  const share = (of: keyof Costs): string => percent(sum(costs, 'text') / sum(costs, of));
  const middles = (['text', 'indented', 'records', 'data'] as const).map((of) =>
    percentile(
      costs.map((one) => one[of]),
      0.5,
    ),
  );
  const cells = [name, costs.length, ...middles, share('indented'), share('records'), share('data')];
  return `| ${cells.join(' | ')} |`;
}

const graphTools = ['search', 'get_callers', 'get_callees', 'get_impact', 'find_path', 'get_neighbors'];
const all: Answered[] = [];
for (const folder of positionals) all.push(...(await answersOf(folder)));
const costs = new Map(graphTools.map((name) => [name, costsOf(name, all)]));
const every = [...costs.values()].flat();
const longest = Math.max(...all.map(sizeOf));
const share = sum(every, 'text') / sum(every, 'records');
const lines = [
  `${positionals.map((folder) => basename(resolve(folder))).join(', ')}; ${queries} questions per tool and tree (seed ${values.seed}), ${all.length} answers. Characters of the longer of the two forms.`,
  '',
  '| tool | asked | errors | characters p50 | p95 | most | tokens of the text p50 |',
  '|---|---|---|---|---|---|---|',
  ...tools.map((tool) => sizeRow(tool, all)),
  '',
  `Longest: ${longest} of fewer than ${maxChars}.`,
  '',
  'Tokens (o200k) of answers with data: the text; the same data as JSON records of nodes and links (each node with its id and file, each link with the ids of its ends), printed with two spaces and without whitespace; and the answer’s own data without whitespace, which names each file once.',
  '',
  '| tool | answers | text p50 | JSON p50 | without blanks p50 | own data p50 | text of JSON | of it without blanks | of own data |',
  '|---|---|---|---|---|---|---|---|---|',
  ...[...costs].map(([name, own]) => costRow(name, own)),
  costRow('all', every),
  '',
  `Target: the text takes at most ${percent(maxShare)} of the tokens of the same data as JSON without whitespace; ${percent(share)}.`,
];
console.log(lines.join('\n'));
if (values.write === true)
  recordResults('answers', 'Length of answers', `npm run bench -- answers DIR… --queries ${queries} --write`, lines);
process.exitCode = longest < maxChars && share <= maxShare ? 0 : 1;
