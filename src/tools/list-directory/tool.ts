/** `list_directory`: the entries of one folder of the project as it is on disk now. Invariant: the pages show every entry once. */
import { z } from 'zod';
import { leftOutReasons } from '../../model/file.ts';
import { defaultMaxChars, maxCharsInput } from '../budget.ts';
import { maxPathLength } from '../chunk-text/inputs.ts';
import { errorOutput } from '../error-result.ts';
import { defineTool, type Tool } from '../tool.ts';
import { formatListing } from './format.ts';

const count = z.int().min(0).max(2_147_483_647);
/** Bytes. */
const size = z
  .int()
  .min(0)
  .max(2 ** 50);
/** Every entry takes at least this many characters of an answer. */
const minEntryChars = 24;

const input = () =>
  z.strictObject({
    path: z
      .string()
      .max(maxPathLength)
      .optional()
      .meta({ default: '.' })
      .describe('As in src/auth (default: the root)'),
    offset: z.int().min(0).max(10_000_000).optional().meta({ default: 0 }).describe('For paging'),
    max_chars: maxCharsInput,
  });

const output = () =>
  z.object({
    path: z.string().optional().describe('The folder from the root'),
    link: z.string().optional().describe('The path that was asked for, when a link led here'),
    folders: count.optional().describe('In the whole folder, shown or not'),
    files: count.optional(),
    others: count.optional().describe('Links, pipes, sockets, devices'),
    ignored: count.optional().describe('Entries that are ignored and left out'),
    entries: z
      .array(
        z.object({
          name: z.string(),
          kind: z.enum(['folder', 'file', 'link', 'special']),
          size: size.optional().describe('Bytes'),
          lines: count.optional(),
          language: z.string().optional(),
          not_indexed: z
            .enum([...leftOutReasons, 'notYet'])
            .optional()
            .describe('Why it is not in the index'),
          target: z.string().optional().describe('Where a link leads, from the root'),
          detail: z.string().optional(),
        }),
      )
      .optional(),
    next_offset: count.optional().describe('offset of the next page, when there is one'),
    notes: z.array(z.string()).optional(),
    error: errorOutput(),
  });

export const tool: Tool = defineTool({
  name: 'list_directory',
  title: 'List a folder',
  description:
    'List a folder as it is on disk now: folders, then files with size, lines and language, or why one is not indexed. For ' +
    'all files use list_indexed_files.',
  toolset: 'files',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  output,
  run: async (engine, args, { signal, say }) => {
    const { path = '.', offset = 0, max_chars: maxChars = defaultMaxChars } = args;
    const limit = Math.ceil(maxChars / minEntryChars);
    const listing = await engine.files.list({ path, offset, limit, signal });
    const { text, structured } = formatListing(listing, { offset, maxChars, say });
    return { texts: [text], structured, log: { results: listing.entries.length } };
  },
});
