/** `code-scout similar`: the tool `search_by_embedding`; with --json the chunks as data. Vectors are brought up to date first. */
import type { NearestRequest } from '../../engine/types.ts';
import { checkArguments } from '../../tools/arguments.ts';
import { defaultMaxChars } from '../../tools/budget.ts';
import { input, nearestRequest } from '../../tools/search-by-embedding/request.ts';
import { tool } from '../../tools/search-by-embedding/tool.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { runTool } from '../tool-run.ts';

export interface MeaningOptions {
  limit?: string;
  language?: string;
  prefix?: string;
  maxChars?: string;
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

export async function searchMeaning(
  request: ProjectRequest,
  words: readonly string[],
  options: MeaningOptions,
): Promise<ExitCode> {
  const { limit, language, prefix, maxChars } = options;
  const given = { query: words.join(' '), max_results: numberOf(limit), language, pathPrefix: prefix };
  // A terminal is not much longer than a prompt.
  const args = { ...given, max_chars: numberOf(maxChars) ?? defaultMaxChars };
  return runTool(request, {
    tool,
    args,
    embeddings: true,
    data: async (engine) => {
      const nearest: NearestRequest = nearestRequest(checkArguments(input(), args), engine);
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
