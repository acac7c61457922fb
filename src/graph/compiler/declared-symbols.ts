/** Maps places of declarations to symbols of the index. */
import type { Definition } from '../../model/definition.ts';
import { qualifiedName, symbolKey } from '../../model/link.ts';
import type { Store } from '../../store/store.ts';
import { TextPlaces } from './text-places.ts';
import type { Declaration } from './typescript-compiler.ts';

export interface DeclaredSymbol {
  path: string;
  /** `symbolKey` */
  target: number;
  /** `symbolKey` of its constructor, where it is a class that declares one; null otherwise. */
  constructorKey: number | null;
}

interface FileSymbols {
  places: TextPlaces;
  /** By line and column of the name. */
  byName: ReadonlyMap<string, Definition>;
  /** By line and column of the start: for definitions without a name of their own (`export default function () {}`). */
  byStart: ReadonlyMap<string, Definition>;
  names: ReadonlySet<string>;
}

/** How many files' definitions are cached. */
const maxCachedFiles = 256;

export class DeclaredSymbols {
  readonly #store: Store;
  /** The id of an indexed file, and its text if that is the indexed content. */
  readonly #read: (path: string) => { id: number; text: string } | null;
  readonly #files = new Map<string, FileSymbols | null>();

  constructor(store: Store, read: (path: string) => { id: number; text: string } | null) {
    this.#store = store;
    this.#read = read;
  }

  /** The symbol that is declared at a place of an indexed file; null for a place without one (a parameter). */
  async at(path: string, { name, start }: Pick<Declaration, 'name' | 'start'>): Promise<DeclaredSymbol | null> {
    const file = await this.#open(path);
    if (file === null) return null;
    const named =
      file.byName.get(file.places.key(name)) ?? (name === start ? file.byStart.get(file.places.key(start)) : undefined);
    if (named === undefined) return null;
    const qualified = qualifiedName(named);
    const ownConstructor = `${qualified}.constructor`;
    const isBuilt = named.kind === 'class' && file.names.has(ownConstructor);
    return { path, target: symbolKey(qualified), constructorKey: isBuilt ? symbolKey(ownConstructor) : null };
  }

  async #open(path: string): Promise<FileSymbols | null> {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
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
