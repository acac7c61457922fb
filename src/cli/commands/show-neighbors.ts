/** `code-scout neighbors`: the tool `get_neighbors`. */
import { tool } from '../../tools/get-neighbors/tool.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { WalkOptions } from '../walk-options.ts';
import type { ProjectRequest } from '../asked-root.ts';
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
  const { depth, maxChars, ...rest } = options;
  return runTool(request, { tool, args: { symbol, ...rest, maxDepth: depth, max_chars: maxChars } });
}
