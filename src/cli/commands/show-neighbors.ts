/** `code-scout neighbors`: the tool `get_neighbors`. */
import { tool } from '../../tools/get-neighbors/tool.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { WalkOptions } from '../walk-options.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { nameFromHere } from '../path-argument.ts';
import { argumentsFor } from '../tool-commands.ts';
import { runTool } from '../tool-run.ts';

export interface NeighborOptions extends WalkOptions {
  direction?: string;
  format?: string;
}

export async function showNeighbors(
  request: ProjectRequest,
  symbol: string,
  options: NeighborOptions,
): Promise<ExitCode> {
  return runTool(request, {
    tool,
    args: argumentsFor('get_neighbors', { symbol: nameFromHere(request, symbol) }, options),
  });
}
