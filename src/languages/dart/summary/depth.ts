/** Limits the recursion of walks that do not go through `visit`, which has a limit of its own. */
import type { Collector } from '../../nominal-summary.ts';

/** Limit of nested types, expressions and patterns; real code nests less than a hundred levels. */
const maxDepth = 300;

/** The result of `work`; `otherwise` where the nesting is too deep. */
export function withinDepth<T>(c: Collector, otherwise: T, work: () => T): T {
  if (c.depth > maxDepth) return otherwise;
  c.depth++;
  const result = work();
  c.depth--;
  return result;
}
