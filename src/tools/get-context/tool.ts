/**
 * `get_context`: a whole file by its chunks.
 * Invariant: the pages of a file show every line once. The answer is code, so it has no output schema: with one, clients may show data instead of the text.
 */
import { z } from 'zod';
import { defaultMaxChars, maxCharsInput } from '../budget.ts';
import { pathInput, startLineInput } from '../chunk-text/inputs.ts';
import { defineTool, type Tool } from '../tool.ts';
import { formatContext } from './format.ts';

const input = () => z.strictObject({ filePath: pathInput, start_line: startLineInput, max_chars: maxCharsInput });

export const tool: Tool = defineTool({
  name: 'get_context',
  title: 'Read a file by its chunks',
  description:
    'Read a whole file as it is on disk now, cut along its syntax, each chunk under its lines, in pages. For ids and symbols ' +
    'use chunk_file.',
  toolset: 'semantic',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  output: null,
  run: async (engine, args, { say }) => {
    const file = await engine.chunks.file(args.filePath);
    const request = { startLine: args.start_line ?? 1, maxChars: args.max_chars ?? defaultMaxChars, say };
    const text = formatContext(file, request);
    return { texts: [text], log: { results: file.chunks.length } };
  },
});
