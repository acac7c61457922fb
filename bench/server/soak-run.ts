/**
 * One server for a long time, at a steady pace of edits and questions, with all tools: what is wrong, and what grows.
 * Invariant: the pace is constant from the first minute to the last, so growth comes from the server.
 */
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../../test/faults/random.ts';
import { AnswerTally } from './answer-tally.ts';
import { ChangingProject } from './changing-project.ts';
import { Questions } from './expected-answers.ts';
import { rested, StdioServer } from '../lib/stdio-server.ts';

export interface SoakOptions {
  /** An empty folder. */
  folder: string;
  entry: string;
  seconds: number;
  seed: number;
  files: number;
  questionsPerSecond: number;
  editsPerSecond: number;
  /** The time between two samples. */
  secondsBetweenSamples: number;
  onSample?: (sample: SoakSample) => void;
  onWrong?: (what: string) => void;
}

export interface SoakSample {
  /** Seconds since the start. */
  seconds: number;
  memoryMb: number;
  descriptors: number;
  threads: number;
  /** The size of the index's files. */
  indexMb: number;
  files: number;
  cpuSeconds: number;
  questions: number;
  wrong: number;
}

export interface SoakReport {
  samples: SoakSample[];
  tally: AnswerTally;
  edits: number;
  problems: string[];
}

function folderBytes(folder: string): number {
  let bytes = 0;
  for (const name of readdirSync(folder)) bytes += statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  return bytes;
}

export async function soak(options: SoakOptions): Promise<SoakReport> {
  const { folder, entry, seed, seconds } = options;
  const [root, home] = [join(folder, 'project'), join(folder, 'home')];
  mkdirSync(home, { recursive: true });
  const project = new ChangingProject(root, options.files, seededRandom(seed));
  const questions = new Questions(project, seededRandom(seed + 1));
  const server = new StdioServer({ root, entry, env: { HOME: home, XDG_CONFIG_HOME: home } });
  const tally = new AnswerTally();
  tally.onWrong = (wrong) => options.onWrong?.(JSON.stringify(wrong, null, 1));
  const report: SoakReport = { samples: [], tally, edits: 0, problems: [] };
  await server.open();
  await server.call('code-scout_index', { background: false });
  await rested(server, server.cpu());
  const began = performance.now();
  const elapsed = (): number => (performance.now() - began) / 1000;
  const isOver = (): boolean => elapsed() > seconds || server.hasEnded;
  const inTurn = async (perSecond: number, act: () => Promise<void> | void): Promise<void> => {
    for (let at = 1; !isOver(); at++) {
      await sleep(Math.max(0, (at / perSecond - elapsed()) * 1000));
      if (!isOver()) await act();
    }
  };
  const ask = async (): Promise<void> => {
    const question = questions.any();
    await tally.ask({ question, process: 'server', call: () => server.call(question.tool, question.args) });
  };
  const take = (): void => {
    const sample = sampleOf(server, project, tally, elapsed());
    report.samples.push(sample);
    options.onSample?.(sample);
  };
  take();
  await Promise.all([
    inTurn(options.questionsPerSecond, ask),
    inTurn(options.editsPerSecond, () => {
      // As many files are deleted as are made, so that the project does not grow.
      const edit = project.files.size > options.files * 1.02 ? project.deleteAny() : project.edit();
      tally.edited(edit);
      report.edits++;
    }),
    inTurn(1 / options.secondsBetweenSamples, take),
  ]);
  if (server.hasEnded) report.problems.push(`the server ended: ${server.errors}`);
  await server.close();
  return report;
}

function sampleOf(server: StdioServer, project: ChangingProject, tally: AnswerTally, seconds: number): SoakSample {
  return {
    ...{ seconds, memoryMb: server.memory(), descriptors: server.descriptors(), threads: server.threads() },
    indexMb: folderBytes(join(project.root, '.code-scout')) / 2 ** 20,
    ...{ files: project.files.size, cpuSeconds: server.cpu() / 1000 },
    ...{ questions: tally.questions, wrong: tally.counts.wrong },
  };
}

/** The mean of the last third of the time divided by that of the second third; 1 means no growth. */
export function growth(samples: readonly SoakSample[], of: (sample: SoakSample) => number): number {
  const end = samples.at(-1)?.seconds ?? 0;
  const mean = (from: number, to: number): number => {
    const some = samples.filter(({ seconds }) => seconds > end * from && seconds <= end * to).map(of);
    return some.reduce((sum, one) => sum + one, 0) / some.length;
  };
  return mean(2 / 3, 1) / mean(1 / 3, 2 / 3);
}
