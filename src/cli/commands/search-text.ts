/** `code-scout grep`: the tool `search_code`, printed as ripgrep prints; with --json the tool's data. */
import { tool } from '../../tools/search-code/tool.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { argumentsFor } from '../tool-commands.ts';
import { runTool } from '../tool-run.ts';

export interface TextSearchOptions {
  limit?: string;
  offset?: string;
  regex?: boolean;
  fixed?: boolean;
  ignoreCase?: boolean;
  caseSensitive?: boolean;
  word?: boolean;
  multiline?: boolean;
  glob?: string[];
  context?: string;
  filesOnly?: boolean;
}

interface Line {
  file_path: string;
  line_number?: number;
  line?: string;
  before?: string[];
  after?: string[];
  count?: number;
}

export async function searchText(
  request: ProjectRequest,
  query: string,
  options: TextSearchOptions,
): Promise<ExitCode> {
  // A space in a glob is any character there: the tool separates globs by spaces.
  const glob = options.glob?.map((one) => one.replaceAll(/\s/g, '?')).join(' ');
  return runTool(request, {
    tool,
    args: argumentsFor('search_code', { query }, { ...options, glob }),
    text: ({ texts, structured }) => {
      const lines = ((structured?.['results'] ?? []) as Line[]).flatMap(linesOf);
      return [...lines, ...texts.slice(1)].join('\n');
    },
  });
}

function linesOf({ file_path: path, line_number: number, line = '', before = [], after = [], count }: Line): string[] {
  if (number === undefined) return [`${path}: ${count}`];
  const own = line.split('\n').map((text, at) => `${path}:${number + at}:${text}`);
  const around = [...before, ...after];
  const first = number - before.length;
  const behind = number + own.length;
  return [
    ...before.map((text, at) => `${path}-${first + at}-${text}`),
    ...own,
    ...after.map((text, at) => `${path}-${behind + at}-${text}`),
    ...(around.length > 0 ? ['--'] : []),
  ];
}
