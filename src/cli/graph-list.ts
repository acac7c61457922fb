/** Commands that ask a question about the code graph and print a list: `unused`, `cycles`. */
import type { Engine, GraphQueries } from '../engine/types.ts';
import type { ProjectRequest } from './asked-root.ts';
import { exitCode } from './exit-codes.ts';
import type { ExitCode } from './exit-codes.ts';
import type { Spot } from './layouts/place-lines.ts';
import { placeList } from './layouts/place-list.ts';
import { pathBelow } from './path-argument.ts';
import { printTogether, withAsked, withTogether } from './projects/together.ts';
import { printAnswer } from './answers/print-answer.ts';
import { printableJson, printableLines } from './terminal/printable.ts';
import { whileWaiting } from './terminal/waiting.ts';

interface GraphList<Answer> {
  /** The part of the project to ask about, as the user wrote it; undefined for all of it. */
  path: string | undefined;
  /** @param within the path, below the root where it exists there; empty for all of the project */
  ask: (graph: GraphQueries, within: { path?: string }) => Promise<Answer>;
  textOf: (answer: Answer) => string;
  /** The places of the list, where only they are to be printed. */
  placesOf?: (answer: Answer) => Spot[];
}

/** @returns `nothing` where the list is empty */
export async function printGraphList<Answer extends { total: number }>(
  request: ProjectRequest,
  list: GraphList<Answer>,
): Promise<ExitCode> {
  const { path, ask, textOf, placesOf } = list;
  const { terminal } = request;
  const json = request.options.json ?? false;
  return withAsked(request, { refresh: true }, async ({ engine, root, base, loaded, together }) => {
    const within = path === undefined ? {} : { path: pathBelow(request, root, path) };
    const answer = await whileWaiting(terminal, 'Working', () => ask(engine.graph, within));
    if (json) terminal.out(printableJson(withTogether(answer, together)));
    else if (placesOf !== undefined) await printPlaces(request, engine, placesOf(answer), textOf(answer));
    else await printAnswer(terminal, textOf(answer), { root: base, settings: loaded.config.terminal });
    if (!json) printTogether(request, together, { isList: placesOf !== undefined });
    return answer.total === 0 ? exitCode.nothing : exitCode.ok;
  });
}

/** As --vimgrep prints places; notes go to standard error. */
async function printPlaces(
  request: ProjectRequest,
  engine: Engine,
  places: readonly Spot[],
  answerText: string,
): Promise<void> {
  const { terminal } = request;
  const { text, aside = [] } = await placeList(request, engine, places, answerText);
  if (text !== '') terminal.out(printableLines(text));
  for (const line of aside) terminal.err(printableLines(line));
}
