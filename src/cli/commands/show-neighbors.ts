/** `code-scout neighbors`: the tool `get_neighbors`. */
import { askNeighbours, draftNeighbours, tool, type NeighborsArguments } from '../../tools/get-neighbors/tool.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { WalkOptions } from '../walk-options.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { nameFromHere } from '../path-argument.ts';
import { argumentsFor } from '../tool-commands.ts';
import { runTool, type LayoutRequest } from '../tool-run.ts';
import { spotsOf } from '../layouts/graph-places.ts';
import { placeList } from '../layouts/place-list.ts';

export interface NeighborOptions extends WalkOptions {
  direction?: string;
  format?: string;
}

export async function showNeighbors(
  request: ProjectRequest,
  symbol: string,
  options: NeighborOptions,
): Promise<ExitCode> {
  const { vimgrep = false } = options;
  return runTool(request, {
    tool,
    isList: vimgrep,
    args: argumentsFor('get_neighbors', { symbol: nameFromHere(request, symbol) }, options),
    ...(vimgrep
      ? {
          layout: async ({ engine, args, say, maxChars }: LayoutRequest<NeighborsArguments>) => {
            const found = await askNeighbours(engine, args, say);
            const spots = found.answers.flatMap(({ answer }) => spotsOf(answer.edges));
            return placeList(request, engine, spots, draftNeighbours(found, args, { maxChars, say }).text);
          },
        }
      : {}),
  });
}
