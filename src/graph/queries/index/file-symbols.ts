/** The symbols of one file: its definitions by `symbolKey`. */
import { symbolKeys, withoutDuplicateMarks } from '../../../model/link.ts';
import type { OutlineEntry } from '../../../store/outline.ts';

export interface FileSymbols {
  path: string;
  definitions: readonly OutlineEntry[];
  /** The `symbolKey` of each definition. */
  keys: readonly number[];
  /** Indexes of definitions by key; made at first use. */
  readonly byKey: ReadonlyMap<number, readonly number[]>;
  /** The declaration that represents a symbol: the longest, which has the body; of a method and a field of one name, the method. */
  main(key: number): OutlineEntry | undefined;
  /**
   * Keys of the top-level symbols whose declaration contains a line: a variable whose value contains the line (`const useIt = wrap(useItPlainly)`), a
   * type alias, or a component that is the whole file. Several for a pattern of names (`const { a, b } = …`); none for a statement.
   */
  partOf(line: number): readonly number[];
}

/** The kinds of top-level symbols that `partOf` returns. */
const partKinds: ReadonlySet<string> = new Set(['variable', 'typeAlias', 'component']);
/** The number of look-ups by linear search, before a table of all symbols is made: most files are asked for few symbols. */
const linearLookUps = 8;
/** Of the declarations that begin before a line, this many, the last ones, are checked for whether they contain the line. */
const maxOverlaps = 16;

export function symbolsOfFile(path: string, definitions: readonly OutlineEntry[]): FileSymbols {
  const keys = symbolKeys(definitions);
  let longest: ReadonlyMap<number, number> | null = null;
  let lookUps = 0;
  let byKey: ReadonlyMap<number, readonly number[]> | null = null;
  let parts: Part[] | null = null;
  return {
    path,
    definitions,
    keys,
    get byKey() {
      return (byKey ??= Map.groupBy(keys.keys(), (index) => keys[index]!));
    },
    main(key) {
      if (longest === null && ++lookUps <= linearLookUps) return definitions[longestOf(definitions, keys, key)];
      longest ??= longestByKey(definitions, keys);
      return definitions[longest.get(key) ?? -1];
    },
    partOf(line) {
      return innermost((parts ??= partsOf(definitions, keys)), line);
    },
  };
}

/** The index of the definition that represents a symbol, the first of several equals; -1 for none. */
function longestOf(definitions: readonly OutlineEntry[], keys: readonly number[], key: number): number {
  let longest = keys.indexOf(key);
  for (let at = longest; at !== -1; at = keys.indexOf(key, at + 1))
    if (goesBefore(definitions[at]!, definitions[longest]!)) longest = at;
  return longest;
}

/** The indexes that `longestOf` would return, for all keys. */
function longestByKey(definitions: readonly OutlineEntry[], keys: readonly number[]): Map<number, number> {
  const longest = new Map<number, number>();
  for (const [index, key] of keys.entries()) {
    const best = longest.get(key);
    if (best === undefined || goesBefore(definitions[index]!, definitions[best]!)) longest.set(key, index);
  }
  return longest;
}

/** Whether one declaration represents a symbol better than another. */
function goesBefore(one: OutlineEntry, other: OutlineEntry): boolean {
  const isMethod = one.kind === 'method';
  if (isMethod !== (other.kind === 'method') && one.container !== null) return isMethod;
  return length(one) > length(other);
}

/** The lines of a declaration that `partOf` may return. */
interface Part {
  start: number;
  end: number;
  key: number;
}

function partsOf(definitions: readonly OutlineEntry[], keys: readonly number[]): Part[] {
  const parts = definitions.flatMap(({ kind, container, startLine, endLine }, at) =>
    withoutDuplicateMarks(container) === null && partKinds.has(kind)
      ? [{ start: startLine, end: endLine, key: keys[at]! }]
      : [],
  );
  return parts.sort((a, b) => a.start - b.start);
}

/** The keys of the shortest parts that contain a line. @param parts by start */
function innermost(parts: readonly Part[], line: number): number[] {
  let low = 0;
  let high = parts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (parts[middle]!.start <= line) low = middle + 1;
    else high = middle;
  }
  const from = Math.max(0, low - maxOverlaps);
  // The first part is always checked: it may be a component that is the whole file.
  const near = from === 0 ? parts.slice(0, low) : [parts[0]!, ...parts.slice(from, low)];
  const containing = near.filter(({ end }) => end >= line);
  const least = Math.min(...containing.map(({ start, end }) => end - start));
  return containing.filter(({ start, end }) => end - start === least).map(({ key }) => key);
}

function length({ startLine, endLine }: OutlineEntry): number {
  return endLine - startLine;
}
