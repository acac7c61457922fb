/** The arguments of `search_by_embedding`, and the engine's request that they become. */
import { z } from 'zod';
import type { Engine, NearestRequest } from '../../engine/types.ts';
import { AppError } from '../../model/error.ts';
import { maxCharsInput } from '../budget.ts';
import { maxPathLength, pathPrefixOf } from '../chunk-text/inputs.ts';
import { languageId } from '../code-scout-search/filters.ts';
import { resultLimit } from '../result-limit.ts';

const defaultResults = 10;
const maxResults = 100;
const noQuery = 'Query is required';

export const input = () =>
  z.strictObject({
    query: z
      .string({ error: (issue) => (issue.input === undefined ? noQuery : undefined) })
      .max(100_000)
      .describe('Words or code'),
    max_results: z
      .int()
      .min(1)
      .max(maxResults)
      .optional()
      .meta({ default: defaultResults })
      .describe(`1 to ${maxResults} (default ${defaultResults})`),
    language: z.string().max(100).optional().describe('As in go, C#, py'),
    pathPrefix: z.string().max(maxPathLength).optional().describe('As in src/api/'),
    max_chars: maxCharsInput,
  });

export type MeaningArguments = z.output<ReturnType<typeof input>>;

/** Throws `AppError('ValidationError')` for an empty query and an unknown language. */
export function nearestRequest(
  args: MeaningArguments,
  engine: Pick<Engine, 'languages' | 'root' | 'limits'>,
): NearestRequest {
  const { query, language = '', pathPrefix = '' } = args;
  if (query.trim() === '') {
    throw new AppError('ValidationError', noQuery, {
      hint: 'Give a question in words, or a piece of code.',
      details: { field: 'query', expected: 'words', received: query.slice(0, 100) },
    });
  }
  const prefix = pathPrefixOf(pathPrefix, engine.root);
  return {
    query,
    k: resultLimit(engine, args.max_results, { usual: defaultResults, most: maxResults }),
    ...(language === '' ? {} : { language: languageId(language, engine.languages(), 'language') }),
    ...(prefix === '' ? {} : { pathPrefix: prefix }),
  };
}
