/**
 * `code-scout grep`: the tool `search_code`. Each line is printed with its path and number, as grep does; the tool's summary and notes
 * follow. With --json, the tool's data.
 */
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

/** A result of the tool: a matching line (with all lines of a match that spans several) or, with `files_only`, a file with its count. */
interface SearchResult {
  file_path: string;
  line_number?: number;
  line?: string;
  before?: string[];
  after?: string[];
  /** Only with `files_only`: the number of matching lines. */
  count?: number;
}

export async function searchText(
  request: ProjectRequest,
  query: string,
  options: TextSearchOptions,
): Promise<ExitCode> {
  // The tool separates globs by spaces. So a space within a glob is given as `?`, which matches any one character.
  const glob = options.glob?.map((pattern) => pattern.replaceAll(/\s/g, '?')).join(' ');
  return runTool(request, {
    tool,
    args: argumentsFor('search_code', { query }, { ...options, glob }),
    text: ({ texts, structured }) => {
      const lines = ((structured?.['results'] ?? []) as SearchResult[]).flatMap(linesOf);
      // The first text is the results as JSON, which `lines` replaces.
      return [...lines, ...texts.slice(1)].join('\n');
    },
  });
}

function linesOf({
  file_path: path,
  line_number: number,
  line = '',
  before = [],
  after = [],
  count,
}: SearchResult): string[] {
  if (number === undefined) return [`${path}: ${count}`];
  const matching = line.split('\n').map((text, at) => `${path}:${number + at}:${text}`);
  const hasContext = before.length + after.length > 0;
  const firstBefore = number - before.length;
  const firstAfter = number + matching.length;
  return [
    ...before.map((text, at) => `${path}-${firstBefore + at}-${text}`),
    ...matching,
    ...after.map((text, at) => `${path}-${firstAfter + at}-${text}`),
    ...(hasContext ? ['--'] : []),
  ];
}
