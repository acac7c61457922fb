/** `code-scout path`: the tool `find_path`. */
import { tool } from '../../tools/find-path/tool.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { runTool } from '../tool-run.ts';

export interface PathOptions {
  fromFile?: string;
  fromModule?: string;
  fromPackage?: string;
  toFile?: string;
  toModule?: string;
  toPackage?: string;
  depth?: string;
  maxPaths?: string;
  maxChars?: string;
}

export async function findPath(
  request: ProjectRequest,
  ends: { from: string; to: string },
  options: PathOptions,
): Promise<ExitCode> {
  const { depth, maxChars, ...rest } = options;
  return runTool(request, { tool, args: { ...ends, ...rest, maxDepth: depth, max_chars: maxChars } });
}
