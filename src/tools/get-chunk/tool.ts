/**
 * `get_chunk`: one chunk by its id.
 * Invariant: the code is as it is on disk now. The answer is code, so it has no output schema: with one, clients may show data instead of the text.
 */
import { z } from 'zod';
import { defaultMaxChars, maxCharsInput } from '../budget.ts';
import { defineTool, type Tool } from '../tool.ts';
import { formatChunk } from './format.ts';

const input = () =>
  z.strictObject({
    chunkId: z.string().min(1).max(200).describe('As in chunk_97mpsma7bpabdn'),
    max_chars: maxCharsInput,
  });

export const tool: Tool = defineTool({
  name: 'get_chunk',
  title: 'Read one chunk',
  description:
    'Read a chunk by its id (from search_repo, search_by_embedding, chunk_file) as it is on disk now. If the chunk has ' +
    'changed, the answer says where to look.',
  toolset: 'semantic',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  output: null,
  run: async (engine, args, { say }) => {
    const { file, chunk } = await engine.chunks.chunk(args.chunkId);
    const text = formatChunk(file, chunk, { maxChars: args.max_chars ?? defaultMaxChars, say });
    return { texts: [text], log: { results: 1 } };
  },
});
