/** `code-scout grep`: the tool `search_code`, printed as ripgrep prints; with --json the tool's data. */
import { largestMaxChars } from '../../tools/budget.ts';
import { tool } from '../../tools/search-code/tool.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { ProjectRequest } from '../asked-root.ts';
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
  const { limit, offset, regex, fixed, ignoreCase, caseSensitive, word, multiline, glob, context, filesOnly } = options;
  const numberOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));
  return runTool(request, {
    tool,
    args: {
      query,
      max_results: numberOf(limit),
      offset: numberOf(offset),
      regex: regex === true ? true : fixed === true ? false : undefined,
      case_sensitive: caseSensitive === true ? true : ignoreCase === true ? false : undefined,
      whole_word: word,
      multiline,
      // A space in a glob is any character there: the tool takes several apart by spaces.
      glob: glob?.map((one) => one.replaceAll(/\s/g, '?')).join(' '),
      context: numberOf(context),
      files_only: filesOnly,
      max_chars: largestMaxChars,
    },
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
