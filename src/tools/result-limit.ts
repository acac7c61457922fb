/** The number of results of a search, within the user's limits. */
import type { Engine } from '../engine/types.ts';

/** The limits of a tool. */
export interface OwnLimits {
  /** Used if neither the call nor the user's settings give a number. */
  usual: number;
  most: number;
}

export function resultLimit({ limits }: Pick<Engine, 'limits'>, given: number | undefined, own: OwnLimits): number {
  return Math.min(given ?? limits.usual ?? own.usual, limits.most, own.most);
}
