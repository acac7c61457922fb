/** `chunk_files`: the chunks of several files. Invariant: a file that cannot be read is reported with the reason, and the others still come. */
import { z } from 'zod';
import type { Engine } from '../../engine/types.ts';
import { AppError, toAppError } from '../../model/error.ts';
import { defaultMaxChars, maxCharsInput } from '../budget.ts';
import { pieceOutput } from '../chunk-text/chunk-words.ts';
import { maxPathLength } from '../chunk-text/inputs.ts';
import { errorOutput } from '../error-result.ts';
import { defineTool, type Tool } from '../tool.ts';
import { formatFiles, readCursor, type FileResult } from './format.ts';

const count = z.int().min(0).max(2_147_483_647);
const maxFiles = 100;

const input = () =>
  z.strictObject({
    file_paths: z.array(z.string().min(1).max(maxPathLength)).min(1).max(maxFiles).describe('1 to 100'),
    cursor: z.string().max(40).optional().describe('For the next page, with the same paths'),
    max_chars: maxCharsInput,
  });

const output = () =>
  z.object({
    total_files: count.optional(),
    files: z
      .array(
        z.object({
          file_path: z.string(),
          language: z.string().optional(),
          total_chunks: count.optional(),
          lines: count.optional(),
          chunks: z.array(pieceOutput()).optional(),
          unindexed: z.literal(true).optional().describe('Not in the index: get_chunk does not know these ids'),
          failure: z.object({ type: z.string(), message: z.string(), next: z.string() }).optional(),
        }),
      )
      .optional(),
    next_cursor: z.string().optional().describe('cursor of the next page, when there is one'),
    notes: z.array(z.string()).optional(),
    error: errorOutput(),
  });

/** Reads the files one by one, each only when the page gets to it. */
async function* readFiles(engine: Engine, paths: readonly string[], signal: AbortSignal): AsyncGenerator<FileResult> {
  for (const path of paths) {
    if (signal.aborted) throw new AppError('CancelledError', 'The call was cancelled');
    yield await engine.chunks.file(path).then(
      (file): FileResult => ({ path, file }),
      (error: unknown): FileResult => ({ path, failure: toAppError(error) }),
    );
  }
}

export const tool: Tool = defineTool({
  name: 'chunk_files',
  title: 'Cut several files into chunks',
  description:
    'List the chunks of several files, as chunk_file does. A file that cannot be read is named with the reason, and the ' +
    'others still come.',
  toolset: 'files',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  output,
  run: async (engine, args, { signal, say }) => {
    const start = readCursor(args.cursor, args.file_paths.length);
    const files = readFiles(engine, args.file_paths.slice(start.index), signal);
    const request = { start, total: args.file_paths.length, maxChars: args.max_chars ?? defaultMaxChars, say };
    const { draft, chunks } = await formatFiles(files, request);
    return { texts: [draft.text], structured: draft.structured, log: { results: chunks } };
  },
});
