/** `list_indexed_files`: the indexed files by language, each with its number of chunks. Invariant: the pages show every file once. */
import { z } from 'zod';
import { defaultMaxChars, maxCharsInput } from '../budget.ts';
import { maxPathLength, pathPrefixOf } from '../chunk-text/inputs.ts';
import { languageId } from '../code-scout-search/filters.ts';
import { errorOutput } from '../error-result.ts';
import { defineTool, type Tool } from '../tool.ts';
import { formatList } from './format.ts';

const count = z.int().min(0).max(2_147_483_647);
/** Every file takes at least this many characters of an answer: its line, or its data without the path. */
const minFileChars = 20;

const input = () =>
  z.strictObject({
    language: z.string().max(100).optional().describe('As in go, C#, py'),
    pathPrefix: z.string().max(maxPathLength).optional().describe('As in src/api/'),
    offset: z.int().min(0).max(10_000_000).optional().meta({ default: 0 }).describe('For paging'),
    max_chars: maxCharsInput,
  });

const output = () =>
  z.object({
    total_files: count.optional().describe('Files that match, shown or not'),
    languages: z
      .array(
        z.object({
          language: z.string(),
          total_files: count,
          files: z.array(z.object({ path: z.string(), chunks: count })),
        }),
      )
      .optional(),
    next_offset: count.optional().describe('offset of the next page, when there is one'),
    notes: z.array(z.string()).optional(),
    error: errorOutput(),
  });

export const tool: Tool = defineTool({
  name: 'list_indexed_files',
  title: 'List the indexed files',
  description:
    'List the indexed files by language, each with its number of chunks: what the project consists of, or whether a file is ' +
    'indexed.',
  toolset: 'semantic',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  output,
  run: async (engine, args, { say }) => {
    const { language, pathPrefix, offset = 0, max_chars: maxChars = defaultMaxChars } = args;
    const list = await engine.chunks.list({
      ...(language === undefined ? {} : { language: languageId(language, engine.languages(), 'language') }),
      ...(pathPrefix === undefined ? {} : { pathPrefix: pathPrefixOf(pathPrefix, engine.root) }),
      offset,
      limit: Math.ceil(maxChars / minFileChars),
    });
    const filters = (['language', 'pathPrefix'] as const).filter((name) => args[name] !== undefined);
    const { text, structured } = formatList(list, { offset, filters, maxChars, say });
    return { texts: [text], structured, log: { results: list.files.length } };
  },
});
