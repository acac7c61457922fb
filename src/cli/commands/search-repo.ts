/**
 * `code-scout search`: the tool `search_repo`, each result with its best lines; with --json the results as data, each chunk complete. Vectors are
 * brought up to date before the search.
 */
import { AppError } from '../../model/error.ts';
import { hybridSearchData } from '../../tools/search-repo/data.ts';
import { givenFilters, hybridQuery, type HybridSearchArguments } from '../../tools/search-repo/request.ts';
import { tool } from '../../tools/search-repo/tool.ts';
import type { ExitCode } from '../exit-codes.ts';
import { foundLayout } from '../layouts/found-pieces.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { argumentsFor } from '../tool-commands.ts';
import { runTool, type LayoutRequest } from '../tool-run.ts';

export interface HybridSearchOptions {
  limit?: string;
  offset?: string;
  minScore?: string;
  language?: string;
  prefix?: string;
  after?: string;
  before?: string;
  maxChars?: string;
  full?: boolean;
  vimgrep?: boolean;
}

const isoDate = /^\d{4}-\d{2}-\d{2}(?:[T ].*)?$/;

/** Converts a number or a date to Unix seconds. Throws `AppError`. */
function unixSeconds(option: 'after' | 'before', text: string): number {
  const seconds = isoDate.test(text) ? Date.parse(text) / 1000 : text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isNaN(seconds)) return seconds;
  throw new AppError('ValidationError', `Not a time: ${text.slice(0, 100)}`, {
    hint: `--${option} takes Unix seconds or a date, as in 2026-11-01 or 2026-11-01T09:30.`,
    details: { field: option, expected: 'Unix seconds or a date', received: text.slice(0, 100) },
  });
}

export async function searchRepo(
  request: ProjectRequest,
  words: string[],
  options: HybridSearchOptions,
): Promise<ExitCode> {
  const { after, before } = options;
  return runTool(request, {
    tool,
    isList: options.vimgrep,
    args: {
      ...argumentsFor('search_repo', { query: words.join(' ') }, options),
      after: after === undefined ? undefined : unixSeconds('after', after),
      before: before === undefined ? undefined : unixSeconds('before', before),
    },
    embeddings: true,
    layout: async ({ engine, args, say, maxChars }: LayoutRequest<HybridSearchArguments>) => {
      const query = hybridQuery(args, engine);
      const result = await engine.searchRepo(query);
      return foundLayout(request, engine, result, {
        format: { query, filters: givenFilters(args), maxChars, say },
        full: options.full ?? false,
        vimgrep: options.vimgrep ?? false,
      });
    },
    data: async (engine, args: HybridSearchArguments) => {
      const query = hybridQuery(args, engine);
      return hybridSearchData(await engine.searchRepo(query), query);
    },
  });
}
