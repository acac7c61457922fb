/** `code-scout implementers`: the tool `get_implementers`, with the code of each place. */
import type { ImplementerDirection, Relative } from '../../model/code-questions.ts';
import { isApart, nameOf } from '../../tools/get-implementers/format.ts';
import {
  askImplementers,
  draftImplementers,
  tool,
  type ImplementersArguments,
} from '../../tools/get-implementers/tool.ts';
import type { ExitCode } from '../exit-codes.ts';
import { placeLines, vimgrepLayout, type PlaceForm, type Spot } from '../layouts/place-lines.ts';
import { placeForm, type PlaceOptions } from '../place-options.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { nameFromHere } from '../path-argument.ts';
import { argumentsFor } from '../tool-commands.ts';
import { runTool, type LayoutRequest } from '../tool-run.ts';

export interface ImplementersOptions extends PlaceOptions {
  implements?: true;
  file?: string;
  module?: string;
  package?: string;
  maxChars?: string;
}

export async function showImplementers(
  request: ProjectRequest,
  symbol: string,
  options: ImplementersOptions,
): Promise<ExitCode> {
  return runTool(request, {
    tool,
    isList: options.vimgrep,
    args: argumentsFor('get_implementers', { symbol: nameFromHere(request, symbol) }, options),
    layout: async ({ engine, args, say, maxChars }: LayoutRequest<ImplementersArguments>) => {
      const found = await askImplementers(engine, args, say);
      const relatives = found.answers.flatMap(({ answer }) => answer.found);
      const paths = relatives.map(({ path }) => path);
      const form = await placeForm(request, engine, paths, options);
      const list = (some: readonly Relative[]): string[] => relativeLines(some, form, args.direction ?? 'implementers');
      const { text } = draftImplementers(found, { maxChars, say, list });
      if (options.vimgrep === true)
        return vimgrepLayout(
          relatives.map((one) => spotOf(one, form)),
          text,
          form,
        );
      return { text, results: relatives.length };
    },
  });
}

function spotOf(relative: Relative, { lines }: PlaceForm): Spot {
  const { node, path, line } = relative;
  const name = node?.name ?? '';
  const at = name === '' ? -1 : lines.line(path, line).indexOf(name);
  return { path, line, column: at + 1, name, ...(relative.package === null ? {} : { label: nameOf(relative) }) };
}

/** The code says how it is connected, except where a type has the methods of an interface without naming it. */
function relativeLines(all: readonly Relative[], form: PlaceForm, direction: ImplementerDirection): string[] {
  const apart = all.filter(({ node }) => isApart({ direction }, node?.kind));
  const relatives = all.filter((one) => !apart.includes(one) && !one.isTest);
  const tests = all.filter((one) => !apart.includes(one) && one.isTest);
  const titles: [string, Relative[]][] = [
    ['direct:', relatives.filter((one) => one.distance === 1 && one.relation !== 'implicit')],
    ['direct, by its methods:', relatives.filter((one) => one.distance === 1 && one.relation === 'implicit')],
    ['indirect:', relatives.filter((one) => one.distance > 1)],
    ['in tests:', tests],
    // Where an interface embeds another, its own name says which it is.
    ['interfaces that extend it:', apart.map((one) => (one.node === null ? one : { ...one, line: one.node.line }))],
  ];
  return titles.flatMap(([title, some]) =>
    some.length === 0
      ? []
      : [
          '',
          title,
          ...placeLines(
            some.map((one) => spotOf(one, form)),
            form,
          ),
        ],
  );
}
