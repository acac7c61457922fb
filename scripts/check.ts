/**
 * `npm run check`: everything that CI does; `npm run check -- types lint` runs some of it; `npm run check -- --quick` the static steps and the
 * tests nearest to what has changed, in a minute.
 * Invariant: exit code 0 exactly when every step that was asked for passed; the last line counts the tests.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { quickTests } from './lib/quick-tests.ts';
import { repository, start } from './lib/repository.ts';
import { takeNetworkAway } from './offline/network-namespace.ts';
import { networkVariable } from './offline/refusals.ts';

interface StepResult {
  ok: boolean;
  output: string;
}

interface TestCounts {
  passed: number;
  failed: number;
}

interface Step {
  name: string;
  run: () => Promise<StepResult>;
}

function program(name: string, command: string, args: readonly string[]): Step {
  return {
    name,
    run: async () => {
      const { code, output } = await start(command, args);
      return { ok: code === 0, output };
    },
  };
}

let tests: TestCounts | null = null;

/** The part of vitest's JSON report that is read here. */
interface TestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; startTime: number; endTime: number }[];
}

/** The reporter's rows of dots. Without them, more of the errors fits where only the end of a long output is shown. */
const rowsOfDots = /^·+/gm;

const slowestShown = 5;

function slowest(testResults: TestReport['testResults']): string {
  const files = testResults.map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }));
  const worst = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, slowestShown);
  return worst.map(({ name, seconds }) => `${relative(repository, name)} ${seconds.toFixed(0)} s`).join(', ');
}

interface TestRun extends StepResult {
  counts: TestCounts;
  files: TestReport['testResults'];
}

/** The counts come from the JSON report; a suite that does not even load counts as one failure. */
async function runProject(
  project: string,
  { workers, prefix, only }: { workers: number; prefix: readonly string[]; only: readonly string[] },
): Promise<TestRun> {
  const folder = mkdtempSync(join(tmpdir(), 'check-'));
  const report = join(folder, 'vitest.json');
  try {
    const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
    const [program = '', ...args] = [
      ...prefix,
      'vitest',
      'run',
      '--project',
      project,
      `--maxWorkers=${workers}`,
      ...reporters,
      ...only,
      ...(only.length > 0 ? ['--passWithNoTests'] : []),
    ];
    const network = prefix.length > 0 ? 'namespace' : 'guard';
    const { code, output } = await start(program, args, { env: { NO_COLOR: '1', [networkVariable]: network } });
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as TestReport;
    const failed = numFailedTests === 0 && code !== 0 ? 1 : numFailedTests;
    const ok = code === 0 && failed === 0 && (numPassedTests > 0 || only.length > 0);
    return {
      ok,
      output: output.replaceAll(rowsOfDots, ''),
      counts: { passed: numPassedTests, failed },
      files: testResults,
    };
  } catch (error) {
    const output = `vitest wrote no report of ${project}: ${String(error)}`;
    return { ok: false, output, counts: { passed: 0, failed: 1 }, files: [] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * How many test files run at a time, by vitest project. On two cores vitest would run one, which leaves more than half of the time unused: many tests of
 * `parts` wait for processes, watchers and timers.
 */
const filesAtOnce: Readonly<Record<string, number>> = { parts: Math.max(2, availableParallelism() - 1), functions: 1 };

/** The tests of functions, which share one process, run beside the others. @param only files; none: all */
async function runTests(only: readonly string[] = []): Promise<StepResult> {
  const { prefix, how } = takeNetworkAway();
  console.log(prefix.length > 0 ? `tests without network: ${how}` : `tests refused the network by a preload (${how})`);
  const runs = await Promise.all(
    Object.entries(filesAtOnce).map(([project, workers]) => runProject(project, { workers, prefix, only })),
  );
  const sum = (of: keyof TestCounts): number => runs.reduce((total, { counts }) => total + counts[of], 0);
  tests = { passed: sum('passed'), failed: sum('failed') };
  console.log(`slowest tests: ${slowest(runs.flatMap(({ files }) => files))}`);
  const failed = runs.filter(({ ok }) => !ok);
  return { ok: failed.length === 0, output: failed.map(({ output }) => output).join('\n') };
}

/** Runs the tests that are nearest to what has changed. */
async function runQuickTests(): Promise<StepResult> {
  const { files, left } = await quickTests();
  const rest = left === 0 ? '' : `; ${left} more that the change reaches are left to the whole check`;
  console.log(`tests of what has changed: ${files.length} files${rest}`);
  return files.length === 0 ? { ok: true, output: '' } : runTests(files);
}

/** Steps of a group run side by side; the groups one after the other. */
const groups: readonly (readonly Step[])[] = [
  [
    program('format', 'oxfmt', ['--check']),
    program('lint', 'oxlint', ['--deny-warnings']),
    program('types', 'tsc', ['-p', '.']),
    program('page', 'tsc', ['-p', 'web', '--noEmit']),
    program('boundaries', 'node', ['scripts/check-boundaries.ts']),
    program('rooms', 'node', ['scripts/check-rooms.ts']),
    program('words', 'node', ['scripts/check-words.ts']),
    program('links', 'node', ['scripts/check-links.ts']),
    program('places', 'node', ['scripts/check-places.ts']),
    program('dependencies', 'node', ['scripts/check-dependencies.ts']),
    program('regexes', 'node', ['scripts/check-regexes.ts', '--changed']),
    program('unused', 'knip', ['--no-progress']),
    program('browser', 'node', ['scripts/browser.ts']),
    program('build', 'node', ['scripts/build.ts', '--if-changed']),
  ],
  [{ name: 'test', run: () => runTests() }],
  // Examples of the README need the build.
  [
    program('generated', 'node', ['scripts/gen.ts', '--check']),
    program('package', 'node', ['scripts/check-package.ts']),
  ],
];
const quickSteps = new Set([
  'format',
  'lint',
  'types',
  'page',
  'boundaries',
  'rooms',
  'words',
  'links',
  'places',
  'dependencies',
  'regexes',
  'generated',
]);
const quickGroups: readonly (readonly Step[])[] = [
  groups.flat().filter(({ name }) => quickSteps.has(name)),
  [{ name: 'test', run: runQuickTests }],
];
/** How many steps run at a time: CI has two cores. */
const atOnce = 2;

function report(name: string, { ok, output }: StepResult, seconds: number): void {
  console.log(`${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(12)} ${seconds.toFixed(1).padStart(6)} s`);
  if (!ok) console.log(output.trimEnd().replaceAll(/^/gm, '    '));
}

async function runStep(step: Step): Promise<boolean> {
  const started = performance.now();
  const result = await step.run().catch((error: unknown): StepResult => ({ ok: false, output: String(error) }));
  report(step.name, result, (performance.now() - started) / 1000);
  return result.ok;
}

/** Runs the steps of a group. Returns the names of those that failed. */
async function runGroup(steps: readonly Step[]): Promise<string[]> {
  const waiting = [...steps];
  const failed: string[] = [];
  const lane = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      if (!(await runStep(step))) failed.push(step.name);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return failed;
}

async function check(args: readonly string[]): Promise<number> {
  const isQuick = args.includes('--quick');
  const wanted = args.filter((arg) => arg !== '--quick');
  const names = groups.flat().map(({ name }) => name);
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    console.error(`No such step: ${unknown.join(', ')}. Steps: ${names.join(', ')}`);
    return 2;
  }
  const failed: string[] = [];
  const isWanted = ({ name }: Step): boolean => isQuick || wanted.length === 0 || wanted.includes(name);
  for (const group of isQuick ? quickGroups : groups) failed.push(...(await runGroup(group.filter(isWanted))));
  console.log(failed.length === 0 ? 'All steps passed.' : `Failed: ${failed.join(', ')}`);
  if (tests !== null) console.log(`${tests.passed} passed, ${tests.failed} failed`);
  return failed.length === 0 ? 0 : 1;
}

process.exitCode = await check(process.argv.slice(2));
