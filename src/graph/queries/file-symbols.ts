/** The symbols of one file: its definitions by the number of their qualified name. */
import { qualifiedName, symbolKey } from '../../model/link.ts';
import type { OutlineEntry } from '../../store/store.ts';

export interface FileSymbols {
  path: string;
  definitions: readonly OutlineEntry[];
  /** `symbolKey` of each definition. */
  keys: readonly number[];
  /** Indexes of definitions by key; made when it is asked for. */
  readonly byKey: ReadonlyMap<number, readonly number[]>;
  /** Of several declarations the longest: the one with a body. */
  main(key: number): OutlineEntry | undefined;
  /**
   * Keys of what a place at the top of the file is a part of: the variable whose value it helps to make (`const useIt = wrap(useItPlainly)`),
   * the type alias that names it. Several for one pattern of names; none for a statement.
   */
  partOf(line: number): readonly number[];
}

/** What a declaration at the top of a file makes of what it names. */
const made: ReadonlySet<string> = new Set(['variable', 'typeAlias']);
/** Declarations that begin before a line and may still hold it. */
const mostOverlaps = 16;

export function symbolsOfFile(path: string, definitions: readonly OutlineEntry[]): FileSymbols {
  const keys = definitions.map((definition) => symbolKey(qualifiedName(definition)));
  const longest = new Map<number, number>();
  for (const [index, key] of keys.entries()) {
    const known = longest.get(key);
    if (known === undefined || length(definitions[index]!) > length(definitions[known]!)) longest.set(key, index);
  }
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
      const index = longest.get(key);
      return index === undefined ? undefined : definitions[index];
    },
    partOf(line) {
      return innermost((parts ??= partsOf(definitions, keys)), line);
    },
  };
}

interface Part {
  start: number;
  end: number;
  key: number;
}

function partsOf(definitions: readonly OutlineEntry[], keys: readonly number[]): Part[] {
  const parts = definitions.flatMap(({ kind, container, startLine, endLine }, at) =>
    container === null && made.has(kind) ? [{ start: startLine, end: endLine, key: keys[at]! }] : [],
  );
  return parts.sort((a, b) => a.start - b.start);
}

function innermost(parts: readonly Part[], line: number): number[] {
  let low = 0;
  let high = parts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (parts[middle]!.start <= line) low = middle + 1;
    else high = middle;
  }
  const around = parts.slice(Math.max(0, low - mostOverlaps), low).filter(({ end }) => end >= line);
  const least = Math.min(...around.map(({ start, end }) => end - start));
  return around.filter(({ start, end }) => end - start === least).map(({ key }) => key);
}

function length({ startLine, endLine }: OutlineEntry): number {
  return endLine - startLine;
}
