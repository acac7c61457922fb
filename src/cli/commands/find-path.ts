/** `code-scout path`: the tool `find_path`. */
import { askPaths, tool, type PathArguments } from '../../tools/find-path/tool.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { nameFromHere } from '../path-argument.ts';
import { argumentsFor } from '../tool-commands.ts';
import { runTool, type LayoutRequest } from '../tool-run.ts';
import { spotsOf } from '../layouts/graph-places.ts';
import { placeList } from '../layouts/place-list.ts';

export interface PathOptions {
  via?: string;
  fromFile?: string;
  fromModule?: string;
  fromPackage?: string;
  toFile?: string;
  toModule?: string;
  toPackage?: string;
  depth?: string;
  maxPaths?: string;
  vimgrep?: boolean;
  maxChars?: string;
}

export async function findPath(
  request: ProjectRequest,
  ends: { from: string; to: string },
  options: PathOptions,
): Promise<ExitCode> {
  const [from, to] = [nameFromHere(request, ends.from), nameFromHere(request, ends.to)];
  const via = options.via === undefined ? {} : { via: nameFromHere(request, options.via) };
  const { vimgrep = false } = options;
  return runTool(request, {
    tool,
    isList: vimgrep,
    args: argumentsFor('find_path', { from, to }, { ...options, ...via }),
    ...(vimgrep
      ? {
          layout: async ({ engine, args, say, maxChars }: LayoutRequest<PathArguments>) => {
            const { paths, draft } = await askPaths(engine, args, say);
            // In the order of the steps.
            const spots = paths.flatMap(({ edges }) => edges.flatMap((edge) => spotsOf([edge])));
            return placeList(request, engine, spots, draft(maxChars).text);
          },
        }
      : {}),
  });
}
