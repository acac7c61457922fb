/** What a site of a file leads to, and how that is known. */
import type { Target } from '../program/targets.ts';

/** How a link is known: by scopes and imports, by the type of what stands before the name, or because nothing else of that name can be meant there. */
export type Resolution = 'scope' | 'type' | 'name';

/** Why a site has no link: what it names is not of the project, or nobody knows. */
export type Unlinked = 'external' | 'unknown';

export interface SiteLinks {
  /** What is named, one for each alternative of the receiver. */
  targets: readonly Target[];
  resolution: Resolution;
  /** Of a call: the functions that run, where they are others than what is named (a variable that holds one). */
  callees: readonly Target[];
  /** Set when nothing is linked. */
  unlinked: Unlinked | null;
}
