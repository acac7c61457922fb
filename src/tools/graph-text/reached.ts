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
  /** What implements it and is reached through it at the same places: some of them, with their places. */
  implementations?: string[];
  more_implementations?: number;
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
  /** Symbols of tests that are only counted. */
  folded_tests?: FoldedData;
  /** Symbols of vendored code that are only named. */
  folded_vendored?: FoldedData;
}

/** Symbols that are not listed: their number, that of their files, and the files with the most of them. */
interface FoldedData {
  symbols: number;
  files: number;
  most: { path: string; symbols: number; names?: string[] }[];
}

/** The symbols of an answer: those to list, and those that are shown in another way. */
export interface Folded {
  listed: ReachedNode[];
  /** Tests, which are counted by file. */
  tests: ReachedNode[];
  /** Vendored code, which is named by file. */
  vendored: ReachedNode[];
  /** By the id of a listed symbol and its distance: what implements it, and is named beside it. */
  implementations: ReadonlyMap<string, readonly ReachedNode[]>;
}

export interface Showing {
  /** The start of the walk. */
  target: SymbolNode;
  direction: Direction;
  detail: Detail;
  implementations?: Folded['implementations'];
}

function voiceOf(direction: Direction): Voice {
  return direction === 'in' ? 'active' : 'passive';
}

/**
 * The symbols to list, and those to fold: tests farther than one edge away are many, and say little; of what the project calls, vendored code is
 * not its own; implementations that one place may run are one call. A target of the same kind is asked about its own kind: nothing is folded.
 */
export function foldReached(reached: readonly ReachedNode[], target: SymbolNode, direction: Direction): Folded {
  const ranked = rankReached(reached);
  const isFolded = ({ node, distance }: ReachedNode): boolean => direction === 'in' && distance > 1 && node.isTest;
  const isVendored = ({ node }: ReachedNode): boolean => direction === 'out' && node.isVendored === true;
  const tests = target.isTest ? [] : ranked.filter(isFolded);
  const vendored = target.isVendored === true ? [] : ranked.filter(isVendored);
  const left = new Set([...tests, ...vendored]);
  const rest = ranked.filter((one) => !left.has(one));
  const implementations = direction === 'in' ? new Map<string, ReachedNode[]>() : implementationsIn(rest);
  const folded = new Set([...implementations.values()].flat());
  return { listed: rest.filter((one) => !folded.has(one)), tests, vendored, implementations };
}

/** What is reached only through a declaration that is reached at the same distance, by its key (`keyOf`). */
function implementationsIn(reached: readonly ReachedNode[]): Map<string, ReachedNode[]> {
  const groups = new Map<string, ReachedNode[]>();
  const keys = new Set(reached.map(keyOf));
  for (const one of reached) {
    const [first, ...others] = one.edges;
    if (first === undefined || first.via === null || others.some(({ via }) => via?.id !== first.via?.id)) continue;
    const key = keyOf({ node: first.via, distance: one.distance });
    if (keys.has(key) && !one.node.isTest) groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return groups;
}

/** What implements a listed symbol and is named beside it. */
export function implementationsOf(
  { implementations }: Pick<Folded, 'implementations'>,
  one: ReachedNode,
): readonly ReachedNode[] {
  return implementations.get(keyOf(one)) ?? [];
}

function keyOf({ node, distance }: Pick<ReachedNode, 'node' | 'distance'>): string {
  return `${distance} ${node.id}`;
}

/** Orders symbols: the nearest first, tests last within each distance, otherwise as given. */
export function rankReached(reached: readonly ReachedNode[]): ReachedNode[] {
  return reached.toSorted((a, b) => a.distance - b.distance || Number(a.node.isTest) - Number(b.node.isTest));
}

function reachedSymbol(one: ReachedNode, { target, direction, detail, implementations }: Showing): ReachedSymbol {
  const { node, edges } = one;
  const ends = edges.flatMap((edge) => {
    const end = direction === 'in' ? edge.to : edge.from;
    return linkData(edge, end.id === target.id ? null : end, detail);
  });
  const all = withoutRepeatedDispatch(ends);
  const links = all.slice(0, detail.links);
  const behind = implementations === undefined ? [] : implementationsOf({ implementations }, one);
  const named = behind.slice(0, detail.lines);
  return {
    name: shownName(node, detail),
    ...(node.kind === 'file' ? {} : { lines: lineRange(node) }),
    ...(detail.links === 0 ? {} : { links }),
    ...(detail.links > 0 && all.length > links.length ? { more_links: all.length - links.length } : {}),
    ...(behind.length === 0 ? {} : { implementations: named.map((found) => placeText(found.node, detail)) }),
    ...(behind.length > named.length ? { more_implementations: behind.length - named.length } : {}),
  };
}

function placeText(node: SymbolNode, detail: Detail): string {
  return `${clip(node.qualified, detail.name)} ${clip(node.path, detail.path)}:${node.line}`;
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

/** At most this many files of folded symbols are named. */
const maxFoldedFiles = 5;

function foldedData(folded: readonly ReachedNode[], detail: Detail, hasNames: boolean): FoldedData {
  const files = [...Map.groupBy(folded, ({ node }) => node.path)].toSorted(([, a], [, b]) => b.length - a.length);
  const most = files.slice(0, maxFoldedFiles).map(([path, symbols]) => ({
    path: clip(path, detail.path),
    symbols: symbols.length,
    ...(hasNames ? { names: symbols.slice(0, detail.lines).map(({ node }) => shownName(node, detail)) } : {}),
  }));
  return { symbols: folded.length, files: files.length, most };
}

/**
 * @param all ranked symbols
 * @param shown how many of them to show, the nearest first
 * @param folded those that are shown in another way
 */
export function distanceData(
  all: readonly ReachedNode[],
  shown: number,
  showing: Showing,
  folded: Pick<Folded, 'tests' | 'vendored'> = { tests: [], vendored: [] },
): DistanceData[] {
  const byDistance = (some: readonly ReachedNode[]): Map<number, ReachedNode[]> =>
    Map.groupBy(some, ({ distance }) => distance);
  const groups = byDistance(all.slice(0, shown));
  const [tests, vendored] = [byDistance(folded.tests), byDistance(folded.vendored)];
  const totals = new Map<number, number>();
  const behind = [...(showing.implementations?.values() ?? [])].flat();
  for (const { distance } of [...all, ...folded.tests, ...folded.vendored, ...behind])
    totals.set(distance, (totals.get(distance) ?? 0) + 1);
  return [...totals]
    .sort(([a], [b]) => a - b)
    .map(([distance, symbols]) => {
      const [counted, copied] = [tests.get(distance), vendored.get(distance)];
      return {
        distance,
        symbols,
        files: byFile(groups.get(distance) ?? [], showing),
        ...(counted === undefined ? {} : { folded_tests: foldedData(counted, showing.detail, false) }),
        ...(copied === undefined ? {} : { folded_vendored: foldedData(copied, showing.detail, true) }),
      };
    });
}

function fileLines(file: ReachedFile, voice: Voice): string[] {
  const lines = [`file: ${oneLine(file.path)}${file.test === true ? ' (test)' : ''}`];
  for (const symbol of file.symbols) {
    const { name, lines: range, links = [], more_links: more } = symbol;
    const texts = links.map((link) => linkText(link, voice));
    if (more !== undefined) texts.push(`+${count(more, 'more link')}`);
    texts.push(...implementationsText(symbol.implementations ?? [], symbol.more_implementations ?? 0));
    lines.push(
      `  ${oneLine(name)}${range === undefined ? '' : ` [${range}]`} ${texts.join('; ')}`.trimEnd(),
      ...links.flatMap(codeLines),
    );
  }
  return lines;
}

function behindCount({ implementations = [], more_implementations: more = 0 }: ReachedSymbol): number {
  return implementations.length + more;
}

/** `may run 3 implementations: A.run src/a.ts:10, …`; nothing where there is none. */
export function implementationsText(names: readonly string[], more: number): string[] {
  const total = names.length + more;
  if (total === 0) return [];
  const listed = names.map((name) => oneLine(name)).join(', ');
  return [`may run ${count(total, 'implementation')}: ${listed}${more === 0 ? '' : ` and ${more} more`}`];
}

/** `tests: 5 in 2 files: a.test.ts 3, b.test.ts 2` */
function foldedLine(title: string, { symbols, files, most }: FoldedData): string {
  const named = most.map(({ path, symbols: number, names }) => {
    if (names === undefined) return `${oneLine(path)} ${number}`;
    const more = number - names.length;
    return `${oneLine(path)} (${names.map((name) => oneLine(name)).join(', ')}${more === 0 ? '' : `, +${more} more`})`;
  });
  const rest = files - most.length;
  return `${title}: ${symbols} in ${count(files, 'file')}: ${named.join(', ')}${rest === 0 ? '' : `, +${count(rest, 'more file')}`}`;
}

/** The lines of the symbols at a distance, for a front end that lists them in another way; null: they are listed by file. */
export type ListSymbols = (distance: number) => string[] | null;

/**
 * @param hasHeadings whether each distance gets a heading
 * @param listSymbols lists the symbols in another way
 */
export function distanceLines(
  groups: readonly DistanceData[],
  direction: Direction,
  hasHeadings: boolean,
  listSymbols: ListSymbols = () => null,
): string[] {
  const voice = voiceOf(direction);
  const byFiles = (files: readonly ReachedFile[]): string[] =>
    files.flatMap((file, at) => [...(hasHeadings && at === 0 ? [] : ['']), ...fileLines(file, voice)]);
  return groups.flatMap(({ distance, symbols, files, folded_tests: tests, folded_vendored: vendored }) => {
    const own = listSymbols(distance);
    const listed = files.reduce((sum, file) => sum + file.symbols.reduce((of, one) => of + 1 + behindCount(one), 0), 0);
    const shown = listed + (tests?.symbols ?? 0) + (vendored?.symbols ?? 0);
    const rest = shown === symbols ? '' : ` (${shown} shown)`;
    return [
      ...(hasHeadings
        ? [...(files.length === 0 ? [] : ['']), `distance ${distance}: ${count(symbols, 'symbol')}${rest}`]
        : []),
      ...(own === null ? byFiles(files) : [...(hasHeadings || own.length === 0 ? [] : ['']), ...own]),
      ...(vendored === undefined ? [] : ['', foldedLine('vendored', vendored)]),
      ...(tests === undefined ? [] : [foldedLine('tests', tests)]),
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
