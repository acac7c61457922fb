/**
 * The thread that runs the inputs. It is a thread because parsers run in threads, whose stack is a fraction of a process's: some texts end only those.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { openTargets } from '../targets/table.ts';
import { Coverage, type CoveredCode } from './coverage.ts';
import type { Input, Verdict } from './target.ts';

export interface WorkerData {
  target: string;
  coverage: boolean;
  /** The number of inputs that were begun. */
  begun: SharedArrayBuffer;
  /** Limit for one input. */
  cpuMs: number;
}

export interface Batch {
  inputs: readonly Input[];
  /** Code that inputs have run in processes before this one: it is not new. */
  known: CoveredCode | null;
}

export interface WorkerAnswer {
  /** Of the first inputs of the batch; of all, unless `isSpoiled`. */
  verdicts: Verdict[];
  isSpoiled: boolean;
  /** Code that the batch has run, and none before it. */
  code: CoveredCode;
  /** Of the process so far: processor time (ms) and the most memory that it had (bytes). */
  cpuMs: number;
  peak: number;
  /** As this thread has it now. */
  memory: NodeJS.MemoryUsage;
}

const noCode: CoveredCode = new Map();

const port = parentPort;
const { target: name, coverage: isCovered, begun, cpuMs: cpuLimitMs } = workerData as WorkerData;

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // The frames below ours say nothing.
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => line.trimStart().startsWith('at ') && !line.includes('/fuzz/lib/'));
  const cause = error.cause instanceof Error ? `\ncaused by ${error.cause.message}` : '';
  return `${error.name}: ${error.message}${cause}\n${frames.slice(0, 8).join('\n')}`;
}

async function begin(): Promise<void> {
  const counter = new Int32Array(begun);
  let coverage: Coverage | null = null;
  if (isCovered) {
    coverage = new Coverage();
    await coverage.start();
  }
  const target = await (await openTargets(name)).open();
  if (coverage !== null) coverage.add(await coverage.newCode());

  const runOne = async (input: Input): Promise<Verdict> => {
    Atomics.add(counter, 0, 1);
    const from = cpuMs();
    try {
      await target.run(input);
    } catch (error) {
      return { kind: 'error', message: describe(error) };
    }
    const took = cpuMs() - from;
    return took > cpuLimitMs
      ? { kind: 'time', message: `${Math.round(took)} ms of processor time` }
      : { kind: 'passed', isNew: false };
  };

  const runBatch = async ({ inputs, known }: Batch): Promise<Pick<WorkerAnswer, 'verdicts' | 'code'>> => {
    if (known !== null) coverage?.add(known);
    const verdicts: Verdict[] = [];
    for (const input of inputs) {
      verdicts.push(await runOne(input));
      if (target.isSpoiled?.() === true) return { verdicts, code: noCode };
    }
    // Reading the coverage takes longer than many inputs: only where a batch has run new code, each of its inputs is run again with a reading of its own.
    const byBatch = await coverage?.newCode();
    if (coverage === null || byBatch === undefined || byBatch.size === 0) return { verdicts, code: noCode };
    for (const [at, input] of inputs.entries()) {
      const verdict = verdicts[at];
      if (verdict?.kind !== 'passed' || target.isSpoiled?.() === true) continue;
      await runOne(input);
      const byInput = await coverage.newCode();
      coverage.add(byInput);
      verdict.isNew = byInput.size > 0;
    }
    // Code that runs only once, such as the making of a table, would be new for ever.
    coverage.add(byBatch);
    return { verdicts, code: byBatch };
  };

  let turn = Promise.resolve();
  port?.on('message', (batch: Batch) => {
    turn = turn.then(async () => {
      const answer = await runBatch(batch);
      port.postMessage({
        ...answer,
        isSpoiled: target.isSpoiled?.() === true,
        cpuMs: cpuMs(),
        peak: process.resourceUsage().maxRSS * 1024,
        memory: process.memoryUsage(),
      } satisfies WorkerAnswer);
    });
  });
  port?.postMessage('ready');
}

void begin();
