/** `code-scout outline`: the tool `get_outline`. */
import { tool } from '../../tools/get-outline/tool.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { argumentsFor } from '../tool-commands.ts';
import { runTool } from '../tool-run.ts';

export interface OutlineOptions {
  file?: string;
  module?: string;
  package?: string;
  maxChars?: string;
}

export async function showOutline(request: ProjectRequest, symbol: string, options: OutlineOptions): Promise<ExitCode> {
  return runTool(request, { tool, args: argumentsFor('get_outline', { symbol }, options) });
}
