/**
 * `npm run bench -- changes REPOSITORY… [--commits 200] [--seed 1] [--first 10] [--earlier-tests] [--failures]
 * [--write]`: how often the existing tests that real commits changed are among the first that `changes` names, when it
 * sees only the rest of the commit. Repositories are git folders with their history (`git clone
 * https://github.com/go-chi/chi`). Each commit is checked out in a temporary clone and indexed incrementally.
 * `--earlier-tests` restores the tests to their state before the commit, so that not even their links reveal the
 * change. The exit code is 1 when the target is missed.
 */
import { parseArgs } from 'node:util';
import { ownProcess, tuneForIndexing } from '../../src/runtime/v8-settings.ts';
import { runRepository, type CommitResult, type RepositoryResult } from './changed-tests.ts';
import { median } from '../lib/measure.ts';
import { recordResults } from '../lib/results.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    commits: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    first: { type: 'string', default: '10' },
    'earlier-tests': { type: 'boolean', default: false },
    failures: { type: 'boolean' },
    write: { type: 'boolean' },
  },
});
/** The share of commits whose changed tests are among the first ten. */
const target = 0.7;
const first = Number(values.first);
const earlierTests = values['earlier-tests'];

interface Score {
  /** The share of commits of which at least one test is named, and the share of those of which all tests are. */
  any: number;
  all: number;
  /** The share of tests over all commits, and the mean of each commit's share. */
  tests: number;
  mean: number;
  /** The largest possible share of tests, because a commit may change more tests than are named. */
  possible: number;
}

function scoreOf(commits: readonly CommitResult[], named: (commit: CommitResult) => readonly string[]): Score {
  const counts = commits.map((commit) => {
    const known = new Set(named(commit));
    return { found: commit.tests.filter((path) => known.has(path)).length, of: commit.tests.length };
  });
  const share = (sum: number): number => (commits.length === 0 ? 0 : sum / commits.length);
  const of = counts.reduce((sum, one) => sum + one.of, 0);
  return {
    any: share(counts.filter(({ found }) => found > 0).length),
    all: share(counts.filter((one) => one.found === one.of).length),
    tests: of === 0 ? 0 : counts.reduce((sum, { found }) => sum + found, 0) / of,
    mean: share(counts.reduce((sum, one) => sum + one.found / one.of, 0)),
    possible: of === 0 ? 0 : counts.reduce((sum, one) => sum + Math.min(first, one.of), 0) / of,
  };
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

function row(name: string, commits: readonly CommitResult[]): string {
  const [ours, baseline] = [scoreOf(commits, (one) => one.named), scoreOf(commits, (one) => one.baseline)];
  const tests = commits.reduce((sum, one) => sum + one.tests.length, 0);
  const scores = [ours, baseline].flatMap(({ tests: share, mean, any, all }) => [share, mean, any, all].map(percent));
  const ms = commits.length === 0 ? '' : median(commits.map(({ warmMs }) => warmMs)).toFixed(0);
  return `| ${[name, commits.length, tests, ...scores, ms].join(' | ')} |`;
}

ownProcess();
tuneForIndexing();
const results: RepositoryResult[] = [];
const each = Math.ceil(Number(values.commits) / Math.max(1, positionals.length));
for (const source of positionals) {
  const result = await runRepository(source, { commits: each, seed: Number(values.seed), earlierTests, first });
  results.push(result);
  console.error(row(result.name, result.commits));
  if (values.failures === true)
    for (const { id, tests, named } of result.commits)
      for (const path of tests.filter((one) => !named.includes(one)))
        console.error(`${result.name} ${id.slice(0, 10)} ${path}; named ${named.slice(0, 5).join(', ')}`);
}
const all = results.flatMap(({ commits }) => commits);
const skipped = results.reduce((sum, one) => sum + one.skipped, 0);
const total = scoreOf(all, (one) => one.named);
const lines = [
  `${all.length} commits (seed ${values.seed}; ${skipped} more have no changed definition and are skipped). \`changes\` is asked about the files that are not tests. ${earlierTests ? 'Tests are in their state before the commit.' : 'All files are in the state of the commit.'} Share of the changed tests that existed before and are among the first ${first} named: of all tests, mean of the commits, commits with at least one, commits with all. Then the same for tests that are chosen by their names alone.`,
  '',
  '| repository | commits | tests | of tests | mean | any | all | names: of tests | mean | any | all | warm ms |',
  '|---|---|---|---|---|---|---|---|---|---|---|---|',
  ...results.map(({ name, commits }) => row(name, commits)),
  row('all', all),
  '',
  `Target: in ${percent(target)} of the commits all of their tests are among the first ${first}; ${percent(total.all)}. Of the tests ${percent(total.tests)}; at most ${percent(total.possible)} are possible.`,
];
console.log(lines.join('\n'));
if (values.write === true)
  recordResults(
    earlierTests ? 'changes-earlier-tests' : 'changes',
    earlierTests ? 'Tests for a change, with the tests in their earlier state' : 'Tests for a change',
    `npm run bench -- changes REPOSITORY… --commits ${values.commits}${earlierTests ? ' --earlier-tests' : ''} --write`,
    lines,
  );
process.exitCode = total.all >= target ? 0 : 1;
