/**
 * The answer of `get_neighbors`: the symbols linked to one symbol, by file, each with its links to the others; or the same as a Mermaid flowchart.
 * Invariant: a link is shown only if both of its symbols are shown; all links are counted.
 */
import type { NeighboursAnswer, NeighboursRequest, SymbolNode } from '../../model/graph.ts';
import { oneLine, type Draft } from '../budget.ts';
import type { Wording } from '../wording.ts';
import { clip, fitDraft, type Detail } from '../graph-text/detail.ts';
import { drawnEdges } from '../graph-text/drawing.ts';
import { linkData, linkText, type LinkData } from '../graph-text/link-data.ts';
import { mermaid } from '../graph-text/mermaid.ts';
import { cutNote, noteLines, notesData, stateNotes, truncationNotes } from '../graph-text/notes.ts';
import { lineRange, shownName, symbolData, symbolHead } from '../graph-text/symbol-data.ts';
import { count, unresolvedData, unresolvedLines } from '../graph-text/unresolved.ts';

export interface NeighboursFormat {
  direction: NeighboursRequest['direction'];
  maxDepth: number;
  depthLimit: number;
  format: 'text' | 'mermaid';
  maxChars: number;
  say: Wording;
}

interface NeighbourFile {
  path: string;
  test?: true;
  /** `distance` is absent if the call asked only for direct neighbours. */
  symbols: { name: string; lines?: string; distance?: number; links?: LinkData[]; more_links?: number }[];
}

interface Part {
  nodes: readonly { node: SymbolNode; distance: number }[];
  edges: NeighboursAnswer['edges'];
}

/** The center and the nearest of the others, with the edges among them. */
function partOf({ center, nodes, edges }: NeighboursAnswer, shown: number): Part {
  const shownNodes = [{ node: center, distance: 0 }, ...nodes.slice(0, shown)];
  const ids = new Set(shownNodes.map(({ node }) => node.id));
  return { nodes: shownNodes, edges: edges.filter(({ from, to }) => ids.has(from.id) && ids.has(to.id)) };
}

/** This answer is about links, so it shows more of them than other answers. */
const linksFactor = 8;

function filesOf({ nodes, edges }: Part, maxDepth: number, detail: Detail): NeighbourFile[] {
  const outgoing = Map.groupBy(edges, ({ from }) => from.id);
  const files = new Map<string, NeighbourFile>();
  for (const { node, distance } of nodes) {
    const { path, isTest } = node;
    const file = files.get(path) ?? { path: clip(path, detail.path), ...(isTest ? { test: true } : {}), symbols: [] };
    const all = (outgoing.get(node.id) ?? []).flatMap((edge) => linkData(edge, edge.to, detail));
    const links = all.slice(0, detail.links * linksFactor);
    file.symbols.push({
      name: shownName(node, detail),
      ...(node.kind === 'file' ? {} : { lines: lineRange(node) }),
      ...(maxDepth === 1 ? {} : { distance }),
      ...(links.length === 0 ? {} : { links }),
      ...(all.length > links.length ? { more_links: all.length - links.length } : {}),
    });
    files.set(path, file);
  }
  return [...files.values()];
}

function fileLines({ path, test, symbols }: NeighbourFile): string[] {
  return [
    '',
    `file: ${oneLine(path)}${test === true ? ' (test)' : ''}`,
    ...symbols.flatMap(({ name, lines, distance, links = [], more_links: more }) => [
      `  ${oneLine(name)}${lines === undefined ? '' : ` [${lines}]`}${distance === undefined ? '' : ` distance ${distance}`}`,
      ...links.map((link) => `    ${linkText(link, 'active')}`),
      ...(more === undefined ? [] : [`    +${count(more, 'more link')}`]),
    ]),
  ];
}

function notesOf(answer: NeighboursAnswer, format: NeighboursFormat, shown: number): string[] {
  const { maxDepth, depthLimit, maxChars, say } = format;
  const { nodes, truncation, state } = answer;
  const cut = nodes.length - shown;
  const reachesMaxDepth = nodes.some(({ distance }) => distance === maxDepth);
  return [
    ...stateNotes(state),
    ...truncationNotes(truncation, 'Ask for the neighbours of one of them by its id.'),
    ...cutNote(cut, nodes.length, {
      what: 'symbols',
      maxChars,
      narrower: `ask for one direction, or for fewer edges (${say.option('maxDepth')})`,
      say,
    }),
    ...(reachesMaxDepth && cut === 0 && maxDepth < depthLimit
      ? [`Farther ones: ${say.option('maxDepth', maxDepth + 1)}.`]
      : []),
  ];
}

function draftOf(answer: NeighboursAnswer, format: NeighboursFormat, cut: { shown: number; detail: Detail }): Draft {
  const { direction, maxDepth, say } = format;
  const { shown, detail } = cut;
  const part = partOf(answer, shown);
  const center = symbolData(answer.center, detail);
  const notes = notesOf(answer, format, shown);
  const unresolved = unresolvedData(answer.unresolved.in, detail);
  const unresolvedInside = unresolvedData(answer.unresolved.out, detail, answer.center.qualified);
  const unresolvedPlaces = [
    ...unresolvedLines(unresolved, 'may use it'),
    ...unresolvedLines(unresolvedInside, 'calls in it whose target is not known'),
  ];
  const data = {
    center,
    max_depth: maxDepth,
    ...(direction === 'both' ? {} : { direction }),
    total: answer.nodes.length,
    shown,
    edges: answer.edges.length,
    shown_edges: part.edges.length,
    ...(unresolved === undefined ? {} : { unresolved }),
    ...(unresolvedInside === undefined ? {} : { unresolved_inside: unresolvedInside }),
    ...notesData(notes),
  };
  const head = [
    ...symbolHead(say.heading('get_neighbors'), center),
    ...(maxDepth === 1 ? [] : [`${say.label('maxDepth')}: ${maxDepth}`]),
    ...(direction === 'both' ? [] : [`direction: ${direction}`]),
    `neighbours: ${answer.nodes.length}${shown < answer.nodes.length ? ` (showing ${shown})` : ''}`,
    `edges: ${answer.edges.length}${part.edges.length < answer.edges.length ? ` (showing ${part.edges.length})` : ''}`,
  ];
  if (format.format === 'mermaid') {
    const nodes = part.nodes.map(({ node }) => ({
      ...node,
      qualified: clip(node.qualified, detail.name),
      path: clip(node.path, detail.path),
    }));
    const text = mermaid({
      nodes,
      edges: part.edges.flatMap(drawnEdges),
      notes: [...head, ...unresolvedPlaces.filter((line) => line !== ''), ...notes],
    });
    return { text, structured: { ...data, mermaid: text } };
  }
  const files = filesOf(part, maxDepth, detail);
  const lines = [...head, ...files.flatMap(fileLines), ...unresolvedPlaces, ...noteLines(notes)];
  return { text: `${lines.join('\n')}\n`, structured: { ...data, files } };
}

export function formatNeighbours(answer: NeighboursAnswer, format: NeighboursFormat): Draft {
  return fitDraft({
    total: answer.nodes.length,
    maxChars: format.maxChars,
    draft: (shown, detail) => draftOf(answer, format, { shown, detail }),
  });
}
