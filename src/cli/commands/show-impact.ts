/** `code-scout impact`: the tool `get_impact`, with the code of the places that use the symbol directly. */
import { askImpact, draftImpact, tool } from '../../tools/get-impact/tool.ts';
import type { ExitCode } from '../exit-codes.ts';
import { listWithCode, pathsOf, spotsOf } from '../layouts/graph-places.ts';
import { vimgrepLayout } from '../layouts/place-lines.ts';
import { isWithoutCode, placeForm } from '../place-options.ts';
import type { WalkOptions } from '../walk-options.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { nameFromHere } from '../path-argument.ts';
import { argumentsFor } from '../tool-commands.ts';
import { runTool } from '../tool-run.ts';

export async function showImpact(request: ProjectRequest, symbol: string, options: WalkOptions): Promise<ExitCode> {
  return runTool(request, {
    tool,
    isList: options.vimgrep,
    args: argumentsFor('get_impact', { symbol: nameFromHere(request, symbol) }, options),
    ...(isWithoutCode(options)
      ? {}
      : {
          layout: async ({ engine, args, say, maxChars }) => {
            const found = await askImpact(engine, args, say);
            const reached = found.answers.flatMap(({ answer }) => answer.reached);
            const farthest = options.vimgrep === true ? Infinity : 1;
            const form = await placeForm(request, engine, pathsOf(reached, farthest), options);
            const list = listWithCode({ ...form, direction: 'in', farthest });
            const { text } = draftImpact(found, args, { maxChars, say, list });
            if (options.vimgrep === true)
              return vimgrepLayout(
                reached.flatMap(({ edges }) => spotsOf(edges)),
                text,
                form,
              );
            return { text, results: reached.length };
          },
        }),
  });
}
