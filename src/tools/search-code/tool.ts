/**
 * `search_code`: a text or a regular expression in the files as they are on disk.
 * Invariant: the first part of the text is the JSON list of results and nothing else; the second part counts what is not shown.
 */
import { z } from 'zod';
import type { Engine, TextQuery } from '../../engine/types.ts';
import { belowRoot } from '../../util/paths/root-names.ts';
import { defaultMaxChars, maxCharsInput } from '../budget.ts';
import { errorOutput } from '../error-result.ts';
import { resultLimit } from '../result-limit.ts';
import { defineTool, type Tool } from '../tool.ts';
import { formatFiles, formatLines } from './format.ts';

const defaultResults = 50;
const maxResults = 1000;
const maxContext = 10;
const noQuery = 'Query is required';

const count = z.int().min(0).max(1_000_000_000);
const lines = z.array(z.string());

const input = () =>
  z.strictObject({
    query: z
      .string({ error: (issue) => (issue.input === undefined ? noQuery : undefined) })
      .min(1, noQuery)
      .max(10_000)
      .describe('Text or regular expression'),
    max_results: z
      .int()
      .min(1)
      .max(maxResults)
      .optional()
      .meta({ default: defaultResults })
      .describe(`1 to ${maxResults} (default ${defaultResults})`),
    offset: count.optional().meta({ default: 0 }).describe('For paging'),
    regex: z.boolean().optional().describe('Default: literal first'),
    case_sensitive: z.boolean().optional().describe('Default: if query has capitals'),
    whole_word: z.boolean().optional().describe('Only whole words'),
    multiline: z.boolean().optional().describe('Matches may span lines'),
    glob: z.string().min(1).max(2000).optional().describe('As in *.ts src/** !docs/**'),
    context: z
      .int()
      .min(0)
      .max(maxContext)
      .optional()
      .meta({ default: 0 })
      .describe(`Lines around, 0 to ${maxContext}`),
    files_only: z.boolean().optional().describe('Files with counts'),
    max_chars: maxCharsInput,
  });

const output = () =>
  z.object({
    results: z
      .array(
        z.object({
          file_path: z.string(),
          line_number: count.optional(),
          line: z.string().optional(),
          column: count.optional().describe('Of the first match in the line, from 1'),
          before: lines.optional(),
          after: lines.optional(),
          count: count.optional().describe('Lines of the file that match, with files_only'),
        }),
      )
      .optional(),
    total: count.optional().describe('Lines that match; with files_only, files'),
    at_least: z.boolean().optional().describe('True where there may be more than total'),
    truncated: z.boolean().optional().describe('Whether there are more than are shown'),
    next_offset: count.optional().describe('offset of the next page, when there is one'),
    notes: z.array(z.string()).optional(),
    error: errorOutput(),
  });

export type SearchCodeInput = z.output<ReturnType<typeof input>>;

/** Globs are separated by spaces, or by commas outside of braces. They start at the root: `./` and the root's own path before them are dropped. */
function globsOf({ glob = '' }: SearchCodeInput, root: string): string[] {
  const globs = glob.split(/\s+|,(?![^{]*\})/).filter((one) => one !== '');
  return globs.map((one) => {
    const [negation, path] = one.startsWith('!') ? ['!', one.slice(1)] : ['', one];
    return negation + belowRoot(path, root).replace(/^\.\/+/, '');
  });
}

function queryOf(args: SearchCodeInput, engine: Engine): TextQuery {
  return {
    query: args.query,
    isRegex: args.regex,
    caseSensitive: args.case_sensitive,
    wholeWord: args.whole_word,
    multiline: args.multiline,
    globs: globsOf(args, engine.root),
    offset: args.offset ?? 0,
    limit: resultLimit(engine, args.max_results, { usual: defaultResults, most: maxResults }),
    context: args.context ?? 0,
  };
}

export const tool: Tool = defineTool({
  name: 'search_code',
  title: 'Search text in files',
  description:
    'Search the files on disk as ripgrep does. The query is literal; if not found, it is tried as a regular expression (Rust ' +
    'syntax). Definitions come first, tests last. For a question in words use search_repo.',
  toolset: 'files',
  core: {
    description: 'Search the files on disk as ripgrep does, for a text or a regular expression; definitions first.',
    parameters: ['query', 'regex', 'glob', 'context', 'offset', 'max_chars'],
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  output,
  run: async (engine, args, { signal, say }) => {
    const query = { ...queryOf(args, engine), signal };
    const format = { maxChars: args.max_chars ?? defaultMaxChars, say };
    const { texts, structured } =
      args.files_only === true
        ? formatFiles(await engine.text.files(query), query, format)
        : formatLines(await engine.text.search(query), query, format);
    return { texts, structured, log: { query: args.query, results: structured.results.length } };
  },
});
