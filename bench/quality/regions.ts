/**
 * `npm run bench -- regions [--every 1] [--tokens 4000…] [--repo OWNER/NAME…] [--search] [--answers FILE] [--show ID] [--bm25] [--write]`: how
 * well `explore` shows the lines that real commits changed (`regions` of the evaluation pack, scored by the pack's own scorer). A line
 * counts as shown when the answer prints it; a place counts as named when the answer's list names it. `--search` asks `search_repo`
 * instead, with the same budget. `--bm25` answers the same rows by the pack's baseline, eight windows of fifty lines ranked by BM25, and
 * adds the paired difference. With several budgets each question is asked with each of them, on one index.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Engine } from '../../src/engine/types.ts';
import { approximateTokens } from '../../src/tools/explore/tokens.ts';
import { tool as exploreTool } from '../../src/tools/explore/tool.ts';
import { tool as searchTool } from '../../src/tools/search-repo/tool.ts';
import { protocolWording } from '../../src/tools/wording.ts';
import { EvaluationPack, type EvaluationRow } from '../lib/evaluation.ts';
import { askSet } from '../lib/questions.ts';
import { recordResults } from '../lib/results.ts';
import { placesInExplore, placesInSearch, type AnswerPlace, type PlacesInAnswer } from './answer-places.ts';

const { values } = parseArgs({
  options: {
    eval: { type: 'string' },
    work: { type: 'string' },
    every: { type: 'string', default: '1' },
    tokens: { type: 'string', multiple: true, default: ['4000'] },
    repo: { type: 'string', multiple: true },
    search: { type: 'boolean', default: false },
    answers: { type: 'string' },
    show: { type: 'string' },
    bm25: { type: 'boolean', default: false },
    write: { type: 'boolean' },
  },
});
const pack = new EvaluationPack(values.eval);
const work = values.work ?? join(tmpdir(), 'code-scout-regions');
mkdirSync(work, { recursive: true });
const budgets = values.tokens.map(Number);

interface Answer extends PlacesInAnswer {
  id: string;
  tokens: number;
}

async function ask(engine: Engine, row: EvaluationRow, tokens: number): Promise<Answer> {
  const context = { signal: new AbortController().signal, progress: null, say: protocolWording };
  // The answer of `search_repo` has a budget in characters; a token of code has nearly four.
  const { texts } = values.search
    ? await searchTool.run(engine, { query: row.query, max_chars: Math.min(50_000, tokens * 4) }, context)
    : await exploreTool.run(engine, { query: row.query, max_tokens: tokens }, context);
  const text = texts.join('\n');
  if (values.show === row.id) console.log(text);
  const places = values.search ? placesInSearch(text) : placesInExplore(text);
  return { id: row.id, ...places, tokens: approximateTokens(text) };
}

/** The scorer's table for the answered rows. */
function score(answersFile: string, ...more: readonly string[]): string {
  const scorer = join(pack.folder, 'regions', 'score.mjs');
  const rows = join(pack.folder, 'regions', 'dev.jsonl');
  const { stdout, stderr, status } = spawnSync(process.execPath, [scorer, rows, answersFile, '--answered', ...more], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`the scorer failed: ${stderr}`);
  // The scorer names the files as they were given; a record has no path of a machine.
  return stdout.trimEnd().replaceAll(`${work}/`, '');
}

/** The answers of the pack's baseline, in a file. @returns its path */
async function answerByWindows(rows: readonly EvaluationRow[]): Promise<string> {
  const file = join(work, 'windows.jsonl');
  const { bm25 } = (await import(pathToFileURL(join(pack.folder, 'regions', 'baselines', 'bm25.mjs')).href)) as {
    bm25: (row: EvaluationRow, gitDir: string, cache: Map<string, unknown>) => AnswerPlace[];
  };
  const lines: string[] = [];
  for (const [repo, ofRepo] of Map.groupBy(rows, (row) => row.repo)) {
    const [gitDir, cache] = [await pack.gitDir(repo), new Map<string, unknown>()];
    for (const row of ofRepo) lines.push(JSON.stringify({ id: row.id, regions: bm25(row, gitDir, cache).slice(0, 8) }));
  }
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  return file;
}

const answers = new Map(budgets.map((tokens) => [tokens, [] as Answer[]]));
const set = { name: 'regions', file: 'regions', subfolder: false, baseline: [0, 0, 0] as [number, number, number] };
const { rows, missing } = await askSet(
  set,
  {
    ...{ pack, work, every: Number(values.every), embeddings: true },
    ...(values.repo === undefined ? {} : { repos: new Set(values.repo) }),
  },
  async (engine, row) => {
    for (const [tokens, list] of answers) list.push(await ask(engine, row, tokens));
  },
);
const against = values.bm25 ? ['--against', await answerByWindows(rows)] : [];
for (const [tokens, list] of answers) {
  const answersFile = values.answers ?? join(work, `answers-${tokens}.jsonl`);
  writeFileSync(answersFile, list.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const sorted = list.map((one) => one.tokens).toSorted((a, b) => a - b);
  const lines = [
    `${list.length} questions; tokens of an answer: median ${sorted[sorted.length >> 1] ?? 0}, most ${sorted.at(-1) ?? 0}.`,
    ...(missing.size === 0 ? [] : [`Not fetched, left out: ${[...missing].join(', ')}.`]),
    '',
    '```',
    score(answersFile, ...against),
    '```',
  ];
  console.log(lines.join('\n'));
  if (values.write === true)
    recordResults(
      `regions-${tokens}${values.search ? '-search' : ''}`,
      `Changed lines shown by \`${values.search ? 'search_repo' : 'explore'}\` within ${tokens} tokens (development half)`,
      `npm run bench -- regions --every ${values.every} --tokens ${tokens}${values.search ? ' --search' : ''}${values.bm25 ? ' --bm25' : ''} --write`,
      lines,
    );
}
