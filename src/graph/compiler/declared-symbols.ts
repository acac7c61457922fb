/** Finds the symbols of the index that are declared at offsets in files. */
import type { Definition } from '../../model/definition.ts';
import { qualifiedName, symbolKey } from '../../model/link.ts';
import type { Store } from '../../store/store.ts';
import { TextPlaces } from './text-places.ts';
import type { Declaration } from './typescript-compiler.ts';

/** A symbol of the index. */
export interface DeclaredSymbol {
  path: string;
  /** The symbol's key (`symbolKey`). */
  target: number;
  /** The key of the constructor that a class declares; null for other symbols. */
  constructorKey: number | null;
  /** Whether it is a function or a method. */
  isFunction: boolean;
}

interface FileSymbols {
  places: TextPlaces;
  /** Definitions by the line and column of their name. */
  byName: ReadonlyMap<string, Definition>;
  /** Definitions by the line and column of their start, for those without a name in the text (`export default function () {}`). */
  byStart: ReadonlyMap<string, Definition>;
  /** Qualified names of the definitions. */
  names: ReadonlySet<string>;
}

/** The number of files whose definitions are cached. */
const maxCachedFiles = 256;

export class DeclaredSymbols {
  readonly #store: Store;
  /** The id and text of an indexed file; null where the text on disk is not the indexed one. */
  readonly #read: (path: string) => { id: number; text: string } | null;
  readonly #files = new Map<string, FileSymbols | null>();

  constructor(store: Store, read: (path: string) => { id: number; text: string } | null) {
    this.#store = store;
    this.#read = read;
  }

  /** The symbol that is declared at an offset of an indexed file; null for none (a parameter). */
  async at(path: string, { name, start }: Pick<Declaration, 'name' | 'start'>): Promise<DeclaredSymbol | null> {
    const file = await this.#open(path);
    if (file === null) return null;
    const definition =
      file.byName.get(file.places.key(name)) ?? (name === start ? file.byStart.get(file.places.key(start)) : undefined);
    if (definition === undefined) return null;
    const qualified = qualifiedName(definition);
    const ownConstructor = `${qualified}.constructor`;
    const hasConstructor = definition.kind === 'class' && file.names.has(ownConstructor);
    const isFunction = definition.kind === 'function' || definition.kind === 'method';
    const constructorKey = hasConstructor ? symbolKey(ownConstructor) : null;
    return { path, target: symbolKey(qualified), constructorKey, isFunction };
  }

  async #open(path: string): Promise<FileSymbols | null> {
    const cached = this.#files.get(path);
    if (cached !== undefined) return cached;
    if (this.#files.size >= maxCachedFiles) this.#files.clear();
    const source = this.#read(path);
    const found = source === null ? null : await this.#symbols(source);
    this.#files.set(path, found);
    return found;
  }

  async #symbols({ id, text }: { id: number; text: string }): Promise<FileSymbols> {
    const definitions = (await this.#store.definitions([id])).get(id) ?? [];
    const byName = new Map<string, Definition>();
    const byStart = new Map<string, Definition>();
    for (const definition of definitions) {
      byName.set(`${definition.line}:${definition.column}`, definition);
      const start = `${definition.startLine}:${definition.startColumn}`;
      if (!byStart.has(start)) byStart.set(start, definition);
    }
    return { places: new TextPlaces(text), byName, byStart, names: new Set(definitions.map(qualifiedName)) };
  }
}
