/**
 * Runs several processes on one index with edits, questions, ends and kills, and checks everything at the end: the long
 * form for `bench -- processes`, a short one for tests.
 */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { differences, indexContent, withStore } from '../../test/faults/index-content.ts';
import { isKnownInIndexFolder } from '../../test/faults/kill-rounds.ts';
import { run } from '../../test/faults/program.ts';
import { seededRandom, type Random } from '../../test/faults/random.ts';
import { AnswerTally, type Ask } from './answer-tally.ts';
import { ChangingProject } from './changing-project.ts';
import { Questions } from './expected-answers.ts';
import { ProcessCrowd, type Member } from './process-crowd.ts';

export interface CrowdRunOptions {
  /** An empty folder. */
  folder: string;
  entry: string;
  processes: number;
  seconds: number;
  seed: number;
  files: number;
  editsPerSecond: number;
  /** The average time between two ends or kills of servers. */
  secondsBetweenEnds: number;
  /**
   * On a slow machine the questions continue after the time is over until this many answers were true, but at most for
   * a minute.
   */
  answersWanted: number;
  /** How many questions are asked at a time. */
  askers: number;
  /** The number of names about which each process is asked everything at the end. */
  namesAtEnd: number;
  onWrong?: (what: string) => void;
}

export interface CrowdReport {
  tally: AnswerTally;
  crowd: ProcessCrowd;
  edits: number;
  /** The time until an ended server was gone (ms). */
  ends: number[];
  /** The answers at the end, when no work was left. */
  quiet: AnswerTally;
  secondsUntilQuiet: number;
  problems: string[];
}

/** How long a question is repeated while its answer says that it is behind (ms). */
const patienceMs = 60_000;

interface Run extends CrowdRunOptions {
  project: ChangingProject;
  crowd: ProcessCrowd;
  tally: AnswerTally;
  random: Random;
  questions: Questions;
  report: CrowdReport;
  endsAt: number;
}

const isOver = ({ endsAt }: Run): boolean => performance.now() > endsAt;

function isAsked({ endsAt, tally, answersWanted }: Run): boolean {
  const beyond = performance.now() - endsAt;
  return beyond > 60_000 || (beyond > 0 && tally.counts.true >= answersWanted);
}

export async function runCrowd(options: CrowdRunOptions): Promise<CrowdReport> {
  const { folder, entry, seed } = options;
  const [root, home] = [join(folder, 'project'), join(folder, 'home')];
  mkdirSync(home, { recursive: true });
  const random = seededRandom(seed);
  const project = new ChangingProject(root, options.files, seededRandom(seed + 1000));
  const crowd = new ProcessCrowd({ root, home, entry, random: seededRandom(seed + 2000) });
  const [tally, quiet] = [new AnswerTally(), new AnswerTally()];
  tally.onWrong = (wrong) => options.onWrong?.(JSON.stringify(wrong, null, 1));
  quiet.onWrong = (wrong) => options.onWrong?.(`at rest: ${JSON.stringify(wrong, null, 1)}`);
  const report = { tally, crowd, quiet, edits: 0, ends: [], secondsUntilQuiet: 0, problems: [] };
  const questions = new Questions(project, seededRandom(seed + 3000));
  const current: Run = { ...options, project, crowd, tally, random, questions, report, endsAt: Infinity };
  await Promise.all(Array.from({ length: Math.max(1, options.processes - 1) }, () => crowd.start()));
  current.endsAt = performance.now() + options.seconds * 1000;
  await Promise.all([
    editAll(current),
    sample(current),
    endSome(current),
    commands(current),
    ...Array.from({ length: options.askers }, () => askAll(current)),
  ]);
  await checkAtRest(current);
  return report;
}

/** Does not wait longer than the run lasts. */
function pause({ endsAt }: Run, ms: number): Promise<void> {
  return sleep(Math.min(ms, Math.max(0, endsAt - performance.now())));
}

function reportProblem(current: Run, what: string): void {
  current.report.problems.push(what);
  current.onWrong?.(what);
}

async function editAll(current: Run): Promise<void> {
  const { random, project, tally, report } = current;
  while (!isOver(current)) {
    await pause(current, random(2000 / current.editsPerSecond));
    if (isOver(current)) break;
    const isBurst = random(Math.ceil(current.editsPerSecond * 40)) === 0;
    tally.edited(project.edit(isBurst));
    report.edits++;
    // A second write within, or nearly within, the time resolution of the file system.
    if (random(5) > 0) continue;
    await sleep(random(8));
    tally.edited(project.edit());
    report.edits++;
  }
}

async function askAll(current: Run): Promise<void> {
  const { random, crowd } = current;
  while (!isAsked(current)) {
    // Half of the questions come at once, so that many follow an edit immediately.
    await sleep(random(2) === 0 ? 0 : random(200));
    const member = crowd.any;
    if (member === null) await sleep(100);
    else await askOne(current, askOf(current, member));
  }
}

function askOf({ questions }: Run, { name, server }: Member): Ask {
  const question = questions.any();
  return { question, process: name, call: () => server.call(question.tool, question.args) };
}

async function askOne(current: Run, ask: Ask): Promise<void> {
  const { tally } = current;
  const verdict = await tally.ask(ask);
  if (verdict !== 'behind' || current.random(4) > 0) return;
  const isTrue = await tally.follow(ask, patienceMs);
  if (!isTrue)
    reportProblem(current, `${ask.process} said for ${patienceMs / 1000} s that it is behind: ${ask.question.kind}`);
}

async function sample(current: Run): Promise<void> {
  for (let at = 0; !isOver(current); at++) {
    current.crowd.recordLocks();
    if (at % 40 === 0) current.crowd.recordCosts();
    await sleep(25);
  }
  current.crowd.recordCosts();
}

/** Ends and kills servers, including the writer, and starts others. */
async function endSome(current: Run): Promise<void> {
  const { random, crowd, report } = current;
  while (!isOver(current)) {
    await pause(current, random(current.secondsBetweenEnds * 2000));
    const kind = random(3);
    const member = (kind === 2 ? crowd.writer : null) ?? crowd.any;
    if (member === null || isOver(current)) continue;
    if (kind === 0) report.ends.push(await crowd.end(member));
    else crowd.kill(member);
    await sleep(random(1000));
    await crowd.start();
  }
}

async function commands(current: Run): Promise<void> {
  const { random, crowd, questions } = current;
  while (!isOver(current)) {
    await pause(current, random(4000));
    if (random(3) === 0) {
      const { error } = await crowd.command(random(6) === 0 ? ['index', '--force'] : ['index']);
      if (error !== null) reportProblem(current, `index: ${error}`);
      continue;
    }
    const question = questions.any();
    const { command } = question;
    if (command === null) continue;
    await askOne(current, { question, process: `command ${command.join(' ')}`, call: () => crowd.command(command) });
  }
}

/** Asks each process everything, compares the index with one made from nothing, and checks the remaining files. */
async function checkAtRest(current: Run): Promise<void> {
  const { crowd, report, project, questions, namesAtEnd } = current;
  const began = performance.now();
  for (const member of crowd.members) await untilQuiet(current, member);
  report.secondsUntilQuiet = (performance.now() - began) / 1000;
  const names = project.names.filter((_, at, all) => at % Math.ceil(all.length / namesAtEnd) === 0);
  for (const { name, server } of crowd.members) {
    for (const question of [...names.flatMap((one) => questions.everyKind(one))]) {
      const call = (): ReturnType<typeof server.call> => server.call(question.tool, question.args);
      await report.quiet.ask({ question, process: name, call });
    }
  }
  crowd.recordCosts();
  while (crowd.members.length > 0) report.ends.push(await crowd.end(crowd.members[0]!));
  for (const problem of crowd.unexpected) reportProblem(current, problem);
  for (const process of crowd.leftBehind()) reportProblem(current, `left behind: ${process}`);
  for (const problem of await indexProblems(current)) reportProblem(current, problem);
}

async function untilQuiet(current: Run, { name, server }: Member): Promise<void> {
  const began = performance.now();
  let note: unknown = null;
  for (let still = 0; still < 3; await sleep(100)) {
    const status = (await server.call('code-scout_status', {}))?.data ?? {};
    note = (status['freshness'] as { note?: string | null } | undefined)?.note ?? null;
    const embedding = (status['embedding'] as { state?: string } | undefined)?.state;
    still = note === null && status['status'] === 'idle' && embedding !== 'working' ? still + 1 : 0;
    if (performance.now() - began > patienceMs) {
      reportProblem(
        current,
        `${name} still has work to do ${patienceMs / 1000} s after the last edit: ${JSON.stringify(status).slice(0, 600)}`,
      );
      return;
    }
  }
}

/**
 * Problems of the index that the processes left: differences from one made from nothing, and unknown files in its
 * folder.
 */
async function indexProblems({ project: { root }, folder, entry }: Run): Promise<string[]> {
  const problems: string[] = [];
  const indexFolder = join(root, '.code-scout');
  const strange = readdirSync(indexFolder).filter((name) => !isKnownInIndexFolder(name, 'database.db'));
  if (strange.length > 0) problems.push(`unknown files beside the index: ${strange.join(', ')}`);
  const rebuilt = join(folder, 'rebuilt', 'database.db');
  const { code, stderr } = await run(['--db', rebuilt, 'index'], { cwd: root, entry });
  if (code !== 0) return [...problems, `the rebuild ended with ${code}: ${stderr}`];
  const expected = await withStore(rebuilt, indexContent);
  await withStore(join(indexFolder, 'database.db'), async (store) => {
    problems.push(...(await store.check()).map(({ what }) => `check: ${what}`));
    const different = differences(await indexContent(store), expected);
    if (different.length > 0)
      problems.push(
        `${different.length} lines differ from a rebuild: ${different.slice(0, 6).join('\n    ').slice(0, 2000)}`,
      );
  });
  return problems;
}
