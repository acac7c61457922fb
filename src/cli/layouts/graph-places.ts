/**
 * `callers`, `callees` and `impact` for a person: each symbol with the code of the places that link it. All other lines are those of the tool.
 */
import type { GraphEdge, ReachedNode, SymbolNode } from '../../model/graph.ts';
import { linkData, linkText, withoutRepeatedDispatch } from '../../tools/graph-text/link-data.ts';
import type { Detail } from '../../tools/graph-text/detail.ts';
import { implementationsText, type Direction } from '../../tools/graph-text/reached.ts';
import type { ListReached } from '../../tools/graph-text/calls-text.ts';
import { lineRange } from '../../tools/graph-text/symbol-data.ts';
import { askCalls, draftCalls, type CallsArguments, type CallsTool } from '../../tools/graph-text/calls-tool.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { placeForm, type PlaceOptions } from '../place-options.ts';
import { printable } from '../terminal/printable.ts';
import type { Layout, LayoutRequest } from '../tool-run.ts';
import { placeLines, vimgrepLayout, type PlaceForm, type Spot } from './place-lines.ts';

/** Everything of a link is named. */
const whole: Detail = {
  signature: 0,
  lines: Infinity,
  links: Infinity,
  name: 300,
  path: 1000,
  samples: 0,
  texts: 0,
  testFiles: 0,
};

export interface ReachedForm extends PlaceForm {
  direction: Direction;
  /** Symbols that are farther than this are listed without code, by file. */
  farthest: number;
}

/** The places of edges, each once, in their order. */
export function spotsOf(edges: readonly GraphEdge[]): Spot[] {
  const spots = new Map<string, Spot>();
  for (const { from, to, via, sites } of edges)
    for (const { line, column } of sites) {
      const key = `${from.path}:${line}:${column}`;
      if (!spots.has(key)) spots.set(key, { path: from.path, line, column, name: (via ?? to).name });
    }
  return [...spots.values()].sort((a, b) => a.line - b.line || a.column - b.column);
}

/** Files whose lines the answers need. */
export function pathsOf(reached: readonly ReachedNode[], farthest = Infinity): string[] {
  return reached
    .filter(({ distance }) => distance <= farthest)
    .flatMap(({ edges }) => edges.map(({ from }) => from.path));
}

/** Lists symbols with their code. */
export function listWithCode(form: ReachedForm): ListReached {
  return (reached, target, implementationsOf) => {
    if (reached.some(({ distance }) => distance > form.farthest)) return null;
    return reached.flatMap((one) => [
      [headOf(one, target, form), ...behindText(implementationsOf(one), form)].join('; '),
      ...placeLines(onePerLine(spotsOf(one.edges)), form, '    '),
    ]);
  };
}

/** Several links in one line of code are shown once. */
function onePerLine(spots: readonly Spot[]): Spot[] {
  return [...Map.groupBy(spots, ({ path, line }) => `${path}:${line}`).values()].map(([first]) => first!);
}

/** `  Router.add [12-20] calls`; of what is called, the place of its definition. */
function headOf({ node, edges }: ReachedNode, target: SymbolNode, { direction, shownPath }: ReachedForm): string {
  const links = edges.flatMap((edge) => {
    const end = direction === 'in' ? edge.to : edge.from;
    return linkData(edge, end.id === target.id ? null : end, whole);
  });
  const texts = withoutRepeatedDispatch(links).map((link) =>
    linkText(
      { ...link, at: [], ...(link.more === undefined ? {} : { more: 0 }) },
      direction === 'in' ? 'active' : 'passive',
    ),
  );
  const path = printable(shownPath(node.path));
  const name = node.kind === 'file' ? `top level of ${path}` : printable(node.qualified);
  const where = node.kind === 'file' ? '' : direction === 'out' ? ` ${path}:${node.line}` : ` [${lineRange(node)}]`;
  const test = node.isTest ? ' (test)' : '';
  return `  ${name}${where}${test} ${[...new Set(texts)].join('; ')}`;
}

/** At most so many implementations are named beside their declaration. */
const namedImplementations = 5;

function behindText(behind: readonly ReachedNode[], { shownPath }: ReachedForm): string[] {
  const names = behind
    .slice(0, namedImplementations)
    .map(({ node }) => printable(`${node.qualified} ${shownPath(node.path)}:${node.line}`));
  return implementationsText(names, behind.length - names.length);
}

/** The layout of `callers` and `callees`. */
export function callsLayout(
  request: ProjectRequest,
  calls: CallsTool,
  options: PlaceOptions,
): (asked: LayoutRequest<CallsArguments>) => Promise<Layout> {
  return async ({ engine, args, say, maxChars }) => {
    const found = await askCalls(calls, engine, args, say);
    const reached = found.answers.flatMap(({ answer }) => answer.reached);
    const form = await placeForm(request, engine, pathsOf(reached), options);
    const list = listWithCode({ ...form, direction: calls.direction, farthest: Infinity });
    const { text } = draftCalls(calls, found, args, { maxChars, say, list });
    if (options.vimgrep === true)
      return vimgrepLayout(
        reached.flatMap(({ edges }) => spotsOf(edges)),
        text,
        form,
      );
    return { text, results: reached.length };
  };
}
