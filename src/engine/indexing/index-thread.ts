/** Runs a job of the indexer in a side process, which ends with the job. */
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

/**
 * Size of the young generation (MB). V8's default is three times as large and saves no time; linking 24 MB of TypeScript takes 500 MB with the default
 * and 380 MB with this size.
 */
const youngMb = 48;

/** Least memory that is planned for side processes (bytes). */
const leastSideBytes = 128 * 2 ** 20;

/** The memory plan of a side process. The limit is for both processes together, so the memory of this process is subtracted from it. */
export function memoryBeside(memory: MemoryPlan): MemoryPlan {
  return { ...memory, mostBytes: Math.max(leastSideBytes, memory.mostBytes - process.memoryUsage.rss()) };
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

/** The error of a thread that has ended. If memory was short, the error has a hint. */
function threadError(error: Error): AppError {
  const code = 'code' in error ? error.code : null;
  const hint = memoryHints.get(code);
  if (hint === undefined) return toAppError(error);
  const message = code === killedCode ? error.message : 'Indexing needs more memory than its limit allows';
  return new AppError('InternalError', message, { hint, cause: error });
}

export function runInThread({ task, job }: ThreadJob, { signal, onProgress }: JobListener): Promise<ThreadResult> {
  const work: ThreadJob = { task, job: { ...job, memory: memoryBeside(job.memory) } };
  const result = Promise.withResolvers<ThreadResult>();
  const start = {
    name: 'index-worker',
    source: 'engine/indexing/index-worker.ts',
    data: work,
    limits: heapLimits(job.memory),
  };
  // After a first index the allocator keeps what linking needed; while the compiler is asked, which takes much longer, that memory is released.
  const thread = startSideThread(task === 'ask' ? 'compiler' : 'jobs', start, {
    onMessage: (received) => {
      const response = received as IndexThreadResponse;
      if (response.type === 'progress') onProgress?.(response.progress);
      else if (response.type === 'failed') result.reject(failureOf(response));
      else result.resolve(response);
    },
    onEnd: (error) => {
      const message = 'The indexing thread ended before it was done';
      result.reject(
        error === null ? new AppError('InternalError', message, { hint: 'Index again.' }) : threadError(error),
      );
    },
  });
  const cancel = (): void => thread.post({ type: 'cancel' } satisfies IndexThreadRequest);
  if (signal?.aborted === true) cancel();
  signal?.addEventListener('abort', cancel);
  return result.promise.finally(() => {
    signal?.removeEventListener('abort', cancel);
    thread.end();
  });
}
