/** Commands that ask a question about the code graph and print a list: `unused`, `cycles`. */
import type { Engine, GraphQueries } from '../engine/types.ts';
import type { ProjectRequest } from './asked-root.ts';
import { forEachProject } from './answers/each-project.ts';
import { exitCode } from './exit-codes.ts';
import type { ExitCode } from './exit-codes.ts';
import { refreshIndex } from './index-run.ts';
import type { Spot } from './layouts/place-lines.ts';
import { placeList } from './layouts/place-list.ts';
import { pathBelow } from './path-argument.ts';
import { withProject } from './project.ts';
import { printAnswer } from './answers/print-answer.ts';
import { printableJson, printableLines } from './terminal/printable.ts';
import { whileWaiting } from './terminal/waiting.ts';

/** Indexing that takes longer reports its progress (ms). */
const quietMs = 1000;

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
  const isList = list.placesOf !== undefined && request.options.json !== true;
  return forEachProject(request, (one) => printListOf(one, list), isList);
}

async function printListOf<Answer extends { total: number }>(
  request: ProjectRequest,
  { path, ask, textOf, placesOf }: GraphList<Answer>,
): Promise<ExitCode> {
  const { terminal } = request;
  const json = request.options.json ?? false;
  return withProject(request, async ({ engine, root, loaded }) => {
    await refreshIndex(engine, { terminal, json, quietMs });
    const within = path === undefined ? {} : { path: pathBelow(request, root, path) };
    const answer = await whileWaiting(terminal, 'Working', () => ask(engine.graph, within));
    if (json) terminal.out(printableJson(answer));
    else if (placesOf !== undefined) await printPlaces(request, engine, placesOf(answer), textOf(answer));
    else await printAnswer(terminal, textOf(answer), { root, settings: loaded.config.terminal });
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
