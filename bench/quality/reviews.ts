/**
 * `npm run bench -- reviews REPOSITORY… [--merges 20] [--comments FOLDER] [--entry dist/bin.js] [--write]`: the script of the action for pull requests, run for
 * the last merges of real histories, each checked out as a CI job has it and compared with its first parent. It counts what the rules find and how long the
 * comments are, and checks the tests to run: how many of the existing tests that a merge changed are among the first ten when `changes` sees only the rest
 * of the merge. `--comments` keeps the comments, to be read.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../src/config/load.ts';
import { openEngine } from '../../src/engine/engine.ts';
import { classifyPath } from '../../src/source/walk/classify.ts';
import { hasTrait } from '../../src/model/file.ts';
import { reviewRules, type ReviewRule } from '../../src/model/review.ts';
import { repositoryRoot } from '../lib/evaluation.ts';
import { median } from '../lib/measure.ts';
import { recordResults } from '../lib/results.ts';
import { builtEntry, programAt } from '../lib/stdio-server.ts';
import { git } from './commit-sample.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    merges: { type: 'string', default: '20' },
    comments: { type: 'string' },
    entry: { type: 'string', default: builtEntry },
    write: { type: 'boolean' },
  },
});
const script = join(repositoryRoot, 'packaging', 'review', 'review.sh');
/** How many of the named tests count. */
const first = 10;

interface MergeResult {
  chars: number;
  findings: Record<ReviewRule, number>;
  /** Existing tests that the merge changed, and how many of them are named without its changes of tests. */
  tests: number;
  named: number;
}

function runScript(folder: string, base: string, sarif: string): string {
  const run = spawnSync('bash', [script], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1e8,
    env: {
      ...process.env,
      REVIEW_PROGRAM: `${process.execPath} ${programAt(values.entry)}`,
      REVIEW_BASE: base,
      REVIEW_SARIF: sarif,
    },
  });
  if (run.status !== 0) throw new Error(`the script ended with ${run.status}: ${run.stderr}`);
  return run.stdout;
}

function findingsOf(sarif: string): Record<ReviewRule, number> {
  const { runs } = JSON.parse(readFileSync(sarif, 'utf8')) as { runs: { results: { ruleId: string }[] }[] };
  const count = (rule: ReviewRule): number => runs[0]!.results.filter(({ ruleId }) => ruleId === rule).length;
  return Object.fromEntries(reviewRules.map((rule) => [rule, count(rule)])) as Record<ReviewRule, number>;
}

async function namedTests(folder: string, base: string): Promise<string[]> {
  const { config } = loadConfig({ root: folder, env: new Map(), userConfigDir: null });
  const engine = await openEngine({ root: folder, config, indexing: 'inline' });
  try {
    const { tests } = await engine.changes.of({ base, withoutTests: true });
    return tests.slice(0, first).map(({ path }) => path);
  } finally {
    await engine.close();
  }
}

async function reviewMerges(source: string): Promise<{ name: string; merges: MergeResult[] }> {
  const name = basename(source) === 'repo' ? basename(join(source, '..')) : basename(source);
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'code-scout-reviews-')));
  const folder = join(top, 'tree');
  const merges: MergeResult[] = [];
  try {
    git(top, ['clone', '--quiet', '--shared', '--no-checkout', source, folder]);
    const ids = git(folder, ['log', '--merges', '--first-parent', '--format=%H', `--max-count=${values.merges}`]);
    for (const id of ids.split('\n').filter((one) => one !== '')) {
      git(folder, ['checkout', '--quiet', '--force', '--detach', id]);
      const base = git(folder, ['rev-parse', `${id}^1`]).trim();
      const sarif = join(top, 'findings.sarif');
      const comment = runScript(folder, base, sarif);
      if (values.comments !== undefined) {
        mkdirSync(values.comments, { recursive: true });
        writeFileSync(join(values.comments, `${basename(name)}-${id.slice(0, 9)}.md`), comment);
      }
      const changed = git(folder, ['diff', '--name-only', '--diff-filter=M', base, id]).split('\n');
      const tests = changed.filter((path) => path !== '' && hasTrait(classifyPath(path), 'test'));
      const known = new Set(tests.length === 0 ? [] : await namedTests(folder, base));
      merges.push({
        chars: comment.length,
        findings: findingsOf(sarif),
        tests: Math.min(first, tests.length),
        named: tests.filter((path) => known.has(path)).length,
      });
    }
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
  return { name, merges };
}

const lines = [
  `The script of \`packaging/review\` for the last merges of ${positionals.length} histories, each compared with its first parent.`,
  '',
  `| history | merges | characters of a comment, median | longest | ${reviewRules.join(' | ')} | existing tests that merges changed (at most ten each) | of them among the first ten |`,
  `|---|---|---|---|${reviewRules.map(() => '---').join('|')}|---|---|`,
];
for (const source of positionals) {
  const { name, merges } = await reviewMerges(source);
  const sum = (of: (merge: MergeResult) => number): number => merges.reduce((all, merge) => all + of(merge), 0);
  const chars = merges.map((one) => one.chars);
  const rules = reviewRules.map((rule) => {
    const mergesWith = merges.filter(({ findings }) => findings[rule] > 0).length;
    return `${sum(({ findings }) => findings[rule])} in ${mergesWith}`;
  });
  lines.push(
    `| ${name} | ${merges.length} | ${Math.round(median(chars))} | ${Math.max(...chars)} | ${rules.join(' | ')} | ${sum(({ tests }) => tests)} | ${sum(({ named }) => named)} |`,
  );
  console.log(lines.at(-1));
}
lines.push('', 'Findings: how many, and in how many merges.');
console.log(lines.join('\n'));
if (values.write === true)
  recordResults(
    'reviews',
    'Reviews of merges',
    `npm run bench -- reviews REPOSITORY… --merges ${values.merges} --write`,
    lines,
  );
