/** The arguments of `search_repo`, and the engine's query that they become. */
import { z } from 'zod';
import type { Engine, HybridQuery } from '../../engine/types.ts';
import { AppError } from '../../model/error.ts';
import { maxCharsInput } from '../budget.ts';
import { maxPathLength, pathPrefixOf } from '../chunk-text/inputs.ts';
import { languageId } from '../code-scout-search/filters.ts';
import { resultLimit } from '../result-limit.ts';

const defaultLimit = 10;
const maxResults = 50;
const noQuery = 'Query is required';
/** In seconds, the year 5138. A larger number is probably in milliseconds. */
const latestTime = 100_000_000_000;

function timeInput(field: string) {
  return z
    .number()
    .min(0)
    .max(latestTime, `${field} is in Unix seconds, not milliseconds`)
    .optional()
    .describe('Modified, Unix seconds');
}

export const input = () =>
  z.strictObject({
    query: z
      .string({ error: (issue) => (issue.input === undefined ? noQuery : undefined) })
      .trim()
      .min(1, noQuery)
      .max(100_000)
      .describe('Words or names; lang:go, path:, kind: narrow'),
    limit: z
      .int()
      .min(1)
      .max(maxResults)
      .optional()
      .meta({ default: defaultLimit })
      .describe(`1 to ${maxResults} (default ${defaultLimit})`),
    offset: z.int().min(0).max(10_000_000).optional().meta({ default: 0 }).describe('For paging'),
    minScore: z.number().min(0).max(1).optional().meta({ default: 0 }).describe('0 to 1'),
    language: z.string().max(100).optional().describe('As in go, C#, py'),
    pathPrefix: z.string().max(maxPathLength).optional().describe('As in src/api/'),
    after: timeInput('after'),
    before: timeInput('before'),
    max_chars: maxCharsInput,
  });

export type HybridSearchArguments = z.output<ReturnType<typeof input>>;

/** The filters that were given, by the names of their arguments. */
export function givenFilters(args: HybridSearchArguments): string[] {
  const { language, pathPrefix, after, before } = args;
  return Object.entries({ language, pathPrefix, after, before }).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [name],
  );
}

/** Throws `AppError('ValidationError')` for an impossible period and an unknown language. */
export function hybridQuery(
  args: HybridSearchArguments,
  engine: Pick<Engine, 'languages' | 'root' | 'limits'>,
): HybridQuery {
  const { query, offset, minScore, language = '', pathPrefix = '', after, before } = args;
  if (after !== undefined && before !== undefined && after >= before) {
    throw new AppError('ValidationError', 'after must be earlier than before', {
      hint: 'after is where the time starts, before where it ends, both in Unix seconds.',
      details: { field: 'after', expected: `less than ${before}`, received: after },
    });
  }
  const prefix = pathPrefixOf(pathPrefix, engine.root);
  return {
    query,
    limit: resultLimit(engine, args.limit, { usual: defaultLimit, most: maxResults }),
    ...(offset === undefined ? {} : { offset }),
    ...(minScore === undefined ? {} : { minScore }),
    ...(language === '' ? {} : { language: languageId(language, engine.languages(), 'language') }),
    ...(prefix === '' ? {} : { pathPrefix: prefix }),
    ...(after === undefined ? {} : { afterMs: after * 1000 }),
    ...(before === undefined ? {} : { beforeMs: before * 1000 }),
  };
}
