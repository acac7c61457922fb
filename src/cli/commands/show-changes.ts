/** `code-scout changes`: the tool `changes`. */
import { tool } from '../../tools/changes/tool.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { ProjectRequest } from '../asked-root.ts';
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
  const { depth, maxChars, prefix, ...rest } = options;
  return runTool(request, {
    tool,
    args: { revision, ...rest, pathPrefix: prefix, maxDepth: depth, max_chars: maxChars },
  });
}
