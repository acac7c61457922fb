/**
 * `get_chunk`: one chunk by its id.
 * Invariant: what is shown stands on disk at this moment. Code has no output schema, so that no client replaces the text.
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
    'Read a chunk by its id (from search_repo, search_by_embedding, chunk_file) as it is on disk now. For one that has ' +
    'changed the answer says where to look.',
  toolset: 'semantic',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  output: null,
  run: async (engine, args) => {
    const { file, chunk } = await engine.chunks.chunk(args.chunkId);
    return { texts: [formatChunk(file, chunk, args.max_chars ?? defaultMaxChars)], log: { results: 1 } };
  },
});
