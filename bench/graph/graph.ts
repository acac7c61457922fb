/**
 * `npm run bench -- graph [calls] [refs] [stackgraphs] [microcg] [--repo PART] [--eval DIR] [--work DIR] [--write]`:
 * the links of the first tier on the evaluation pack, made by the collector and the linker alone, beside the targets
 * and the simplest baselines; and how much of each repository is linked. Repositories come from `EVAL_MIRROR`. Rows of
 * languages without a linker are not answered; the table shows their number.
 */
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { EvaluationPack } from '../lib/evaluation.ts';
import {
  callsCollector,
  readRows,
  refsCollector,
  scoreAnswers,
  type CallsAnswer,
  type CallsRow,
  type GraphRow,
  type RefsAnswer,
  type RefsRow,
} from './graph-sets.ts';
import { openTree, type TreeCost } from './graph-tree.ts';
import { openLanguages } from './graph-languages.ts';
import { reportMicrocg, reportStackgraphs } from './graph-programs-report.ts';
import { recordResults } from '../lib/results.ts';

type SetName = 'calls' | 'refs' | 'stackgraphs' | 'microcg';

/** By set and language: the target (precision / recall), and the scores of the simplest method in BASELINES.md. */
const plans: Readonly<Record<string, string>> = {
  'calls typescript': '0.99 / 0.88 | by name alone: 0.217 / 0.921',
  'calls python': '0.95 / 0.75 | by name alone: 0.876 / 0.997',
  'refs typescript': '0.97 / 0.95 | word search: 0.112 / 0.970',
};

const conventions = [
  "Conventions of the evaluation's truth that the answers follow:",
  '',
  '- An anonymous default export belongs to its module: calls in it are calls of the module, and it is never a callee.',
  '- A member with a computed key has no name: calls in it are calls of the enclosing function, and it is never a callee.',
  '- Overloads, merged declarations, and a type and a value of one name are one symbol, represented by its first declaration.',
  '- A call of a class without a constructor, own or inherited, is a call of the class. Rendering (JSX) is not a call.',
  '- A property of an object literal refers to the property of the expected type, even if that is inherited.',
  '- `f.call()` and `f.apply()` are not calls of `f`, and a property that holds a function is not called.',
  '- A call of a parameter is left out: the truth has no calls of functions that are handed on.',
  '- Imports and re-exports are links like any other; the scorer ignores their lines.',
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    repo: { type: 'string', default: '' },
    eval: { type: 'string' },
    work: { type: 'string' },
    write: { type: 'boolean' },
  },
});
const pack = new EvaluationPack(values.eval);
const work = values.work ?? join(tmpdir(), 'code-scout-graph');
mkdirSync(work, { recursive: true });

function asked(set: SetName): boolean {
  return positionals.length === 0 || positionals.includes(set);
}

const languages = await openLanguages();

function isLinked({ lang }: GraphRow): boolean {
  return languages.some(({ rows }) => rows.includes(lang));
}

function rowsOf<T extends GraphRow>(set: SetName): { row: T; text: string }[] {
  return asked(set) ? readRows<T>(pack.folder, set).filter(({ row }) => row.repo.includes(values.repo)) : [];
}

const calls = rowsOf<CallsRow>('calls');
const refs = rowsOf<RefsRow>('refs');
const callsAnswers: CallsAnswer[] = [];
const refsAnswers: RefsAnswer[] = [];
const costs: [repo: string, cost: TreeCost][] = [];
const missing = new Set<string>();

const linked = [...calls, ...refs].map(({ row }) => row).filter(isLinked);
for (const [place, rows] of Map.groupBy(linked, ({ repo, commit }) => `${repo}@${commit}`)) {
  const { repo, commit } = rows[0]!;
  const root = await pack.checkout(repo, commit, work);
  if (root === null) {
    missing.add(repo);
    continue;
  }
  const tree = openTree(root, languages);
  const isHere = ({ row }: { row: GraphRow }): boolean => `${row.repo}@${row.commit}` === place && isLinked(row);
  const edges = callsCollector(calls.filter(isHere).map(({ row }) => row));
  const lines = refsCollector(
    tree.program,
    refs.filter(isHere).map(({ row }) => row),
  );
  costs.push([
    repo,
    tree.linkAll((file, site, links) => {
      edges.visit(file, site, links);
      lines.visit(file, site, links);
    }),
  ]);
  callsAnswers.push(...edges.answers());
  refsAnswers.push(...lines.answers());
}

/** The rows of one set's table: languages with a linker are scored, others are counted. */
function scoreLines(
  set: 'calls' | 'refs',
  rows: readonly { row: GraphRow; text: string }[],
  answers: readonly (CallsAnswer | RefsAnswer)[],
): string[] {
  const present = rows.filter(({ row }) => !missing.has(row.repo));
  const lines: string[] = [];
  for (const [lang, group] of Map.groupBy(present, ({ row }) => row.lang)) {
    if (!isLinked(group[0]!.row)) {
      lines.push(`| ${set} | ${lang} | ${group.length} | | not answered: no linker yet | | | | |`);
      continue;
    }
    const ids = new Set(group.map(({ row }) => row.id));
    const score = scoreAnswers(
      { pack: pack.folder, set, out: join(work, `${set}-${lang}`) },
      group.map(({ text }) => text),
      answers.filter(({ id }) => ids.has(id)),
    );
    const overComplete = (figure: number): string => (score.complete === 0 ? '' : figure.toFixed(4));
    const beside = plans[`${set} ${lang}`] ?? ' | ';
    lines.push(
      `| ${set} | ${lang} | ${group.length} | ${score.complete} | ${overComplete(score.precision)} | ${score.recall.toFixed(4)} | ${overComplete(score.f1)} | ${beside} |`,
    );
  }
  return lines;
}

function shareLine([repo, cost]: [string, TreeCost]): string {
  const { files, megabytes, sites, linked: found, external } = cost;
  const share = (count: number): string => `${((count / Math.max(sites, 1)) * 100).toFixed(1)}%`;
  const rest = sites - found - external;
  return `| ${repo} | ${files} | ${megabytes.toFixed(1)} | ${sites} | ${share(found)} / ${share(external)} / ${share(rest)} |`;
}

function totalCost(): TreeCost {
  const total: TreeCost = { files: 0, megabytes: 0, sites: 0, linked: 0, external: 0, extractionS: 0, linkingS: 0 };
  for (const [, cost] of costs) for (const key of Object.keys(total) as (keyof TreeCost)[]) total[key] += cost[key];
  return total;
}

const trees = [
  '| set | language | cases | of them with complete truth (precision) | precision | recall | F1 | target (precision / recall) | simplest baseline (precision / recall) |',
  '|---|---|---|---|---|---|---|---|---|',
  ...scoreLines('calls', calls, callsAnswers),
  ...scoreLines('refs', refs, refsAnswers),
  '',
  '| repository | files | MB | sites | linked / external / unresolved |',
  '|---|---|---|---|---|',
  ...costs.map(shareLine),
  shareLine(['all', totalCost()]),
  '',
  ...conventions,
];
const input = { pack, languages, work, repo: values.repo };
const body = [
  ...(asked('calls') || asked('refs') ? [...trees, ''] : []),
  ...(asked('stackgraphs') ? [...(await reportStackgraphs(input)), ''] : []),
  ...(asked('microcg') ? await reportMicrocg(input) : []),
];
console.log(body.join('\n'));
if (missing.size > 0) console.log(`not fetched, skipped: ${[...missing].join(', ')}`);
if (values.write === true) {
  recordResults(
    'graph',
    'Links of the first tier on the evaluation pack (development half)',
    'npm run bench -- graph --write',
    body,
  );
}
