/** `chunk_file`: the chunks of a file, with ids and symbols. Invariant: the pages of a file show every line once. */
import { z } from 'zod';
import { defaultMaxChars, maxCharsInput } from '../budget.ts';
import { pieceOutput } from '../chunk-text/chunk-words.ts';
import { pathInput, startLineInput } from '../chunk-text/inputs.ts';
import { errorOutput } from '../error-result.ts';
import { defineTool, type Tool } from '../tool.ts';
import { formatChunks } from './format.ts';

const count = z.int().min(0).max(2_147_483_647);

const input = () => z.strictObject({ file_path: pathInput, start_line: startLineInput, max_chars: maxCharsInput });

const output = () =>
  z.object({
    file_path: z.string().optional(),
    language: z.string().optional(),
    total_chunks: count.optional().describe('Chunks of the file, shown or not'),
    lines: count.optional().describe('Lines of the file'),
    chunks: z.array(pieceOutput()).optional(),
    next_start_line: count.optional().describe('start_line of the next page, when there is one'),
    notes: z.array(z.string()).optional(),
    error: errorOutput(),
  });

export const tool: Tool = defineTool({
  name: 'chunk_file',
  title: 'Cut a file into chunks',
  description:
    'Cut a file along its syntax into chunks: id, lines, kind, symbols, text; every line is in exactly one. To just read a ' +
    'file use get_context.',
  toolset: 'files',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  output,
  run: async (engine, args, { say }) => {
    const file = await engine.chunks.file(args.file_path);
    const request = { startLine: args.start_line ?? 1, maxChars: args.max_chars ?? defaultMaxChars, say };
    const { text, structured } = formatChunks(file, request);
    return { texts: [text], structured, log: { results: file.chunks.length } };
  },
});
