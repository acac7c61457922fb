/** `code-scout symbols`: the tool `search`. */
import { tool } from '../../tools/search/tool.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { argumentsFor } from '../tool-commands.ts';
import { runTool } from '../tool-run.ts';

export interface SymbolOptions {
  type?: string;
  module?: string;
  package?: string;
  exported?: boolean;
  offset?: string;
  limit?: string;
  maxChars?: string;
}

export async function findSymbols(request: ProjectRequest, pattern: string, options: SymbolOptions): Promise<ExitCode> {
  return runTool(request, { tool, args: argumentsFor('search', { pattern }, options) });
}
