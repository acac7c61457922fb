/** Has a job of the indexer done in a thread beside this process, which ends with the job. */
import { AppError, toAppError } from '../../model/error.ts';
import { killedCode, startSideThread } from '../../runtime/side-process.ts';
import {
  failureOf,
  type IndexThreadRequest,
  type IndexThreadResponse,
  type JobListener,
  type ThreadJob,
  type ThreadResult,
} from './index-job.ts';
import type { MemoryPlan } from './memory-plan.ts';

/** What V8 takes for new objects by itself is thrice as much, for no less time (linking 24 MB of TypeScript: 500 to 380 MB). */
const youngMb = 48;

/** Of what may be taken, so much is left to the threads beside this process at the least (bytes). */
const leastBeside = 128 * 2 ** 20;

/** The bound on memory is for both processes: what this one takes is not the other's to take. */
export function memoryBeside(memory: MemoryPlan): MemoryPlan {
  return { ...memory, mostBytes: Math.max(leastBeside, memory.mostBytes - process.memoryUsage.rss()) };
}

export function heapLimits({ threadHeapMb }: MemoryPlan) {
  return { maxYoungGenerationSizeMb: youngMb, maxOldGenerationSizeMb: threadHeapMb };
}

const memoryHints: ReadonlyMap<unknown, string> = new Map([
  ['ERR_WORKER_OUT_OF_MEMORY', 'Raise `--max-memory`, or leave folders out with `watching.ignorePatterns`.'],
  [
    killedCode,
    'If the system is short of memory, give `--max-memory`, or leave folders out with `watching.ignorePatterns`.',
  ],
]);

/** A heap that is full has a remedy, and so has a machine. */
function threadError(error: Error): AppError {
  const code = 'code' in error ? error.code : null;
  const hint = memoryHints.get(code);
  if (hint === undefined) return toAppError(error);
  const words = code === killedCode ? error.message : 'Indexing needs more memory than it may take';
  return new AppError('InternalError', words, { hint, cause: error });
}

export function runInThread({ task, job }: ThreadJob, { signal, onProgress }: JobListener): Promise<ThreadResult> {
  const work: ThreadJob = { task, job: { ...job, memory: memoryBeside(job.memory) } };
  const ended = Promise.withResolvers<ThreadResult>();
  const start = {
    name: 'index-worker',
    source: 'engine/indexing/index-worker.ts',
    data: work,
    limits: heapLimits(job.memory),
  };
  const thread = startSideThread('jobs', start, {
    onMessage: (said) => {
      const message = said as IndexThreadResponse;
      if (message.type === 'progress') onProgress?.(message.progress);
      else if (message.type === 'failed') ended.reject(failureOf(message));
      else ended.resolve(message);
    },
    onEnd: (error) => {
      const words = 'The indexing thread ended before it was done';
      ended.reject(
        error === null ? new AppError('InternalError', words, { hint: 'Index again.' }) : threadError(error),
      );
    },
  });
  const cancel = (): void => thread.post({ type: 'cancel' } satisfies IndexThreadRequest);
  if (signal?.aborted === true) cancel();
  signal?.addEventListener('abort', cancel);
  return ended.promise.finally(() => {
    signal?.removeEventListener('abort', cancel);
    thread.end();
  });
}
