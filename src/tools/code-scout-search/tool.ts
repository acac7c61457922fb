/** `code-scout_search`: files by tags. Invariant: at most five tags; the errors for none and for too many keep their text, which clients may match. */
import { z } from 'zod';
import type { Engine, TagFilters, TagSearchResult } from '../../engine/types.ts';
import { AppError } from '../../model/error.ts';
import { defaultMaxChars, maxCharsInput, oneLine } from '../budget.ts';
import { errorOutput } from '../error-result.ts';
import { defineTool, type Tool } from '../tool.ts';
import type { Wording } from '../wording.ts';
import { normaliseFilters } from './filters.ts';
import { formatSearch, mostDefinitions } from './format.ts';

const noTags = 'At least one search tag is required';
const badLimit = 'Limit must be between 1 and 100';
const count = z.int().min(0).max(2_147_483_647);

const input = () =>
  z.strictObject({
    tags: z
      .array(z.string().max(200), { error: (issue) => (issue.input === undefined ? noTags : undefined) })
      .min(1, noTags)
      .max(5, 'Maximum 5 search tags allowed')
      .describe('1 to 5 words'),
    limit: z
      .int(badLimit)
      .min(1, badLimit)
      .max(100, badLimit)
      .optional()
      .meta({ default: 20 })
      .describe('1 to 100 (default 20)'),
    offset: z.int().min(0).max(1_000_000).optional().meta({ default: 0 }).describe('For paging'),
    filters: z
      .strictObject({
        language: z.string().max(100).optional().describe('As in go, C#, py'),
        fileType: z.string().max(100).optional().describe('As in .ts'),
        path: z.string().max(500).optional().describe('Glob or folder'),
        hasExports: z.boolean().optional().describe('Whether they export'),
        hasTests: z.boolean().optional().describe('false: no tests'),
      })
      .optional()
      .describe('All hold'),
    max_chars: maxCharsInput,
  });

const modules = z.array(z.string()).optional();
const output = () =>
  z.object({
    total_files: count.optional().describe('Files that match, shown or not'),
    execution_time: count.optional().describe('Milliseconds'),
    results: count.optional().describe('Files shown'),
    notes: z.array(z.string()).optional().describe('What to know about this answer'),
    next_offset: count.optional().describe('offset of the next page, when there is one'),
    files: z
      .array(
        z.object({
          path: z.string(),
          definitions: z
            .object({ total: count, shown: z.array(z.string()).describe('Kind, name, signature') })
            .optional(),
          imports: z
            .object({
              total: count,
              local: modules,
              external: modules,
              builtin: modules,
              more: z
                .object({ local: count.optional(), external: count.optional(), builtin: count.optional() })
                .optional(),
            })
            .optional(),
          tags_found: z.array(z.string()).optional().describe('Present when not all tags are in the file'),
        }),
      )
      .optional(),
    error: errorOutput(),
  });

/** Why nothing was found: how many files have each tag alone. */
async function emptyNotes(engine: Engine, tags: string[], filters: TagFilters | undefined): Promise<string[]> {
  const frequencies = await engine.tagFrequencies(tags);
  const counts = tags.map((tag, i) => `${oneLine(tag, 50)} (${frequencies[i]?.files ?? 0})`).join(', ');
  const hasFilters =
    filters !== undefined && Object.keys(filters).length > 0 && frequencies.some(({ files }) => files > 0);
  const next = hasFilters
    ? 'Use fewer filters.'
    : 'Try other words for the same thing, shorter ones, or the names that the code itself would use.';
  return [`Files that have each tag${hasFilters ? ' before the filters' : ''}: ${counts}. ${next}`];
}

async function notesFor(
  engine: Engine,
  result: TagSearchResult,
  { say, ...query }: { tags: string[]; filters?: TagFilters; say: Wording },
): Promise<string[]> {
  const { state, filesKnown } = result.freshness;
  // The freshness note already says that nothing is indexed.
  if (state === 'fresh' && filesKnown === 0) return [];
  if (result.totalFiles === 0) return emptyNotes(engine, query.tags, query.filters);
  if (result.hits.length === 0)
    return [`${say.option('offset')} is past the last of the ${result.totalFiles} files that match.`];
  return [];
}

export const tool: Tool = defineTool({
  name: 'code-scout_search',
  title: 'Search code by tags',
  description:
    'Search code using LLM-generated tags with relevance scoring: files by words of their names, folders, definitions, ' +
    'imports and comments, stemmed. For when you do not know the name.',
  toolset: 'tags',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  output,
  run: async (engine, args, { say }) => {
    const tags = [...new Set(args.tags.map((tag) => tag.trim()))].filter((tag) => tag !== '');
    if (tags.length === 0) {
      throw new AppError('ValidationError', noTags, {
        hint: 'Give tags: 1 to 5 words that the code would use.',
        details: { field: 'tags', expected: '1 to 5 words', received: 'only blanks' },
      });
    }
    const offset = args.offset ?? 0;
    const filters =
      args.filters === undefined ? undefined : normaliseFilters(args.filters, () => engine.languages(), say);
    const query = {
      tags,
      offset,
      mostDefinitions,
      ...(args.limit === undefined ? {} : { limit: args.limit }),
      ...(filters === undefined ? {} : { filters }),
    };
    const result = await engine.searchTags(query);
    const notes = await notesFor(engine, result, { ...query, say });
    const { text, structured } = formatSearch(result, {
      tags,
      offset,
      maxChars: args.max_chars ?? defaultMaxChars,
      notes,
      say,
    });
    const log = { query: tags.join(' '), results: result.hits.length, cache: result.cached === true };
    return { texts: [text], structured, log };
  },
});
