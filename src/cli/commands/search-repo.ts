/** `code-scout search`: the tool `search_repo`; with --json its answer as data, each chunk whole. Vectors are brought up to date first. */
import { AppError } from '../../model/error.ts';
import { checkArguments } from '../../tools/arguments.ts';
import { defaultMaxChars } from '../../tools/budget.ts';
import { repoSearchData } from '../../tools/search-repo/data.ts';
import { input, repoQuery } from '../../tools/search-repo/request.ts';
import { tool } from '../../tools/search-repo/tool.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { runTool } from '../tool-run.ts';

export interface RepoSearchOptions {
  limit?: string;
  offset?: string;
  minScore?: string;
  language?: string;
  prefix?: string;
  after?: string;
  before?: string;
  maxChars?: string;
}

const isoDate = /^\d{4}-\d{2}-\d{2}(?:[T ].*)?$/;

/** Unix seconds, from those or from a date. */
function unixSeconds(option: 'after' | 'before', given: string): number {
  const seconds = isoDate.test(given) ? Date.parse(given) / 1000 : given.trim() === '' ? Number.NaN : Number(given);
  if (!Number.isNaN(seconds)) return seconds;
  throw new AppError('ValidationError', `Not a time: ${given.slice(0, 100)}`, {
    hint: `--${option} takes Unix seconds or a date, as in 2026-11-01 or 2026-11-01T09:30.`,
    details: { field: option, expected: 'Unix seconds or a date', received: given.slice(0, 100) },
  });
}

function toolArguments(words: readonly string[], options: RepoSearchOptions) {
  const { limit, offset, minScore, language, prefix, after, before, maxChars } = options;
  const numberOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));
  return {
    query: words.join(' '),
    limit: numberOf(limit),
    offset: numberOf(offset),
    minScore: numberOf(minScore),
    language,
    pathPrefix: prefix,
    after: after === undefined ? undefined : unixSeconds('after', after),
    before: before === undefined ? undefined : unixSeconds('before', before),
    // A terminal is not much longer than a prompt.
    max_chars: numberOf(maxChars) ?? defaultMaxChars,
  };
}

export async function searchRepo(
  request: ProjectRequest,
  words: string[],
  options: RepoSearchOptions,
): Promise<ExitCode> {
  const args = toolArguments(words, options);
  return runTool(request, {
    tool,
    args,
    embeddings: true,
    data: async (engine) => {
      const query = repoQuery(checkArguments(input(), args), engine);
      return repoSearchData(await engine.searchRepo(query), query);
    },
  });
}
