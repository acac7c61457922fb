/**
 * `read_file`: the text of a file of the project as it is on disk now.
 * Invariant: the pages of a file together are exactly its text, whatever its size, its encoding and the length of its lines.
 */
import { z } from 'zod';
import { AppError } from '../../model/error.ts';
import { defaultMaxChars, maxCharsInput } from '../budget.ts';
import { maxPathLength, startLineInput } from '../chunk-text/inputs.ts';
import { errorOutput } from '../error-result.ts';
import { defineTool, type Tool } from '../tool.ts';
import { formatFile } from './format.ts';

const line = z.int().min(0).max(2_147_483_647);

const input = () =>
  z.strictObject({
    file_path: z.string().max(maxPathLength).describe('As in src/app.ts'),
    start_line: startLineInput,
    end_line: z.int().min(1).max(2_147_483_647).optional().describe('Last line'),
    start_column: z.int().min(1).max(2_147_483_647).optional().meta({ default: 1 }).describe('In a very long line'),
    max_chars: maxCharsInput,
  });

const output = () =>
  z.object({
    file_path: z.string().optional(),
    link: z.string().optional().describe('The path that was asked for, when a link led here'),
    kind: z.enum(['text', 'image', 'binary']).optional(),
    type: z.string().optional().describe('Format of an image or a binary file'),
    size: z
      .int()
      .min(0)
      .max(2 ** 50)
      .optional()
      .describe('Bytes'),
    total_lines: line.optional().describe('Lines of the file; absent for a large one whose end was not read'),
    start_line: line.optional(),
    end_line: line.optional(),
    encoding: z.string().optional(),
    line_ends: z.enum(['CRLF', 'mixed']).optional().describe('Absent: LF'),
    next_start_line: line.optional().describe('start_line of the next page, when there is one'),
    next_start_column: line.optional().describe('start_column of the next page, when it starts inside a line'),
    notes: z.array(z.string()).optional(),
    text: z.string().optional().describe('Unchanged, line ends included'),
    error: errorOutput(),
  });

export const tool: Tool = defineTool({
  name: 'read_file',
  title: 'Read a file',
  description:
    'Read a text file, or lines of it, exactly as it is on disk now, in pages. Ignored files and those that hold secrets are ' +
    'not read.',
  toolset: 'files',
  core: {
    description: 'Read a text file, or lines of it, as it is on disk now, in pages.',
    parameters: ['file_path', 'start_line', 'end_line', 'max_chars'],
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  output,
  run: async (engine, args, { signal, say }) => {
    const { start_line: startLine = 1, end_line: endLine = null, start_column: startColumn = 1 } = args;
    const { max_chars: maxChars = defaultMaxChars } = args;
    if (endLine !== null && endLine < startLine) throw endsBefore(startLine, endLine);
    const page = await engine.files.read({ path: args.file_path, startLine, startColumn, endLine, maxChars, signal });
    const answer = formatFile(page, { startLine, startColumn, maxChars, say });
    return { ...answer, log: { results: 1 } };
  },
});

function endsBefore(startLine: number, endLine: number): AppError {
  return new AppError('ValidationError', `The last line, ${endLine}, is before the first, ${startLine}`, {
    hint: `Give a last line from ${startLine} on, or none.`,
    details: { field: 'end_line', expected: `at least ${startLine}`, received: endLine },
  });
}
