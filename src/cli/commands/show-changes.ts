/** `code-scout changes`: the tool `changes`. */
import { tool } from '../../tools/changes/tool.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { argumentsFor } from '../tool-commands.ts';
import { runTool } from '../tool-run.ts';

export interface ChangesOptions {
  base?: string;
  prefix?: string;
  limit?: string;
  depth?: string;
  maxChars?: string;
}

export async function showChanges(
  request: ProjectRequest,
  revision: string | undefined,
  options: ChangesOptions,
): Promise<ExitCode> {
  return runTool(request, { tool, args: argumentsFor('changes', { revision }, options) });
}
