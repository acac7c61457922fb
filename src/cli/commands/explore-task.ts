/**
 * `code-scout explore`: the tool `explore`, each piece with its best lines; with --full, or where a size is given, the tool's own answer; with --json the
 * pieces as data. Vectors are brought up to date before the search.
 */
import { exploreData } from '../../tools/explore/data.ts';
import { defaultTokens, exploreRequest, type ExploreArguments } from '../../tools/explore/request.ts';
import { tool } from '../../tools/explore/tool.ts';
import type { ExitCode } from '../exit-codes.ts';
import { chosenPieces, exploreLayout } from '../layouts/found-pieces.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { argumentsFor } from '../tool-commands.ts';
import { runTool, type LayoutRequest } from '../tool-run.ts';

export interface ExploreOptions {
  maxTokens?: string;
  seen?: string;
  language?: string;
  prefix?: string;
  maxChars?: string;
  full?: boolean;
  vimgrep?: boolean;
}

export async function exploreTask(
  request: ProjectRequest,
  words: readonly string[],
  options: ExploreOptions,
): Promise<ExitCode> {
  const { maxTokens, maxChars, seen, vimgrep = false } = options;
  // A size is that of an answer with whole pieces, and what was seen is what such an answer showed.
  const isFull = options.full === true || maxTokens !== undefined || maxChars !== undefined || seen !== undefined;
  const usual = maxChars === undefined ? { maxTokens: String(defaultTokens) } : {};
  return runTool(request, {
    tool,
    isList: options.vimgrep,
    // Without a limit the answer is as long as an agent's.
    args: argumentsFor('explore', { query: words.join(' ') }, { ...usual, ...options }),
    embeddings: true,
    data: async (engine, args: ExploreArguments) =>
      exploreData(args.query, await engine.explore(exploreRequest(args, engine))),
    ...(isFull && !vimgrep
      ? {}
      : {
          layout: async ({ engine, args, say }: LayoutRequest<ExploreArguments>) =>
            exploreLayout(
              request,
              engine,
              await engine.explore({ ...exploreRequest(args, engine), chosen: chosenPieces }),
              {
                query: args.query,
                say,
                vimgrep,
              },
            ),
        }),
  });
}
