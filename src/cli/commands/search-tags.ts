/** `code-scout tags`: the tool `code-scout_search`. */
import { tool } from '../../tools/code-scout-search/tool.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { argumentsFor } from '../tool-commands.ts';
import { runTool } from '../tool-run.ts';

export interface TagOptions {
  limit?: string;
  offset?: string;
  language?: string;
  fileType?: string;
  path?: string;
  hasExports?: boolean;
  tests?: boolean;
}

export async function searchTags(request: ProjectRequest, tags: string[], options: TagOptions): Promise<ExitCode> {
  return runTool(request, { tool, args: argumentsFor('code-scout_search', { tags }, options) });
}
