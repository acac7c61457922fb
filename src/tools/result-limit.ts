/** The number of results of a search, within the user's limits. */
import type { Engine } from '../engine/types.ts';

/** The limits of one tool, besides those of the user's settings. */
export interface ToolLimits {
  /** Used if neither the call nor the user's settings give a number. */
  usual: number;
  /** The largest number that the tool gives. */
  most: number;
}

export function resultLimit({ limits }: Pick<Engine, 'limits'>, given: number | undefined, tool: ToolLimits): number {
  return Math.min(given ?? limits.usual ?? tool.usual, limits.most, tool.most);
}
