/**
 * `npm run test:windows [-- [--folder DIR] [--suite NAME] [--file PATH] [--patience FACTOR] [--resume] [VERSION…]]`: our tests under
 * Windows' Node (22, 24 and 26, or the given versions), on Wine. Each suite's report stays in the folder; with `--resume` a suite that has one is judged by it and not run again.
 * Test files that are named, or whose paths begin so, run as one suite instead. On a busy machine a factor lengthens all time limits.
 * What a suite did is written into the table of docs/contributing/windows.md.
 * What is missing is made first, in a folder that stays (under the system's temporary folder unless given): Debian's Wine, Node's programs for
 * Windows, the packages with their native parts for Windows. Nothing of it is installed on the machine.
 * The exit code is 0 exactly when each suite ended, every failure is one of `known-failures.ts`, and each of those still fails.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { at } from '../../scripts/lib/repository.ts';
import { judge, type Report, type Verdict } from './judge.ts';
import { knownFailures } from './known-failures.ts';
import { withSeen } from './seen.ts';
import { suites, type Suite } from './suites.ts';
import { done } from '../systems/made.ts';
import { NotReady } from '../systems/run-suites.ts';
import { patienceMs } from '../../src/util/testing/until.ts';
import { installForWindows, missing, prepareNode, prepareWine, runNode, takeFile, type Wine } from './wine.ts';

const defaultVersions = ['22', '24', '26'];
const reportFile = 'windows-report.json';
const page = at('docs', 'contributing', 'windows.md');

/** Vitest's report of a suite that ended; null where it did not end, or made none. */
interface Run {
  /** When it ended, in UTC. */
  date: string;
  /** Of the repository whose copy ran. */
  commit: string;
  seconds: number;
  report: Report | null;
  /** The last lines of standard output and error where there is no report. */
  problem: string;
}

async function runSuite(wine: Wine, version: string, suite: Suite, patience: number, commit: string): Promise<Run> {
  takeFile(wine, reportFile);
  // Tests have at least the limits of vitest.config.ts, longer than the patience of code that waits, which then says for what.
  const limits = ['test', 'hook'].map((what) => `--${what}Timeout=${2 * patienceMs * Math.max(1, patience)}`);
  const seconds = suite.seconds * patience;
  const reporters = ['--reporter=verbose', '--reporter=json', `--outputFile.json=${reportFile}`];
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...suite.paths, ...limits, ...reporters];
  const env: Record<string, string> = suite.installed === true ? { TESTED_ENTRY: wine.installedEntry } : {};
  const began = performance.now();
  const { code, output } = await runNode(wine, version, args, { seconds, env });
  const text = takeFile(wine, reportFile);
  const how = code === null ? `did not end in ${seconds} s` : `ended without a report, exit code ${code}`;
  return {
    date: new Date().toISOString(),
    commit,
    seconds: Math.round((performance.now() - began) / 1000),
    report: code === null || text === null ? null : (JSON.parse(text) as Report),
    problem: `${suite.name} ${how}\n${output.slice(-1000)}`,
  };
}

/** The run that a suite had in this folder; null where it had none. */
function earlierRun(file: string): Run | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Run) : null;
}

function judgeRun({ report, problem }: Run, wine: Wine, version: string): Verdict {
  if (report === null) return { passed: 0, known: 0, skipped: 0, wrong: [problem] };
  return judge(report, knownFailures, { repository: wine.repository, node: version.split('.')[0]! });
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      folder: { type: 'string' },
      suite: { type: 'string', multiple: true },
      file: { type: 'string', multiple: true },
      patience: { type: 'string', default: '1' },
      resume: { type: 'boolean', default: false },
    },
  });
  const versions = positionals.length > 0 ? positionals : defaultVersions;
  const chosen =
    values.file === undefined
      ? suites.filter(({ name }) => values.suite?.includes(name) ?? true)
      : [{ name: 'files', paths: values.file, seconds: 3600 }];
  if (chosen.length === 0) {
    console.error(`no such suite; there are: ${suites.map(({ name }) => name).join(', ')}`);
    return 2;
  }
  const patience = Number(values.patience);
  if (!(patience > 0)) {
    console.error('--patience is a factor, such as 3');
    return 2;
  }
  const lack = missing();
  if (lack !== null) {
    console.error(`cannot run: ${lack}`);
    return 2;
  }
  const say = (text: string): void => console.log(`making: ${text}`);
  const folder = values.folder ?? join(tmpdir(), 'code-scout-windows');
  const wine = await prepareWine(folder, say);
  if (chosen.some((suite) => suite.installed === true)) {
    say('the packed program, installed');
    await installForWindows(wine);
  }
  const commit = (await done('git', ['rev-parse', '--short=8', 'HEAD'])).trim();
  let isRight = true;
  for (const version of versions) {
    await prepareNode(wine, version);
    const { output } = await runNode(wine, version, ['--version'], { seconds: 120 });
    console.log(`Windows’ Node ${output.trim().split('\n').at(-1)}`);
    for (const suite of chosen) {
      const file = join(folder, 'reports', version, `${suite.name.replaceAll('/', '-')}.json`);
      const earlier = values.resume ? earlierRun(file) : null;
      const run = earlier ?? (await runSuite(wine, version, suite, patience, commit));
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(run));
      const verdict = judgeRun(run, wine, version);
      isRight &&= verdict.wrong.length === 0;
      if (values.file === undefined) {
        const seen = { suite: suite.name, node: version.split('.')[0]!, verdict, date: run.date, commit: run.commit };
        writeFileSync(
          page,
          withSeen(
            readFileSync(page, 'utf8'),
            seen,
            suites.map(({ name }) => name),
          ),
        );
      }
      console.log(
        `${verdict.wrong.length === 0 ? 'ok   ' : 'WRONG'} ${suite.name}: ${verdict.passed} passed, ${verdict.known} known, ${run.seconds} s, ${run.date}`,
      );
      for (const text of verdict.wrong) console.log(`  ${text}`);
    }
  }
  return isRight ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof NotReady)) throw error;
  console.error(`cannot run: ${error.message}`);
  process.exitCode = 2;
}
