/** The arguments of `explore`, the engine's request that they become, and the size of the answer. */
import { z } from 'zod';
import type { Engine, ExploreRequest } from '../../engine/types.ts';
import { defaultMaxChars, largestMaxChars, maxCharsInput } from '../budget.ts';
import { longestPath, pathPrefixOf } from '../chunk-text/inputs.ts';
import { languageId } from '../code-scout-search/filters.ts';

const usualTokens = 2300;
const mostTokens = 12_000;
const noQuery = 'Query is required';

export const input = () =>
  z.strictObject({
    query: z
      .string({ error: (issue) => (issue.input === undefined ? noQuery : undefined) })
      .trim()
      .min(1, noQuery)
      .max(100_000)
      .describe('The task or question as given'),
    max_tokens: z
      .int()
      .min(400)
      .max(mostTokens)
      .optional()
      .meta({ default: usualTokens })
      .describe(`400 to 12,000 (default ${usualTokens})`),
    seen: z.string().max(5000).optional().describe('From an earlier answer, for more'),
    language: z.string().max(100).optional().describe('As in go, C#, py'),
    pathPrefix: z.string().max(longestPath).optional().describe('As in src/api/'),
    max_chars: maxCharsInput,
  });

export type ExploreArguments = z.output<ReturnType<typeof input>>;

/** The largest size of an answer. */
export interface ExploreBudget {
  maxTokens: number;
  maxChars: number;
}

/** Where only one of the two limits is given, the default of the other does not apply. */
export function exploreBudget({ max_tokens: tokens, max_chars: chars }: ExploreArguments): ExploreBudget {
  return {
    maxTokens: tokens ?? (chars === undefined ? usualTokens : mostTokens),
    maxChars: chars ?? (tokens === undefined || tokens <= usualTokens ? defaultMaxChars : largestMaxChars),
  };
}

/** How many pieces of code fit into an answer of so many tokens. */
function chosenFor(maxTokens: number): number {
  return clamp(Math.round(maxTokens / 480), 2, 14);
}

/** How many files an answer of so many tokens can name. */
export function filesFor(maxTokens: number): number {
  return clamp(Math.round(maxTokens / 130), 8, 50);
}

export function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

/** The keys of seen pieces; any other characters separate them. */
export function keysOf({ seen = '' }: Pick<ExploreArguments, 'seen'>): string[] {
  return seen.toLowerCase().match(/[0-9a-z]+/g) ?? [];
}

export function exploreRequest(args: ExploreArguments, engine: Pick<Engine, 'languages' | 'root'>): ExploreRequest {
  const { query, language = '', pathPrefix = '' } = args;
  const { maxTokens, maxChars } = exploreBudget(args);
  // A token is four characters, or fewer.
  const most = Math.min(maxTokens, maxChars / 3);
  const prefix = pathPrefixOf(pathPrefix, engine.root);
  return {
    query,
    files: filesFor(most),
    chosen: chosenFor(most),
    seen: new Set(keysOf(args)),
    ...(language === '' ? {} : { language: languageId(language, engine.languages(), 'language') }),
    ...(prefix === '' ? {} : { pathPrefix: prefix }),
  };
}
