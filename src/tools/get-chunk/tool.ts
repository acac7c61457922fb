/**
 * `get_chunk`: one chunk by its id.
 * Invariant: what is shown stands on disk at this moment. Code has no output schema, so that no client replaces the text.
 */
import { z } from 'zod';
import { defaultMaxChars, maxCharsInput } from '../budget.ts';
import { defineTool, type Tool } from '../tool.ts';
import { formatChunk } from './format.ts';

const input = z.strictObject({
  chunkId: z
    .string()
    .min(1)
    .max(200)
    .describe('Id of a chunk from an earlier answer: chunk_ and 14 letters and digits'),
  max_chars: maxCharsInput,
});

export const tool: Tool = defineTool({
  name: 'get_chunk',
  title: 'Read one chunk',
  description:
    'Read one chunk of code by its id: file, lines, language, the symbols that are defined in it, and its text as it is on disk at this ' +
    'moment. Ids come from search_repo, search_by_embedding and chunk_file; an unchanged chunk keeps its id through every re-index and ' +
    'wherever it moves within its file. For a chunk that has changed the answer says where to look instead. The answer stays under 8,000 ' +
    'characters unless max_chars (1,000 to 50,000) allows more. Example: {"chunkId": "chunk_97mpsma7bpabdn"}.',
  toolset: 'semantic',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  output: null,
  run: async (engine, args) => {
    const { file, chunk } = await engine.chunks.chunk(args.chunkId);
    return { texts: [formatChunk(file, chunk, args.max_chars ?? defaultMaxChars)], log: { results: 1 } };
  },
});
