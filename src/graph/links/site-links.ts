/** The types of a site's links. */
import type { Target } from '../program/targets.ts';

/** How a link is known: by scopes and imports, by the type of the receiver, or because only one definition has the name. */
export type Resolution = 'scope' | 'type' | 'name';

/** Why a site has no link: what it names is external or unknown. */
export type Unlinked = 'external' | 'unknown';

export interface SiteLinks {
  /** What the site names. There are several targets where the receiver has alternatives, or where overloads match a call equally well. */
  targets: readonly Target[];
  resolution: Resolution;
  /** The functions that a call runs. They differ from `targets` where the call names a class or a variable that contains a function. */
  callees: readonly Target[];
  /** Why nothing is linked; null when there are links. */
  unlinked: Unlinked | null;
}
