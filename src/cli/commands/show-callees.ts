/** `code-scout callees`: the tool `get_callees`, with the code of each place. */
import { calls, tool } from '../../tools/get-callees/tool.ts';
import type { ExitCode } from '../exit-codes.ts';
import { callsLayout } from '../layouts/graph-places.ts';
import { isWithoutCode } from '../place-options.ts';
import type { WalkOptions } from '../walk-options.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { nameFromHere } from '../path-argument.ts';
import { argumentsFor } from '../tool-commands.ts';
import { runTool } from '../tool-run.ts';

export async function showCallees(request: ProjectRequest, symbol: string, options: WalkOptions): Promise<ExitCode> {
  return runTool(request, {
    tool,
    isList: options.vimgrep,
    args: argumentsFor('get_callees', { symbol: nameFromHere(request, symbol) }, options),
    ...(isWithoutCode(options) ? {} : { layout: callsLayout(request, calls, options) }),
  });
}
