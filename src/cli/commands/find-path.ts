/** `code-scout path`: the tool `find_path`. */
import { tool } from '../../tools/find-path/tool.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { nameFromHere } from '../path-argument.ts';
import { argumentsFor } from '../tool-commands.ts';
import { runTool } from '../tool-run.ts';

export interface PathOptions {
  via?: string;
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
  const [from, to] = [nameFromHere(request, ends.from), nameFromHere(request, ends.to)];
  const via = options.via === undefined ? {} : { via: nameFromHere(request, options.via) };
  return runTool(request, { tool, args: argumentsFor('find_path', { from, to }, { ...options, ...via }) });
}
