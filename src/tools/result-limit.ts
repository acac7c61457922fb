/** How many results a search shows, within what the user lets searches ask for. */
import type { Engine } from '../engine/types.ts';

/** A tool's own numbers. */
export interface OwnLimits {
  /** Where neither the call nor the user's settings name one. */
  usual: number;
  most: number;
}

export function resultLimit({ limits }: Pick<Engine, 'limits'>, given: number | undefined, own: OwnLimits): number {
  return Math.min(given ?? limits.usual ?? own.usual, limits.most, own.most);
}
