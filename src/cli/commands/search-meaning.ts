/**
 * `code-scout similar`: the tool `search_by_embedding`, each piece with its best lines; with --json the chunks as data. Vectors are brought up to date
 * before the search.
 */
import type { NearestRequest } from '../../engine/types.ts';
import { nearestRequest, type MeaningArguments } from '../../tools/search-by-embedding/request.ts';
import { askNearest, tool } from '../../tools/search-by-embedding/tool.ts';
import type { ExitCode } from '../exit-codes.ts';
import { similarLayout } from '../layouts/found-pieces.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { argumentsFor } from '../tool-commands.ts';
import { runTool, type LayoutRequest } from '../tool-run.ts';

export interface MeaningOptions {
  limit?: string;
  language?: string;
  prefix?: string;
  maxChars?: string;
  full?: boolean;
  vimgrep?: boolean;
}

export async function searchMeaning(
  request: ProjectRequest,
  words: readonly string[],
  options: MeaningOptions,
): Promise<ExitCode> {
  return runTool(request, {
    tool,
    isList: options.vimgrep,
    args: argumentsFor('search_by_embedding', { query: words.join(' ') }, options),
    embeddings: true,
    layout: async ({ engine, args, say, maxChars }: LayoutRequest<MeaningArguments>) => {
      const found = await askNearest(engine, args, { signal: request.terminal.cancellation(), say });
      const { full = false, vimgrep = false } = options;
      return similarLayout(request, engine, found, { say, maxChars, full, vimgrep });
    },
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
