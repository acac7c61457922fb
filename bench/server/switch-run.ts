/**
 * `git checkout` of another branch under a running server that is asked questions at a steady pace, whether it answers
 * or not.
 * Invariant: a question is sent at its scheduled time, so that a blocking answer counts for all questions that it
 * delays.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../../test/faults/random.ts';
import { AnswerTally } from './answer-tally.ts';
import { ChangingProject } from './changing-project.ts';
import { Questions } from './expected-answers.ts';
import { rested, StdioServer } from '../lib/stdio-server.ts';

export interface SwitchOptions {
  /** An empty folder. */
  folder: string;
  entry: string;
  /** The number of files that differ between the branches; a sixth as many are the same in both. */
  files: number;
  seed: number;
  /** The number of switches, back and forth. */
  switches: number;
  questionsPerSecond: number;
  /** The limit for the time until the index is up to date. */
  patienceSeconds: number;
  /** The duration of the questions before the first switch. It passes twice: the first time is the warm-up. */
  warmSeconds: number;
  onWrong?: (what: string) => void;
}

export interface AnswerTime {
  kind: string;
  ms: number;
  /** When it was asked: seconds after the beginning. */
  at: number;
}

export interface SwitchResult {
  checkoutSeconds: number;
  /** From the end of the switch until the last answer that said that it may be behind. */
  secondsUntilTrue: number;
  /** From the end of the switch until all background work is done, including vectors. */
  secondsUntilQuiet: number;
  cpuSeconds: number;
  memoryMb: number;
  /** Answers from the beginning of the checkout until all work was done. */
  during: AnswerTime[];
  tally: AnswerTally;
}

export interface SwitchReport {
  /** Answers before the first switch. */
  warm: AnswerTime[];
  results: SwitchResult[];
  /** Answers after the last switch, when all work was done. */
  quiet: AnswerTally;
  problems: string[];
}

interface Run extends SwitchOptions {
  root: string;
  project: ChangingProject;
  questions: Questions;
  server: StdioServer;
}

function git(root: string, ...args: string[]): void {
  const identity = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com', '-c', 'gc.auto=0'];
  const { status, stderr } = spawnSync('git', [...identity, ...args], { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
}

function gitInBackground(root: string, ...args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', args, { cwd: root, stdio: 'ignore' });
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`git ${args.join(' ')}: ${code}`))));
  });
}

export async function switchBranches(options: SwitchOptions): Promise<SwitchReport> {
  const { folder, entry, files, seed } = options;
  const [root, home] = [join(folder, 'project'), join(folder, 'home')];
  mkdirSync(home, { recursive: true });
  const project = new ChangingProject(root, Math.ceil(files * 1.2), seededRandom(seed));
  writeFileSync(join(root, '.gitignore'), '.code-scout/\n');
  git(root, 'init', '-q', '-b', 'main');
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'One');
  const main = project.snapshot();
  project.vary(files);
  git(root, 'checkout', '-q', '-b', 'other');
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'Two');
  const other = project.snapshot();
  git(root, 'checkout', '-q', 'main');
  project.adopt(main);
  const server = new StdioServer({ root, entry, env: { HOME: home, XDG_CONFIG_HOME: home } });
  const questions = new Questions(project, seededRandom(seed + 1));
  const current: Run = { ...options, root, project, questions, server };
  const report: SwitchReport = { warm: [], results: [], quiet: new AnswerTally(), problems: [] };
  await server.open();
  await server.call('code-scout_index', { background: false });
  await untilQuiet(current);
  const [first, before] = [new AnswerTally(), [] as AnswerTime[]];
  for (const times of [[], before])
    await askFor(current, { tally: first, times }, () => sleep(options.warmSeconds * 1000));
  report.warm = before;
  for (let at = 0; at < options.switches; at++) {
    const [branch, model] = at % 2 === 0 ? (['other', other] as const) : (['main', main] as const);
    report.results.push(await switchOnce(current, branch, () => project.adopt(model)));
  }
  await checkAtRest(current, report);
  await server.close();
  return report;
}

async function switchOnce(current: Run, branch: string, adopt: () => void): Promise<SwitchResult> {
  const { server, root, onWrong } = current;
  const tally = new AnswerTally();
  tally.onWrong = (wrong) => onWrong?.(JSON.stringify(wrong, null, 1));
  const result = { checkoutSeconds: 0, secondsUntilTrue: 0, secondsUntilQuiet: 0, cpuSeconds: 0, memoryMb: 0 };
  const [during, cpu, began] = [[] as AnswerTime[], server.cpu(), performance.now()];
  const since = (from: number): number => (performance.now() - from) / 1000;
  let ended = Infinity;
  const onBehind = (): void => {
    if (ended < Infinity) result.secondsUntilTrue = since(ended);
  };
  tally.isInMotion = true;
  await askFor(current, { tally, times: during, onBehind }, async () => {
    await gitInBackground(root, 'checkout', '-q', branch);
    adopt();
    tally.edited(`checkout ${branch}`);
    tally.isInMotion = false;
    ended = performance.now();
    result.checkoutSeconds = (ended - began) / 1000;
    await untilQuiet(current);
    result.secondsUntilQuiet = since(ended);
    result.cpuSeconds = (server.cpu() - cpu) / 1000;
    result.memoryMb = server.memory();
  });
  // Questions continue afterwards; their answers count, but their times do not.
  await askFor(current, { tally, times: [], onBehind }, () => sleep(2000));
  return { ...result, during, tally };
}

interface Asking {
  tally: AnswerTally;
  times: AnswerTime[];
  /** Called for each answer that says that it may be behind. */
  onBehind?: () => void;
}

/** Asks questions at a steady pace while something goes on. */
async function askFor(
  { questions, server, questionsPerSecond }: Run,
  { tally, times, onBehind }: Asking,
  work: () => Promise<void>,
): Promise<void> {
  const [open, began] = [new Set<Promise<void>>(), performance.now()];
  let isOver = false;
  const ask = async (): Promise<void> => {
    const question = questions.any();
    const asked = performance.now();
    const call = (): ReturnType<StdioServer['call']> => server.call(question.tool, question.args);
    const verdict = await tally.ask({ question, process: 'server', call });
    times.push({ kind: question.kind, ms: performance.now() - asked, at: (asked - began) / 1000 });
    if (verdict === 'behind') onBehind?.();
  };
  const asking = (async () => {
    for (let at = 1; !isOver && !server.hasEnded; at++) {
      await sleep(Math.max(0, began + (at * 1000) / questionsPerSecond - performance.now()));
      const asked = ask().finally(() => open.delete(asked));
      open.add(asked);
    }
  })();
  await work().finally(() => (isOver = true));
  await asking;
  await Promise.all(open);
}

/** Waits until the index is up to date and no work is under way, including vectors. */
async function untilQuiet({ server, patienceSeconds }: Run): Promise<void> {
  const began = performance.now();
  for (let still = 0; still < 3; await sleep(150)) {
    const status = (await server.call('code-scout_status', {}))?.data ?? {};
    const { note = null } = (status['freshness'] ?? {}) as { note?: string | null };
    const { state } = (status['embedding'] ?? {}) as { state?: string };
    still = note === null && status['status'] === 'idle' && state !== 'working' ? still + 1 : 0;
    if (performance.now() - began > patienceSeconds * 1000 || server.hasEnded)
      throw new Error(
        `still has work to do after ${patienceSeconds} s: ${JSON.stringify(status).slice(0, 500)} ${server.errors}`,
      );
  }
}

async function checkAtRest(current: Run, { quiet, problems }: SwitchReport): Promise<void> {
  const { server, project, questions, onWrong } = current;
  quiet.onWrong = (wrong) => onWrong?.(`at rest: ${JSON.stringify(wrong, null, 1)}`);
  await rested(server, server.cpu());
  const { names } = project;
  for (const name of names.filter((_, at) => at % Math.ceil(names.length / 60) === 0)) {
    for (const question of questions.everyKind(name))
      await quiet.ask({ question, process: 'server', call: () => server.call(question.tool, question.args) });
  }
  if (quiet.counts.behind > 0) problems.push(`${quiet.counts.behind} answers at rest said that they may be behind`);
}
