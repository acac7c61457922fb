/** `code-scout callers`: the tool `get_callers`. */
import { tool } from '../../tools/get-callers/tool.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { WalkOptions } from '../walk-options.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { runTool } from '../tool-run.ts';

export async function showCallers(request: ProjectRequest, symbol: string, options: WalkOptions): Promise<ExitCode> {
  const { depth, maxChars, ...rest } = options;
  return runTool(request, { tool, args: { symbol, ...rest, maxDepth: depth, max_chars: maxChars } });
}
