/**
 * `search_code`: text or a regular expression in the files as they are on disk.
 * Invariant: the first part of the text is the list of 001 and nothing else; what is not shown is counted in the second.
 */
import { z } from 'zod';
import type { Engine, TextQuery } from '../../engine/types.ts';
import { defaultMaxChars, maxCharsInput } from '../budget.ts';
import { errorOutput } from '../error-result.ts';
import { resultLimit } from '../result-limit.ts';
import { defineTool, type Tool } from '../tool.ts';
import { formatFiles, formatLines } from './format.ts';

const usualResults = 50;
const mostResults = 1000;
const mostContext = 10;
const noQuery = 'Query is required';

const count = z.int().min(0).max(2_147_483_647);
const lines = z.array(z.string());

const input = z.strictObject({
  query: z
    .string({ error: (issue) => (issue.input === undefined ? noQuery : undefined) })
    .min(1, noQuery)
    .max(10_000)
    .describe('Text, or a regular expression in the syntax of Rust’s regex crate'),
  max_results: z
    .int()
    .min(1)
    .max(mostResults)
    .optional()
    .meta({ default: usualResults })
    .describe(`Most results, 1 to ${mostResults} (default ${usualResults})`),
  offset: count.optional().meta({ default: 0 }).describe('Results to pass over, for the next page (default 0)'),
  regex: z
    .boolean()
    .optional()
    .describe('true: a regular expression; false: every character as it stands; absent: as it stands first'),
  case_sensitive: z.boolean().optional().describe('Absent: capitals count where the query has some'),
  whole_word: z.boolean().optional().describe('Only whole words (default false)'),
  multiline: z.boolean().optional().describe('A match may span lines, as in foo\\n\\s*bar (default false)'),
  glob: z
    .string()
    .min(1)
    .max(2000)
    .optional()
    .describe('Only paths that match, as in *.ts or src/**; with ! before it, none of them; several apart by spaces'),
  context: z
    .int()
    .min(0)
    .max(mostContext)
    .optional()
    .meta({ default: 0 })
    .describe(`Lines before and after each, 0 to ${mostContext} (default 0)`),
  files_only: z.boolean().optional().describe('Files with the number of their matching lines, instead of lines'),
  max_chars: maxCharsInput,
});

const output = z.object({
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
  truncated: z.boolean().optional().describe('Whether there are more than are shown'),
  next_offset: count.optional().describe('offset of the next page, when there is one'),
  notes: z.array(z.string()).optional(),
  error: errorOutput,
});

export type SearchCodeInput = z.output<typeof input>;

/** Paths are the project's: a root before them is meant by `./`. */
function globsOf({ glob = '' }: SearchCodeInput): string[] {
  const given = glob.split(/\s+/).filter((one) => one !== '');
  return given.map((one) => one.replace(/^(!?)\.\/+/, '$1'));
}

function queryOf(args: SearchCodeInput, engine: Engine): TextQuery {
  return {
    query: args.query,
    isRegex: args.regex,
    caseSensitive: args.case_sensitive,
    wholeWord: args.whole_word,
    multiline: args.multiline,
    globs: globsOf(args),
    offset: args.offset ?? 0,
    limit: resultLimit(engine, args.max_results, { usual: usualResults, most: mostResults }),
    context: args.context ?? 0,
  };
}

export const tool: Tool = defineTool({
  name: 'search_code',
  title: 'Search text in files',
  description:
    'Search the files for a text or a regular expression, as ripgrep does and with its answers: on the disk as it is now, in all files of ' +
    'the project that are not ignored. The query is taken as it stands; where it stands nowhere and looks like a regular expression, or ' +
    'with regex: true, it is one (syntax of Rust’s regex crate: no look-around, no back-references). Lines where something of that name ' +
    'is defined come first, then whole words; tests and generated files last. max_results is 1 to 1,000 (default 50) and offset gives the ' +
    'next page; case_sensitive, whole_word, multiline, glob ("*.ts", "src/**", "!docs/**"), context (0 to 10 lines) and files_only as in ' +
    'ripgrep. The answer stays under 8,000 characters unless max_chars (1,000 to 50,000) allows more; what is left out is counted. For a ' +
    'question in words use search_repo, for who uses a symbol get_callers. Example: {"query": "TODO", "glob": "src/**"}.',
  toolset: 'files',
  core: true,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  output,
  run: async (engine, args, { signal }) => {
    const query = { ...queryOf(args, engine), signal };
    const maxChars = args.max_chars ?? defaultMaxChars;
    const { texts, structured } =
      args.files_only === true
        ? formatFiles(await engine.text.files(query), query, maxChars)
        : formatLines(await engine.text.search(query), query, maxChars);
    return { texts, structured, log: { query: args.query, results: structured.results.length } };
  },
});
