/** The arguments of `explore`, the engine's request that they become, and the size of the answer. */
import { z } from 'zod';
import type { Engine, ExploreRequest } from '../../engine/types.ts';
import { defaultMaxChars, largestMaxChars, maxCharsInput } from '../budget.ts';
import { maxPathLength, pathPrefixOf } from '../chunk-text/inputs.ts';
import { languageId } from '../code-scout-search/filters.ts';

/** Half of the right places are shown within these; twice as many tokens show a quarter more of them. */
export const defaultTokens = 1500;
const tokenLimit = 12_000;
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
      .max(tokenLimit)
      .optional()
      .meta({ default: defaultTokens })
      .describe(`400 to 12,000 (default ${defaultTokens})`),
    seen: z.string().max(5000).optional().describe('From an earlier answer, for more'),
    language: z.string().max(100).optional().describe('As in go, C#, py'),
    pathPrefix: z.string().max(maxPathLength).optional().describe('As in src/api/'),
    max_chars: maxCharsInput,
  });

export type ExploreArguments = z.output<ReturnType<typeof input>>;

/** The largest size of an answer. */
export interface ExploreBudget {
  maxTokens: number;
  maxChars: number;
}

/**
 * The limits of a call. A limit that the call does not give has its default, unless that would make the other one useless: with `max_chars`
 * alone, or with a `max_tokens` above its default alone, the missing limit has its largest value.
 */
export function exploreBudget({ max_tokens: tokens, max_chars: chars }: ExploreArguments): ExploreBudget {
  return {
    maxTokens: tokens ?? (chars === undefined ? defaultTokens : tokenLimit),
    maxChars: chars ?? (tokens === undefined || tokens <= defaultTokens ? defaultMaxChars : largestMaxChars),
  };
}

/** How many pieces of code fit at most into an answer of so many tokens: one for 180 tokens, between 3 and 22. */
function piecesFor(maxTokens: number): number {
  return clamp(Math.round(maxTokens / 180), 3, 22);
}

/** How many files an answer of so many tokens can name: one for 90 tokens, between 8 and 50. */
function filesFor(maxTokens: number): number {
  return clamp(Math.round(maxTokens / 90), 8, 50);
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}

/** The keys of seen pieces, which are made of letters and digits; any other characters separate them. */
export function keysOf({ seen = '' }: Pick<ExploreArguments, 'seen'>): string[] {
  return seen.toLowerCase().match(/[0-9a-z]+/g) ?? [];
}

export function exploreRequest(args: ExploreArguments, engine: Pick<Engine, 'languages' | 'root'>): ExploreRequest {
  const { query, language = '', pathPrefix = '' } = args;
  const { maxTokens, maxChars } = exploreBudget(args);
  // Characters are converted to tokens with three characters for each.
  const tokenBudget = Math.min(maxTokens, maxChars / 3);
  const prefix = pathPrefixOf(pathPrefix, engine.root);
  return {
    query,
    files: filesFor(tokenBudget),
    chosen: piecesFor(tokenBudget),
    seen: new Set(keysOf(args)),
    ...(language === '' ? {} : { language: languageId(language, engine.languages(), 'language') }),
    ...(prefix === '' ? {} : { pathPrefix: prefix }),
  };
}
