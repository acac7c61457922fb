/** `code-scout changes`: the tool `changes`. */
import type { ChangesAnswer } from '../../model/changes.ts';
import { askChanges, draftChanges, tool, type ChangesArguments } from '../../tools/changes/tool.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { argumentsFor } from '../tool-commands.ts';
import { runTool, type LayoutRequest } from '../tool-run.ts';
import { spotsOf } from '../layouts/graph-places.ts';
import type { Spot } from '../layouts/place-lines.ts';
import { placeList } from '../layouts/place-list.ts';

export interface ChangesOptions {
  base?: string;
  prefix?: string;
  limit?: string;
  depth?: string;
  vimgrep?: boolean;
  maxChars?: string;
}

export async function showChanges(
  request: ProjectRequest,
  revision: string | undefined,
  options: ChangesOptions,
): Promise<ExitCode> {
  const { vimgrep = false } = options;
  return runTool(request, {
    tool,
    isList: vimgrep,
    args: argumentsFor('changes', { revision }, options),
    ...(vimgrep
      ? {
          layout: async ({ engine, args, say, maxChars }: LayoutRequest<ChangesArguments>) => {
            const answer = await askChanges(engine, args, request.terminal.cancellation());
            return placeList(
              request,
              engine,
              spotsOfChanges(answer),
              draftChanges(answer, args, { maxChars, say }).text,
            );
          },
        }
      : {}),
  });
}

/** What changed, then what still names removed code, then what uses changed code, the nearest first. A removed definition is nowhere. */
function spotsOfChanges({ files, dangling, reached }: ChangesAnswer): Spot[] {
  const changed = files.flatMap(({ definitions }) =>
    definitions
      .filter(({ change, startLine }) => change !== 'removed' && startLine > 0)
      .map(({ path, startLine, qualified }) => ({
        path,
        line: startLine,
        column: 0,
        name: qualified.split('.').at(-1)!,
      })),
  );
  const gone = dangling.places.map(({ path, line, column }) => ({ path, line, column }));
  return [...changed, ...gone, ...reached.flatMap(({ edges }) => spotsOf(edges))];
}
