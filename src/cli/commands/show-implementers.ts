/** `code-scout implementers`: the tool `get_implementers`. */
import { tool } from '../../tools/get-implementers/tool.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { argumentsFor } from '../tool-commands.ts';
import { runTool } from '../tool-run.ts';

export interface ImplementersOptions {
  implements?: true;
  file?: string;
  module?: string;
  package?: string;
  maxChars?: string;
}

export async function showImplementers(
  request: ProjectRequest,
  symbol: string,
  options: ImplementersOptions,
): Promise<ExitCode> {
  return runTool(request, { tool, args: argumentsFor('get_implementers', { symbol }, options) });
}
