/**
 * `npm run bench -- absence [--set regions…] [--wrong 50] [--fitted] [--answers FILE] [--sample FILE] [--fit] [--write]`: whether an answer says so where
 * a project has nothing of what is asked. All questions of the sets are asked of their own projects, and `--wrong` questions of other projects are asked
 * of each project, chosen by a fixed seed. Projects with questions in `semble` or `history` are left out: the curve was fitted on these, and `--fitted`
 * measures them apart. `--answers` keeps what was answered, and a later run asks only projects that are not in that file. `--fit` prints the coefficients
 * that fit best; the constants in src/search/hybrid/presence.ts come from `--set semble --set history --fit`.
 *
 * A question of another project may have an answer all the same: most web frameworks have sessions. It counts as wrong, unless somebody read it
 * (`absence-read.tsv`). `--sample` writes 100 wrong pairs for reading, and reads no verdicts.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../src/config/load.ts';
import { openEngine } from '../../src/engine/engine.ts';
import type { Evidence } from '../../src/model/search.ts';
import { hasMissingWords, leastPresence, presence } from '../../src/search/hybrid/presence.ts';
import { EvaluationPack, type EvaluationRow } from '../lib/evaluation.ts';
import { fitLogistic } from '../lib/logistic.ts';
import { recordResults } from '../lib/results.ts';
import { pairsOf, readVerdicts, sampleOf, type Pair } from './absence-pairs.ts';

const { values } = parseArgs({
  options: {
    eval: { type: 'string' },
    work: { type: 'string' },
    set: { type: 'string', multiple: true, default: ['regions', 'mswe', 'swelite'] },
    wrong: { type: 'string', default: '50' },
    fitted: { type: 'boolean', default: false },
    answers: { type: 'string' },
    sample: { type: 'string' },
    fit: { type: 'boolean', default: false },
    show: { type: 'boolean', default: false },
    write: { type: 'boolean' },
  },
});
const pack = new EvaluationPack(values.eval);
const work = values.work ?? join(tmpdir(), 'code-scout-absence');
mkdirSync(work, { recursive: true });

/** The sets on which the curve was fitted. */
const fittedSets = ['semble', 'history'];
const readCount = 100;

interface Asked {
  id: string;
  repo: string;
  query: string;
  isRight: boolean;
  evidence: Evidence;
  /** The files that are shown first. */
  nearest: string[];
}

const earlier: Asked[] =
  values.answers === undefined || !existsSync(values.answers)
    ? []
    : readFileSync(values.answers, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Asked);
const answered = new Map(earlier.map((one) => [keyOf(one), one]));
const missing = new Set<string>();

function keyOf({ id, repo }: { id: string; repo: string }): string {
  return `${id} ${repo}`;
}

function dateOf({ row }: Pair): string {
  return row.date ?? '';
}

async function ask(repo: string, pairs: readonly Pair[]): Promise<Asked[]> {
  const known = pairs.map(({ row }) => answered.get(keyOf({ id: row.id, repo })));
  if (known.every((one) => one !== undefined)) return known;
  // The newest of the commits that the questions are about: an older one has not yet what later questions are about.
  const [newest] = pairs.filter(({ isRight }) => isRight).toSorted((a, b) => dateOf(b).localeCompare(dateOf(a)));
  const root = await pack.checkout(repo, newest!.row.commit, work);
  if (root === null) {
    missing.add(repo);
    return [];
  }
  const flags = { 'database.path': ':memory:', 'search.cacheSize': '0' };
  const { config } = loadConfig({ root, flags, env: new Map(), userConfigDir: null });
  const engine = await openEngine({ root, config, indexing: 'inline' });
  await engine.index({ embeddings: true });
  const asked: Asked[] = [];
  for (const { row, isRight } of pairs) {
    const { evidence, pieces } = await engine.explore({ query: row.query, files: 5, chosen: 0, seen: new Set() });
    const nearest = [...new Set(pieces.map(({ file }) => file.path))];
    asked.push({ id: row.id, repo, query: row.query, isRight, evidence, nearest });
  }
  await engine.close();
  if (values.answers !== undefined)
    appendFileSync(values.answers, asked.map((one) => `${JSON.stringify(one)}\n`).join(''));
  return asked;
}

async function askAll(rows: readonly EvaluationRow[]): Promise<Asked[]> {
  const all: Asked[] = [];
  for (const [repo, pairs] of Map.groupBy(pairsOf(rows, Number(values.wrong)), (pair) => pair.repo)) {
    all.push(...(await ask(repo, pairs)));
    console.log(`${repo}: ${all.length} questions so far`);
  }
  return all;
}

/** The share of pairs of a right and a wrong question in which the right one has the higher presence. */
function areaUnderCurve(right: readonly number[], wrong: readonly number[]): number {
  let won = 0;
  for (const a of right) for (const b of wrong) won += a > b ? 1 : a === b ? 0.5 : 0;
  return won / (right.length * wrong.length);
}

const share = (numbers: readonly number[], least: number): string =>
  `${((100 * numbers.filter((one) => one >= least).length) / numbers.length).toFixed(1)} %`;

/** Presence as the note takes it: a question all of whose words the project has keeps its answer. */
const withMissingWords = (evidence: Evidence, of: number): number => (hasMissingWords(evidence) ? of : 1);

function line(title: string, asked: readonly Asked[], of: (evidence: Evidence) => number): string {
  const presences = (isRight: boolean, take: (evidence: Evidence) => number): number[] =>
    asked.filter((one) => one.isRight === isRight).map(({ evidence }) => take(evidence));
  const area = areaUnderCurve(presences(true, of), presences(false, of));
  const ofNote = (evidence: Evidence): number => withMissingWords(evidence, of(evidence));
  const [right, wrong] = [presences(true, ofNote), presences(false, ofNote)];
  const tenth = right.toSorted((a, b) => a - b)[Math.floor(right.length / 10)]!;
  return `| ${title} | ${right.length} | ${wrong.length} | ${area.toFixed(3)} | ${share(wrong, tenth)} | ${share(right, leastPresence)} | ${share(wrong, leastPresence)} |`;
}

const withoutMeaning = (evidence: Evidence): number => presence({ ...evidence, similarity: null });

const fittedRows = fittedSets.flatMap((set) => pack.rows(set));
const fittedRepos = new Set(fittedRows.map(({ repo }) => repo));
const isFit = values.set.some((set) => fittedSets.includes(set));
const asked = await askAll(
  values.set.flatMap((set) => pack.rows(set)).filter(({ repo }) => isFit || !fittedRepos.has(repo)),
);
const fitted = values.fitted ? await askAll(fittedRows) : [];

if (values.sample !== undefined) {
  const text = sampleOf(asked, readCount).map(
    ({ id, repo, query, evidence, nearest }) =>
      `${id}\t${repo}\t${presence(evidence).toFixed(2)}\n${query.slice(0, 1500)}\n-> ${nearest.join(' ')}\n`,
  );
  writeFileSync(values.sample, text.join('\n'));
}

const verdicts = readVerdicts();
const readAs = (one: Asked): string | undefined => (one.isRight ? undefined : verdicts.get(keyOf(one)));
const read = asked.filter((one) => readAs(one) !== undefined);
const present = read.filter((one) => readAs(one) === 'present');
const lines = [
  ...(missing.size === 0 ? [] : [`Not fetched, left out: ${[...missing].join(', ')}.`, '']),
  `Questions of ${values.set.join(', ')}${isFit ? '' : ` about the ${new Set(asked.map(({ repo }) => repo)).size} projects that the curve was not fitted on`}, asked of their own project (right) and of others (wrong).`,
  'Each project is asked at the newest commit of its questions: it has what earlier ones asked for, and mostly their fixes too.',
  `Of ${read.length} wrong ones that somebody read (\`bench/quality/absence-read.tsv\`) the project has what ${present.length} are about all the same.`,
  '',
  `| search | right | wrong | area under the curve | wrong ones kept where 90 % of the right ones are | right ones kept at ${leastPresence} | wrong ones kept |`,
  '|---|---|---|---|---|---|---|',
  line('words and meaning', asked, presence),
  line('words alone', asked, withoutMeaning),
  ...(present.length === 0
    ? []
    : [
        line(
          'words and meaning, without those read as present',
          asked.filter((one) => readAs(one) !== 'present'),
          presence,
        ),
      ]),
  ...(read.length === 0
    ? []
    : [
        line(
          'words and meaning, of the wrong ones those read as absent',
          asked.filter((one) => one.isRight || readAs(one) === 'absent'),
          presence,
        ),
      ]),
  ...(fitted.length === 0
    ? []
    : [
        line('fitted: semble and history, words and meaning', fitted, presence),
        line('fitted, words alone', fitted, withoutMeaning),
      ]),
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
    `npm run bench -- absence --set ${values.set.join(' --set ')} --wrong ${values.wrong}${values.fitted ? ' --fitted' : ''} --write`,
    lines,
  );
