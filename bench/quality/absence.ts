/**
 * `npm run bench -- absence [--set semble…] [--per 40] [--fit] [--write]`: whether an answer says so where a project has nothing of what is asked.
 * Questions of the evaluation pack are asked of their own project and of others: `--per` of each kind for each project, by a fixed seed. A
 * question of another project may have an answer all the same (most web frameworks have sessions), and counts as wrong. `--fit` prints the
 * coefficients that fit best; the constants in src/search/hybrid/presence.ts come from `--set semble --set history --fit`.
 */
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../src/config/load.ts';
import { openEngine } from '../../src/engine/engine.ts';
import type { Evidence } from '../../src/model/search.ts';
import { leastPresence, presence } from '../../src/search/hybrid/presence.ts';
import { seededRandom } from '../../test/faults/random.ts';
import { EvaluationPack, type EvaluationRow } from '../lib/evaluation.ts';
import { fitLogistic } from '../lib/logistic.ts';
import { recordResults } from '../lib/results.ts';

const { values } = parseArgs({
  options: {
    eval: { type: 'string' },
    work: { type: 'string' },
    set: { type: 'string', multiple: true, default: ['regions'] },
    per: { type: 'string', default: '40' },
    fit: { type: 'boolean', default: false },
    show: { type: 'boolean', default: false },
    write: { type: 'boolean' },
  },
});
const pack = new EvaluationPack(values.eval);
const work = values.work ?? join(tmpdir(), 'code-scout-absence');
mkdirSync(work, { recursive: true });
const per = Number(values.per);

interface Asked {
  repo: string;
  query: string;
  isRight: boolean;
  evidence: Evidence;
}

const rows = values.set.flatMap((set) => pack.rows(set));
const random = seededRandom(20261129);
const asked: Asked[] = [];
const missing: string[] = [];

function sample(from: readonly EvaluationRow[]): EvaluationRow[] {
  const left = [...from];
  const chosen: EvaluationRow[] = [];
  while (chosen.length < per && left.length > 0) chosen.push(...left.splice(random(left.length), 1));
  return chosen;
}

for (const [repo, own] of Map.groupBy(rows, (row) => row.repo)) {
  const root = await pack.checkout(repo, own[0]!.commit, work);
  if (root === null) {
    missing.push(repo);
    continue;
  }
  const flags = { 'database.path': ':memory:', 'search.cacheSize': '0' };
  const { config } = loadConfig({ root, flags, env: new Map(), userConfigDir: null });
  const engine = await openEngine({ root, config, indexing: 'inline' });
  await engine.index({ embeddings: true });
  const others = rows.filter((row) => row.repo !== repo);
  for (const [isRight, questions] of [
    [true, sample(own)],
    [false, sample(others)],
  ] as const)
    for (const { query } of questions) {
      const { evidence } = await engine.explore({ query, files: 5, chosen: 0, seen: new Set() });
      asked.push({ repo, query, isRight, evidence });
    }
  await engine.close();
  console.log(`${repo}: ${asked.length} questions so far`);
}

/** The share of pairs of a right and a wrong question in which the right one has the higher presence. */
function areaUnderCurve(right: readonly number[], wrong: readonly number[]): number {
  let won = 0;
  for (const a of right) for (const b of wrong) won += a > b ? 1 : a === b ? 0.5 : 0;
  return won / (right.length * wrong.length);
}

const presences = (isRight: boolean, of: (evidence: Evidence) => number): number[] =>
  asked.filter((one) => one.isRight === isRight).map(({ evidence }) => of(evidence));
const share = (numbers: readonly number[], least: number): string =>
  `${((100 * numbers.filter((one) => one >= least).length) / numbers.length).toFixed(1)} %`;

function line(title: string, of: (evidence: Evidence) => number): string {
  const [right, wrong] = [presences(true, of), presences(false, of)];
  const tenth = right.toSorted((a, b) => a - b)[Math.floor(right.length / 10)]!;
  return `| ${title} | ${right.length} | ${wrong.length} | ${areaUnderCurve(right, wrong).toFixed(3)} | ${share(wrong, tenth)} | ${share(right, leastPresence)} | ${share(wrong, leastPresence)} |`;
}

const lines = [
  ...(missing.length === 0 ? [] : [`Not fetched, left out: ${missing.join(', ')}.`, '']),
  `Questions of ${values.set.join(', ')}, asked of their own project (right) and of others (wrong).`,
  '',
  `| search | right | wrong | area under the curve | wrong ones kept where 90 % of the right ones are | right ones kept at ${leastPresence} | wrong ones kept |`,
  '|---|---|---|---|---|---|---|',
  line('words and meaning', presence),
  line('words alone', (evidence) => presence({ ...evidence, similarity: null })),
];
console.log(lines.join('\n'));
if (values.show)
  for (const { repo, query, isRight, evidence } of asked)
    console.log(
      `${isRight ? 'right' : 'wrong'} ${presence(evidence).toFixed(2)} ${repo} | ${query.slice(0, 100).replaceAll('\n', ' ')}`,
    );
if (values.fit) {
  const names = ['found', 'absent', 'unknownNames', 'length', 'similarity', 'words'] as const;
  for (const used of [names, names.filter((name) => name !== 'similarity')]) {
    const inputs = asked.map(({ evidence }) =>
      used.map((name) => (name === 'length' ? Math.log(1 + evidence.length) : (evidence[name] ?? 0))),
    );
    const weights = fitLogistic(
      inputs,
      asked.map(({ isRight }) => isRight),
    );
    console.log(['base', ...used].map((name, at) => `${name} ${weights[at]!.toFixed(2)}`).join(', '));
  }
}
if (values.write === true)
  recordResults(
    'absence',
    'Questions that a project has no answer to',
    `npm run bench -- absence --set ${values.set.join(' --set ')} --per ${per} --write`,
    lines,
  );
