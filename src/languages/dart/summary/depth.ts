/** Limits the recursion of functions that do not call one another through `visit`, whose depth is limited elsewhere. */
import type { Collector } from '../../nominal-summary.ts';

/** Limit of nested types, expressions and patterns; real code nests less than a hundred levels. */
const maxDepth = 300;

/** The result of `work`; `fallback` if the nesting is too deep. */
export function withinDepth<T>(c: Collector, fallback: T, work: () => T): T {
  if (c.depth > maxDepth) return fallback;
  c.depth++;
  const result = work();
  c.depth--;
  return result;
}
