/** The bound of every walk that goes on by itself, beside that of the nodes that are visited. */
import type { Collector } from '../../nominal-summary.ts';

/** Levels of types, runs and patterns in each other: real code stays below a hundred. */
const maxDepth = 300;

/** What `work` gives; `otherwise` for what is nested too deeply. */
export function deeper<T>(c: Collector, otherwise: T, work: () => T): T {
  if (c.depth > maxDepth) return otherwise;
  c.depth++;
  const result = work();
  c.depth--;
  return result;
}
