/** `code-scout similar`: the tool `search_by_embedding`; with --json the chunks as data. Vectors are brought up to date before the search. */
import type { NearestRequest } from '../../engine/types.ts';
import { defaultMaxChars } from '../../tools/budget.ts';
import { nearestRequest, type MeaningArguments } from '../../tools/search-by-embedding/request.ts';
import { tool } from '../../tools/search-by-embedding/tool.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { argumentsFor } from '../tool-commands.ts';
import { runTool } from '../tool-run.ts';

export interface MeaningOptions {
  limit?: string;
  language?: string;
  prefix?: string;
  maxChars?: string;
}

export async function searchMeaning(
  request: ProjectRequest,
  words: readonly string[],
  options: MeaningOptions,
): Promise<ExitCode> {
  return runTool(request, {
    tool,
    args: argumentsFor('search_by_embedding', { query: words.join(' ') }, options),
    // Without --max-chars the answer has the default size of the tool, not the largest size as with most other commands.
    defaultChars: defaultMaxChars,
    embeddings: true,
    data: async (engine, args: MeaningArguments) => {
      const nearest: NearestRequest = nearestRequest(args, engine);
      const { hits, ...rest } = await engine.semantic.search(nearest);
      return {
        query: nearest.query,
        ...rest,
        hits: hits.map(({ file, chunk, similarity }) => ({
          path: file.path,
          language: file.language,
          ...chunk,
          similarity,
          text: file.lines.slice(chunk.startLine - 1, chunk.endLine).join('\n'),
        })),
      };
    },
  });
}
