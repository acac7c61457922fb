/** The tests of `npm run check -- --quick`: those that the changes reach; only the nearest where there are many. */
import { posix, relative } from 'node:path';
import { repository, start } from './repository.ts';

/** This many test files run within half a minute, together with the other steps of the quick check. */
const maxFiles = 15;

export interface QuickTests {
  /** Relative to the repository. */
  files: string[];
  /** Number of further test files that the changes reach; they are left to the full check. */
  left: number;
}

/** Files that a test reads by their paths, so that no import leads from it to them. */
const readByPath: readonly { data: RegExp; test: string }[] = [
  { data: /^src\/languages\/[^/]+\/(sample|golden)\//, test: 'src/languages/languages.test.ts' },
];

function testsReading(changed: readonly string[]): string[] {
  return readByPath.filter(({ data }) => changed.some((path) => data.test(path))).map(({ test }) => test);
}

/**
 * The distance of a test from the nearest changed file: that file, its own test, its folder, its room; tests of whole
 * programs come last.
 */
function distance(test: string, changed: readonly string[]): number {
  if (changed.includes(test)) return 0;
  const testedFile = test.replace(/\.test\.ts$/, '.ts');
  if (changed.includes(testedFile)) return 1;
  const folder = posix.dirname(test);
  if (changed.some((path) => posix.dirname(path) === folder)) return 2;
  const room = test.split('/', 2).join('/');
  if (changed.some((path) => path.startsWith(`${room}/`))) return 3;
  return test.startsWith('test/') ? 5 : 4;
}

/** @param reached tests that load a changed file */
export function nearestTests(reached: readonly string[], changed: readonly string[]): QuickTests {
  const reading = testsReading(changed);
  const sorted = [...new Set([...reached, ...reading])]
    .map((test) => ({ test, far: reading.includes(test) ? 0 : distance(test, changed) }))
    .toSorted((a, b) => a.far - b.far || (a.test < b.test ? -1 : 1));
  // Tests that were changed, or that read a changed file by its path, always run.
  const count = Math.max(maxFiles, sorted.filter(({ far }) => far === 0).length);
  return { files: sorted.slice(0, count).map(({ test }) => test), left: Math.max(0, sorted.length - count) };
}

async function linesOf(program: string, args: readonly string[]): Promise<string[]> {
  const { code, stdout } = await start(program, args);
  return code === 0 ? stdout.split('\n').filter(Boolean) : [];
}

/** The commit at which this branch left the main one; HEAD on the main branch. */
async function branchStart(): Promise<string> {
  for (const main of ['origin/HEAD', 'main']) {
    const [base] = await linesOf('git', ['merge-base', 'HEAD', main]);
    if (base !== undefined) return base;
  }
  return 'HEAD';
}

/** The files that have changed since a commit, committed or not; relative to the repository. @param base by default where the branch began */
export async function changedFiles(base?: string): Promise<string[]> {
  return [
    ...(await linesOf('git', ['diff', '--name-only', '--diff-filter=d', base ?? (await branchStart())])),
    ...(await linesOf('git', ['ls-files', '--others', '--exclude-standard'])),
  ];
}

/** The tests for all changes since the branch began. */
export async function quickTests(): Promise<QuickTests> {
  const base = await branchStart();
  const changed = await changedFiles(base);
  const { code, stdout, output } = await start('vitest', ['list', '--filesOnly', '--json', '--changed', base]);
  if (code !== 0) throw new Error(`vitest did not list the changed tests: ${output}`);
  const listed = JSON.parse(stdout.slice(stdout.indexOf('['))) as { file: string }[];
  const reached = [...new Set(listed.map(({ file }) => relative(repository, file).replaceAll('\\', '/')))];
  return nearestTests(reached, changed);
}
