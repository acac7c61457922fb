/** Looks for damage of an index. In a server a side process does, since it reads the whole index: questions go on meanwhile. */
import type { HealthProblem, Store } from '../../store/store.ts';
import type { IndexJob } from './index-job.ts';
import { checkInThread } from './indexing.ts';

/** @param job of the index, for a server; null to check in this thread */
export function indexCheck(job: IndexJob | null): (store: Store) => Promise<HealthProblem[]> {
  if (job === null) return (store) => store.check();
  let underWay: Promise<HealthProblem[]> | null = null;
  // Whoever asks during a check gets its result: a hundred clients start one process.
  return () => (underWay ??= checkInThread(job).finally(() => (underWay = null)));
}
