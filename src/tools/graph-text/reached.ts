/**
 * Symbols that a walk reached: by distance, then by file, each with the links by which it was reached first.
 * Invariant: tests come last within a distance. Symbols are cut from the end, and every distance states its total number of symbols.
 */
import type { ReachedNode, SymbolNode } from '../../model/graph.ts';
import { oneLine } from '../budget.ts';
import { clip, type Detail } from './detail.ts';
import { codeLines, linkData, linkText, withoutRepeatedDispatch, type LinkData, type Voice } from './link-data.ts';
import { lineRange, shownName } from './symbol-data.ts';
import { count } from './unresolved.ts';

/** `in`: symbols that reach the start of the walk; `out`: symbols that it reaches. */
export type Direction = 'in' | 'out';

interface ReachedSymbol {
  name: string;
  lines?: string;
  /** Absent if only names are shown. */
  links?: LinkData[];
  more_links?: number;
}

export interface ReachedFile {
  path: string;
  test?: true;
  symbols: ReachedSymbol[];
}

export interface DistanceData {
  distance: number;
  /** The number of all symbols, including those that are not shown. */
  symbols: number;
  files: ReachedFile[];
  /** Symbols of tests that are only counted, and the number of their files. */
  folded_tests?: { symbols: number; files: number };
}

export interface Showing {
  /** The start of the walk. */
  target: SymbolNode;
  direction: Direction;
  detail: Detail;
}

function voiceOf(direction: Direction): Voice {
  return direction === 'in' ? 'active' : 'passive';
}

/** Whether a symbol is only counted: tests farther than one edge away are many, and say little. */
export function isFolded({ node, distance }: ReachedNode): boolean {
  return distance > 1 && node.isTest;
}

/** Orders symbols: the nearest first, tests last within each distance, otherwise as given. */
export function rankReached(reached: readonly ReachedNode[]): ReachedNode[] {
  return reached.toSorted((a, b) => a.distance - b.distance || Number(a.node.isTest) - Number(b.node.isTest));
}

function reachedSymbol({ node, edges }: ReachedNode, { target, direction, detail }: Showing): ReachedSymbol {
  const ends = edges.flatMap((edge) => {
    const end = direction === 'in' ? edge.to : edge.from;
    return linkData(edge, end.id === target.id ? null : end, detail);
  });
  const all = withoutRepeatedDispatch(ends);
  const links = all.slice(0, detail.links);
  return {
    name: shownName(node, detail),
    ...(node.kind === 'file' ? {} : { lines: lineRange(node) }),
    ...(detail.links === 0 ? {} : { links }),
    ...(detail.links > 0 && all.length > links.length ? { more_links: all.length - links.length } : {}),
  };
}

function byFile(reached: readonly ReachedNode[], showing: Showing): ReachedFile[] {
  const { detail } = showing;
  const files = new Map<string, ReachedFile>();
  for (const one of reached) {
    const { path, isTest } = one.node;
    const file = files.get(path) ?? { path: clip(path, detail.path), ...(isTest ? { test: true } : {}), symbols: [] };
    file.symbols.push(reachedSymbol(one, showing));
    files.set(path, file);
  }
  return [...files.values()];
}

/**
 * @param all ranked symbols
 * @param shown how many of them to show, the nearest first
 * @param folded symbols that are only counted
 */
export function distanceData(
  all: readonly ReachedNode[],
  shown: number,
  showing: Showing,
  folded: readonly ReachedNode[] = [],
): DistanceData[] {
  const groups = Map.groupBy(all.slice(0, shown), ({ distance }) => distance);
  const tests = Map.groupBy(folded, ({ distance }) => distance);
  const totals = new Map<number, number>();
  for (const { distance } of [...all, ...folded]) totals.set(distance, (totals.get(distance) ?? 0) + 1);
  return [...totals]
    .sort(([a], [b]) => a - b)
    .map(([distance, symbols]) => {
      const counted = tests.get(distance) ?? [];
      const files = new Set(counted.map(({ node }) => node.path)).size;
      return {
        distance,
        symbols,
        files: byFile(groups.get(distance) ?? [], showing),
        ...(counted.length === 0 ? {} : { folded_tests: { symbols: counted.length, files } }),
      };
    });
}

function fileLines(file: ReachedFile, voice: Voice): string[] {
  const lines = [`file: ${oneLine(file.path)}${file.test === true ? ' (test)' : ''}`];
  for (const { name, lines: range, links = [], more_links: more } of file.symbols) {
    const texts = links.map((link) => linkText(link, voice));
    if (more !== undefined) texts.push(`+${count(more, 'more link')}`);
    lines.push(
      `  ${oneLine(name)}${range === undefined ? '' : ` [${range}]`} ${texts.join('; ')}`.trimEnd(),
      ...links.flatMap(codeLines),
    );
  }
  return lines;
}

/** @param hasHeadings whether each distance gets a heading */
export function distanceLines(groups: readonly DistanceData[], direction: Direction, hasHeadings: boolean): string[] {
  const voice = voiceOf(direction);
  return groups.flatMap(({ distance, symbols, files, folded_tests: tests }) => {
    const shown = files.reduce((sum, file) => sum + file.symbols.length, 0) + (tests?.symbols ?? 0);
    const rest = shown === symbols ? '' : ` (${shown} shown)`;
    return [
      ...(hasHeadings
        ? [...(files.length === 0 ? [] : ['']), `distance ${distance}: ${count(symbols, 'symbol')}${rest}`]
        : []),
      ...files.flatMap((file, at) => [...(hasHeadings && at === 0 ? [] : ['']), ...fileLines(file, voice)]),
      ...(tests === undefined ? [] : [`tests: ${tests.symbols} in ${count(tests.files, 'file')}`]),
    ];
  });
}

/** The folders with most of the symbols that are not shown: `src/api 12, src/store 3`. */
export function whereText(cut: readonly ReachedNode[]): string {
  const folders = new Map<string, number>();
  for (const { node } of cut) {
    const folder = node.path.split('/').slice(0, -1).slice(0, 2).join('/') || '.';
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  const largest = [...folders].toSorted((a, b) => b[1] - a[1]).slice(0, 4);
  const text = largest.map(([folder, number]) => `${oneLine(folder, 60)} ${number}`).join(', ');
  const more = folders.size - largest.length;
  return `${text}${more > 0 ? ` and ${count(more, 'more folder')}` : ''}`;
}
