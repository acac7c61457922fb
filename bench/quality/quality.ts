/**
 * `npm run bench -- quality [SET…] [--by lang] [--by category] [--write]`: the ranking of `code-scout_search` on the
 * evaluation pack; with `--repo` the hybrid search of `search_repo`, which gets the question unchanged
 * (bench/quality/ranking.ts measures its signals). `--every 4` asks every fourth question only.
 * The tags are the query's five rarest words that the index has. Words that name something in it (a file, a folder, a
 * definition, an import) come first. With `--words any` rarity alone decides, and words without a subject take part.
 * Sets: semble (index limited to the benchmark's subfolder), semble-whole, history, mswe, swelite. Every question is
 * asked at its own commit, on an index that is updated incrementally.
 * `--rescore` scores (and with `--write` records) the answers that the last run left in the work folder.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Engine } from '../../src/engine/types.ts';
import { EvaluationPack, type EvaluationRow, type Score } from '../lib/evaluation.ts';
import { askSet, questionSets, type QuestionSet } from '../lib/questions.ts';
import { rarestWords, type WordChoice } from './rarest-words.ts';
import { recordResults } from '../lib/results.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    by: { type: 'string', multiple: true, default: [] },
    write: { type: 'boolean' },
    eval: { type: 'string' },
    work: { type: 'string' },
    keep: { type: 'boolean' },
    rescore: { type: 'boolean' },
    words: { type: 'string', default: 'named' },
    repo: { type: 'boolean' },
    every: { type: 'string', default: '1' },
  },
});
const choice: WordChoice = values.words === 'any' ? 'any' : 'named';
const pack = new EvaluationPack(values.eval);
const work = values.work ?? join(tmpdir(), 'code-scout-quality');
mkdirSync(work, { recursive: true });

/** The files that answer a question, best first. */
async function ask(engine: Engine, query: string): Promise<string[]> {
  if (values.repo === true) {
    const { hits } = await engine.searchRepo({ query, limit: 50 });
    return hits.map(({ file }) => file.path);
  }
  const tags = await rarestWords(engine, query, 5, choice);
  const { hits } = tags.length === 0 ? { hits: [] } : await engine.searchTags({ tags, limit: 50 });
  return hits.map(({ path }) => path);
}

async function answerSet(
  plan: QuestionSet,
): Promise<{ rows: EvaluationRow[]; answers: Map<string, string[]>; missing: Set<string> }> {
  const answers = new Map<string, string[]>();
  const options = {
    pack,
    work,
    every: Number(values.every),
    embeddings: values.repo === true,
    keep: values.keep === true,
  };
  const { rows, missing } = await askSet(plan, options, async (engine, row, prefix) => {
    const files = await ask(engine, row.query);
    answers.set(
      row.id,
      files.map((path) => prefix + path),
    );
  });
  return { rows, answers, missing };
}

function lastAnswers(plan: QuestionSet): Awaited<ReturnType<typeof answerSet>> {
  const out = join(work, `${plan.name}.out`);
  const read = <T>(file: string): T[] =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as T);
  const answers = read<{ id: string; files: string[] }>(`${out}.answers.jsonl`);
  return {
    rows: read<EvaluationRow>(`${out}.truth.jsonl`),
    answers: new Map(answers.map(({ id, files }) => [id, files])),
    missing: new Set(),
  };
}

const lines: string[] = [
  '| set | queries | NDCG@10 | recall@10 | MRR | baseline NDCG@10 / recall@10 / MRR |',
  '|---|---|---|---|---|---|',
];
const published = [
  '',
  'Published NDCG@10 on semble, weighted to this half (subfolder; BASELINES.md): semble .837, CodeRankEmbed hybrid .834, gitnexus .619, codegraph .533.',
];
/** Grouped by what `--by` names. */
const parts: string[] = ['', '| set | part | queries | NDCG@10 | recall@10 | MRR |', '|---|---|---|---|---|---|'];
for (const plan of questionSets.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
  const started = performance.now();
  const { rows, answers, missing } = values.rescore === true ? lastAnswers(plan) : await answerSet(plan);
  const out = join(work, `${plan.name}.out`);
  const score: Score = pack.scoreFiles(rows, answers, out);
  const [ndcg, recall, mrr] = plan.baseline;
  lines.push(
    `| ${plan.name} | ${score.queries} | ${score.ndcg10.toFixed(3)} | ${score.recall10.toFixed(3)} | ${score.mrr.toFixed(3)} | ${ndcg.toFixed(3)} / ${recall.toFixed(3)} / ${mrr.toFixed(3)} |`,
  );
  console.log(lines[lines.length - 1], `${((performance.now() - started) / 1000).toFixed(0)} s`);
  if (missing.size > 0) console.log(`  not fetched, skipped: ${[...missing].join(', ')}`);
  for (const by of values.by) {
    for (const [key, part] of Object.entries(pack.scoreFiles(rows, answers, out, by).by ?? {})) {
      if (key === 'undefined') continue;
      const { n, ndcg10, recall10, mrr } = part;
      parts.push(
        `| ${plan.name} | ${key} | ${n} | ${ndcg10.toFixed(3)} | ${recall10.toFixed(3)} | ${mrr.toFixed(3)} |`,
      );
    }
  }
}
if (values.repo === true) lines.push(...published);
if (values.by.length > 0) lines.push(...parts);
console.log(['', ...lines].join('\n'));
if (values.write === true) {
  const key = values.repo === true ? 'ranking' : choice === 'named' ? 'quality' : 'quality-any';
  const tags = `Tag search on the evaluation pack (development half), five rarest words ${choice === 'named' ? 'that name something first' : 'whatever they are'}`;
  const title = values.repo === true ? 'Hybrid search on the evaluation pack (development half)' : tags;
  const asked =
    values.repo === true
      ? `--repo --every ${values.every}${values.by.map((by) => ` --by ${by}`).join('')}`
      : `--words ${choice}`;
  recordResults(key, title, `npm run bench -- quality ${asked} --write`, lines);
}
