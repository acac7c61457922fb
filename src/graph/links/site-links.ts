/** The links of a site, and how they are known. */
import type { Target } from '../program/targets.ts';

/** How a link is known: by scopes and imports, by the type of the receiver, or because no other definition of that name can be meant. */
export type Resolution = 'scope' | 'type' | 'name';

/** Why a site has no link: what it names is external, or not known. */
export type Unlinked = 'external' | 'unknown';

export interface SiteLinks {
  /** What is named, one for each alternative of the receiver. */
  targets: readonly Target[];
  resolution: Resolution;
  /** For a call: the functions that run, where they differ from what is named (a variable that contains one). */
  callees: readonly Target[];
  /** Set when nothing is linked. */
  unlinked: Unlinked | null;
}
