/**
 * Runs a program that may be poisoned by its input: it gets so much time and memory, and no more.
 * Invariant: the program has ended when this resolves.
 */
import { processMemory } from './process-memory.ts';
import { runProgram, type ProgramRequest } from './start-program.ts';

export interface LimitedRequest extends Omit<ProgramRequest, 'onOutput' | 'onError'> {
  timeMs: number;
  /** Of the program's own memory in use; only Linux reports it. */
  memoryBytes: number;
  signal?: AbortSignal;
}

export interface LimitedEnd {
  /** `exit`: by itself, or by a signal of somebody else. */
  by: 'exit' | 'time' | 'memory' | 'output' | 'cancelled';
  /** Null where a signal ended it. */
  code: number | null;
  output: string;
  /** The last of what it said on standard error. */
  errors: string;
}

const lookEveryMs = 250;
const maxOutput = 16 * 1024 * 1024;
const maxErrors = 16 * 1024;

/** Rejects only where the program cannot be started. */
export async function runLimited({ timeMs, memoryBytes, signal, ...request }: LimitedRequest): Promise<LimitedEnd> {
  const output: Buffer[] = [];
  let [length, errors, by] = [0, '', 'exit' as LimitedEnd['by']];
  const running = await runProgram({
    ...request,
    onOutput: (chunk) => {
      length += chunk.length;
      if (length > maxOutput) stop('output');
      else output.push(chunk);
    },
    onError: (chunk) => {
      errors = (errors + chunk.toString('utf8')).slice(-maxErrors);
    },
  });
  const stop = (why: LimitedEnd['by']): void => {
    if (by === 'exit') by = why;
    running.kill();
  };
  const cancel = (): void => stop('cancelled');
  const timer = setTimeout(() => stop('time'), timeMs);
  const watch = setInterval(() => {
    if ((processMemory(running.pid)?.own ?? 0) > memoryBytes) stop('memory');
  }, lookEveryMs);
  signal?.addEventListener('abort', cancel, { once: true });
  if (signal?.aborted === true) cancel();
  const code = await running.ended;
  clearTimeout(timer);
  clearInterval(watch);
  signal?.removeEventListener('abort', cancel);
  return { by, code, output: Buffer.concat(output).toString('utf8'), errors };
}
