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
}

export function symbolsOfFile(path: string, definitions: readonly OutlineEntry[]): FileSymbols {
  const keys = definitions.map((definition) => symbolKey(qualifiedName(definition)));
  const longest = new Map<number, number>();
  for (const [index, key] of keys.entries()) {
    const known = longest.get(key);
    if (known === undefined || length(definitions[index]!) > length(definitions[known]!)) longest.set(key, index);
  }
  let byKey: ReadonlyMap<number, readonly number[]> | null = null;
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
  };
}

function length({ startLine, endLine }: OutlineEntry): number {
  return endLine - startLine;
}
