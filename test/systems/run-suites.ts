/** Runs suites of tests on one system, and compares their failures with those that are known there. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { judge, type KnownFailure, type Report, type Verdict } from '../windows/judge.ts';
import type { Ended } from './confined.ts';

/** Arguments of vitest, and how long they may take. */
export interface Suite {
  name: string;
  args: readonly string[];
  /** Time limit: a suite that hangs is ended then. */
  seconds: number;
  env?: Readonly<Record<string, string>>;
}

export interface System {
  /** For people: `arm64, Node 24`. */
  title: string;
  /** Major version of Node. */
  node: string;
  /** The folder with the repository that the tests run in. */
  repository: string;
  known: readonly KnownFailure[];
  /** Runs Node with these arguments in the repository. */
  run: (args: readonly string[], options: { seconds: number; env: Readonly<Record<string, string>> }) => Promise<Ended>;
}

/** Far more than a test needs on an emulated processor: its own limit is against what hangs. */
const testMs = 900_000;

async function runSuite(system: System, suite: Suite): Promise<Verdict> {
  const folder = mkdtempSync(join(tmpdir(), 'systems-'));
  const report = join(folder, 'report.json');
  const limits = [`--testTimeout=${testMs}`, `--hookTimeout=${testMs}`];
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...suite.args, ...limits, ...reporters];
  const { code, output } = await system.run(args, { seconds: suite.seconds, env: suite.env ?? {} });
  try {
    const failed = (how: string): Verdict => ({
      passed: 0,
      known: 0,
      skipped: 0,
      wrong: [`${how}\n${output.slice(-2000)}`],
    });
    if (code === null) return failed(`did not end in ${suite.seconds} s`);
    if (!existsSync(report)) return failed(`ended without a report, exit code ${code}`);
    const { repository, node } = system;
    const verdict = judge(JSON.parse(readFileSync(report, 'utf8')) as Report, system.known, { repository, node });
    return verdict.passed + verdict.known === 0 ? failed('ran no test') : verdict;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function summary({ passed, known, skipped, wrong }: Verdict): string {
  const parts = [
    [passed, 'passed'],
    [known, 'failed as known'],
    [skipped, 'skipped'],
    [wrong.length, 'WRONG'],
  ] as const;
  return parts
    .filter(([count, name]) => count > 0 || name === 'passed')
    .map(([count, name]) => `${count} ${name}`)
    .join(', ');
}

/** Prints a line for each suite. Returns whether all failures were known, and all known ones failed. */
export async function runSuites(system: System, suites: readonly Suite[]): Promise<boolean> {
  console.log(system.title);
  const total: Verdict = { passed: 0, known: 0, skipped: 0, wrong: [] };
  for (const suite of suites) {
    const begun = performance.now();
    const verdict = await runSuite(system, suite);
    const seconds = ((performance.now() - begun) / 1000).toFixed(0);
    console.log(`${verdict.wrong.length === 0 ? 'ok   ' : 'WRONG'} ${suite.name}: ${summary(verdict)} (${seconds} s)`);
    for (const text of verdict.wrong) console.log(`  ${text}`);
    for (const count of ['passed', 'known', 'skipped'] as const) total[count] += verdict[count];
    total.wrong.push(...verdict.wrong);
  }
  console.log(`${system.title}: ${summary(total)}\n`);
  return total.wrong.length === 0;
}

export class NotReady extends Error {}

export interface CommandLine {
  /** Folder that stays, with what a run has made. */
  folder: string | undefined;
  suites: readonly Suite[];
  /** Other arguments: versions of Node. */
  rest: readonly string[];
}

/** `[--folder DIR] [--suite NAME]… [VERSION…]`. @throws NotReady where a suite does not exist */
export function readCommandLine(suites: readonly Suite[]): CommandLine {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { folder: { type: 'string' }, suite: { type: 'string', multiple: true } },
  });
  const wanted = values.suite ?? suites.map(({ name }) => name);
  const unknown = wanted.filter((name) => !suites.some((suite) => suite.name === name));
  if (unknown.length > 0)
    throw new NotReady(`no suite ${unknown.join(', ')}; there are: ${suites.map(({ name }) => name).join(', ')}`);
  return { folder: values.folder, suites: suites.filter(({ name }) => wanted.includes(name)), rest: positionals };
}

/** Runs a command of this folder: exit code 0 where it is true, 1 where a test is wrong, 2 where it cannot run here. */
export async function command(run: () => Promise<boolean>): Promise<void> {
  try {
    process.exitCode = (await run()) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof NotReady)) throw error;
    console.error(`cannot run: ${error.message}`);
    process.exitCode = 2;
  }
}
