/** `code-scout explore`: the tool `explore`; with --json the pieces as data. Vectors are brought up to date before the search. */
import { exploreData } from '../../tools/explore/data.ts';
import { defaultTokens, exploreRequest, type ExploreArguments } from '../../tools/explore/request.ts';
import { tool } from '../../tools/explore/tool.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { argumentsFor } from '../tool-commands.ts';
import { runTool } from '../tool-run.ts';

export interface ExploreOptions {
  maxTokens?: string;
  seen?: string;
  language?: string;
  prefix?: string;
  maxChars?: string;
}

export async function exploreTask(
  request: ProjectRequest,
  words: readonly string[],
  options: ExploreOptions,
): Promise<ExitCode> {
  const usual = options.maxChars === undefined ? { maxTokens: String(defaultTokens) } : {};
  return runTool(request, {
    tool,
    // Without a limit the answer is as long as an agent's.
    args: argumentsFor('explore', { query: words.join(' ') }, { ...usual, ...options }),
    embeddings: true,
    data: async (engine, args: ExploreArguments) =>
      exploreData(args.query, await engine.explore(exploreRequest(args, engine))),
  });
}
