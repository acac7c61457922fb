/** `code-scout definition`: the tool `get_definition`. */
import { tool } from '../../tools/get-definition/tool.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { argumentsFor } from '../tool-commands.ts';
import { runTool } from '../tool-run.ts';

export interface DefinitionOptions {
  line?: string;
  column?: string;
  name?: string;
  maxChars?: string;
}

export async function showDefinition(
  request: ProjectRequest,
  file: string,
  options: DefinitionOptions,
): Promise<ExitCode> {
  return runTool(request, { tool, args: argumentsFor('get_definition', { file }, options) });
}
