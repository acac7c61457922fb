/**
 * An index with unsaved texts in place of some of its files, and of new files. Links can be written to it; they stay in memory.
 * Invariants: nothing reaches the index below; what is not of a shown file is that of the index.
 */
import type { Definition } from '../../model/definition.ts';
import type { Import } from '../../model/import.ts';
import type {
  LinkBatch,
  LinkBlob,
  LinkedFile,
  LinkPlace,
  UnresolvedPlace,
  UnresolvedSites,
} from '../../store/link-store.ts';
import type { OutlineEntry } from '../../store/outline.ts';
import { unpackDefinitions } from '../../store/packed/packed-definitions.ts';
import { unpackImports } from '../../store/packed/packed-imports.ts';
import { hasKind } from '../../store/packed/packed-links.ts';
import { unpackUnresolvedSites } from '../../store/packed/packed-links.ts';
import {
  stateMarks,
  tagFields,
  type DefinitionPlace,
  type DocumentTable,
  type FileRecord,
  type MetaKey,
  type Store,
  type StoreState,
} from '../../store/store.ts';
import { lowerBound } from '../../util/lower-bound.ts';
import { firstShownLink, type ShownFile, type ShownRow, type ShownState } from './unsaved-links.ts';

/** Counts the states of all stores, so that no two have the same generation. */
let states = 0;

const byPath = (a: { path: string }, b: { path: string }): number => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);

function pickInterface(row: LinkedFile | undefined): Partial<Pick<LinkedFile, 'interface'>> {
  return row === undefined ? {} : { interface: row.interface };
}

/** The record of a file that the index does not have. */
function newRecord({ id, path, language, lines, traits }: ShownFile): FileRecord {
  const counts = { definitionCount: 0, importCount: 0, referenceCount: 0, issueCount: 0 };
  const notOnDisk = { rawPath: null, size: 0, mtimeMs: 0, hash: '', verifiedAtMs: 0, indexedAtMs: 0 };
  return { id, path, language, lines, traits, encoding: 'utf-8', ...notOnDisk, ...counts };
}

/** A table with one more document, in the order of paths. */
function withDocument(table: DocumentTable, { id, path, language, traits, fieldLengths }: ShownFile): DocumentTable {
  const row = lowerBound(table.paths, path);
  const inserted = <T extends Uint16Array | Uint32Array>(numbers: T, at: number, added: readonly number[]): T => {
    const longer = new (numbers.constructor as new (length: number) => T)(numbers.length + added.length);
    longer.set(numbers.subarray(0, at));
    longer.set(added, at);
    longer.set(numbers.subarray(at), at + added.length);
    return longer;
  };
  return {
    ...table,
    count: table.count + 1,
    ids: inserted(table.ids, row, [id]),
    paths: table.paths.toSpliced(row, 0, path),
    languages: table.languages.toSpliced(row, 0, language),
    traits: inserted(table.traits, row, [traits]),
    fieldLengths: inserted(table.fieldLengths, row * tagFields.length, fieldLengths),
  };
}

function outlineOf({ definitions }: ShownFile): OutlineEntry[] {
  return unpackDefinitions(definitions).map(({ docstring: _, decorators: __, ...entry }) => entry);
}

/** The methods that answer differently from the index below. */
type Answers = Partial<Store>;

export class ShownIndex {
  readonly #base: Store;
  #generation = 0;
  readonly #files = new Map<number, ShownFile>();
  /** By the id of the file in the index. */
  readonly #byIndexId = new Map<number, ShownFile>();
  readonly #rows = new Map<number, ShownRow>();
  readonly #removed = new Set<number>();
  /** Interfaces of linked files that were computed since their rows were written, by path. */
  readonly #interfaces = new Map<string, string>();
  readonly #meta = new Map<MetaKey, string | null>();
  /** Ids of paths that the index has no id for. */
  readonly #newIds = new Map<string, number>();
  #hasNewMarks = false;
  #states: { base: StoreState; own: StoreState } | null = null;
  /** The index with the unsaved texts. */
  readonly store: Store;

  constructor(base: Store) {
    this.#base = base;
    const answers: Answers = {
      ...this.#fileAnswers(),
      ...this.#nameAnswers(),
      ...this.#linkAnswers(),
      ...this.#linkRows(),
    };
    this.store = new Proxy(base, {
      get: (target, name) => {
        const own = answers[name as keyof Store];
        if (own !== undefined) return own;
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    this.#changed();
  }

  #changed(): void {
    // Generations of the index are whole numbers: a negative one is of no index.
    this.#generation = -++states;
    this.#states = null;
  }

  /** Shows these files, which replace those shown before. */
  show(files: readonly ShownFile[]): void {
    this.#files.clear();
    this.#byIndexId.clear();
    for (const file of files) {
      this.#files.set(file.id, file);
      if (file.indexId !== null) this.#byIndexId.set(file.indexId, file);
    }
    this.#changed();
  }

  /** Takes what another thread made. */
  take({ files, rows, removed }: ShownState): void {
    this.#rows.clear();
    for (const row of rows) this.#rows.set(row.id, row);
    this.#removed.clear();
    for (const id of removed) this.#removed.add(id);
    this.show(files);
  }

  /** What differs from the index, for another thread. */
  state(generation: number): ShownState {
    return {
      generation,
      files: [...this.#files.values()],
      rows: [...this.#rows.values()],
      removed: [...this.#removed],
    };
  }

  /** Asks the index for the files that are not shown, and adds what `own` makes of the shown ones. */
  async #byFile<T>(
    ids: readonly number[],
    ask: (ids: readonly number[]) => Promise<Map<number, T>>,
    own: (file: ShownFile) => T | undefined,
  ): Promise<Map<number, T>> {
    const found = await ask(ids.filter((id) => !this.#files.has(id)));
    for (const id of ids) {
      const file = this.#files.get(id);
      const value = file === undefined ? undefined : own(file);
      if (value !== undefined) found.set(id, value);
    }
    return found;
  }

  /** Files that the index does not have. */
  #newFiles(): ShownFile[] {
    return [...this.#files.values()].filter(({ indexId }) => indexId === null);
  }

  async #record(file: ShownFile): Promise<FileRecord[]> {
    if (file.indexId === null) return [newRecord(file)];
    const [record] = await this.#base.files([file.indexId]);
    const { id, lines, language } = file;
    // No content on disk has an empty hash: nothing that belongs to a content fits.
    return record === undefined ? [] : [{ ...record, id, lines, language, hash: '' }];
  }

  #fileAnswers(): Answers {
    const base = this.#base;
    const summaryOf = ({ summary }: ShownFile): Uint8Array | undefined => (summary.length === 0 ? undefined : summary);
    return {
      state: () => this.#state(),
      generation: async () => (await this.#state()).generation,
      files: async (ids) => {
        const known = new Map(
          (await base.files(ids.filter((id) => !this.#files.has(id)))).map((one) => [one.id, [one]]),
        );
        for (const id of ids) if (this.#files.has(id)) known.set(id, await this.#record(this.#files.get(id)!));
        return ids.flatMap((id) => known.get(id) ?? []);
      },
      filesByPath: async (paths) => {
        const records = await base.filesByPath(paths);
        const shown = records.map(async (one) => {
          const file = this.#byIndexId.get(one.id);
          return file === undefined ? [one] : this.#record(file);
        });
        const added = this.#newFiles().filter(({ path }) => paths.includes(path));
        return [...(await Promise.all(shown)).flat(), ...added.map(newRecord)];
      },
      definitions: (ids) =>
        this.#byFile<Definition[]>(
          ids,
          (rest) => base.definitions(rest),
          ({ definitions }) => unpackDefinitions(definitions),
        ),
      outlines: (ids) => this.#byFile(ids, (rest) => base.outlines(rest), outlineOf),
      imports: (ids) =>
        this.#byFile<Import[]>(
          ids,
          (rest) => base.imports(rest),
          ({ imports }) => unpackImports(imports),
        ),
      references: (ids) =>
        this.#byFile(
          ids,
          (rest) => base.references(rest),
          ({ references }) => references,
        ),
      summaries: (ids) => this.#byFile(ids, (rest) => base.summaries(rest), summaryOf),
      summaryNow: (id) => {
        const file = this.#files.get(id);
        return file === undefined ? base.summaryNow(id) : (summaryOf(file) ?? null);
      },
      getMeta: async (key) => (this.#meta.has(key) ? this.#meta.get(key)! : base.getMeta(key)),
      setMeta: async (key, value) => {
        this.#meta.set(key, value);
        this.#hasNewMarks = true;
      },
    };
  }

  async #state(): Promise<StoreState> {
    const base = await this.#base.state();
    const known = this.#states;
    if (known?.base === base && !this.#hasNewMarks) return known.own;
    const isSame = known?.base.documents === base.documents;
    // A table over another state of the index is another state, too.
    if (known !== null && !isSame) this.#generation = -++states;
    const added = [...this.#rows.values()].flatMap(({ id, path }) => (id >= firstShownLink ? [path] : []));
    const own = {
      ...base,
      generation: this.#generation,
      documents: isSame ? known.own.documents : this.#documentTable(base.documents),
      linkExtent: JSON.stringify([base.linkExtent, added, [...this.#removed]]),
      marks: { ...base.marks, ...this.#marks() },
    };
    this.#states = { base, own };
    this.#hasNewMarks = false;
    return own;
  }

  #marks(): Partial<StoreState['marks']> {
    return Object.fromEntries(stateMarks.flatMap((key) => (this.#meta.has(key) ? [[key, this.#meta.get(key)!]] : [])));
  }

  #documentTable(base: DocumentTable): DocumentTable {
    const [ids, languages] = [base.ids.slice(), [...base.languages]];
    for (const [row, id] of base.ids.entries()) {
      const file = this.#byIndexId.get(id);
      if (file === undefined) continue;
      ids[row] = file.id;
      languages[row] = file.language;
    }
    const shown = { ...base, generation: this.#generation, ids, languages };
    return this.#newFiles().reduce(withDocument, shown);
  }

  #nameAnswers(): Answers {
    const base = this.#base;
    const isHidden = (id: number): boolean => this.#byIndexId.has(id);
    const shown = (): ShownFile[] => [...this.#files.values()].sort(byPath);
    const named = async (names: readonly string[]): Promise<Map<string, DefinitionPlace[]>> => {
      const found = await base.definitionsNamed(names);
      const wanted = new Set(names);
      for (const [name, places] of found)
        found.set(
          name,
          places.filter(({ fileId }) => !isHidden(fileId)),
        );
      for (const { id, definitions } of shown()) {
        for (const [index, definition] of unpackDefinitions(definitions).entries()) {
          if (!wanted.has(definition.name)) continue;
          const places = found.get(definition.name) ?? [];
          found.set(definition.name, [...places, { fileId: id, index, definition }]);
        }
      }
      return found;
    };
    const names = (): string[] => [...new Set(shown().flatMap(({ definitionNames }) => definitionNames))];
    return {
      definitionsNamed: named,
      definitionNames: async () => {
        const all = [...(await base.definitionNames())];
        for (const name of names()) {
          const at = lowerBound(all, name);
          if (all[at] !== name) all.splice(at, 0, name);
        }
        return all;
      },
      namesInAnyCase: async (name) => {
        const own = names().filter((one) => one.toLowerCase() === name.toLowerCase());
        return [...new Set([...(await base.namesInAnyCase(name)), ...own])].sort();
      },
      definingFiles: async (asked) => {
        const found = await base.definingFiles(asked);
        return asked.map((name, at) => {
          const own = shown().flatMap(({ id, definitionNames }) => (definitionNames.includes(name) ? [id] : []));
          return Uint32Array.from([...found[at]!.filter((id) => !isHidden(id)), ...own]);
        });
      },
    };
  }

  /** Rows of linked files whose links are not those of the index. */
  #rewritten(): ShownRow[] {
    return [...this.#rows.values()].filter(({ content }) => content !== null);
  }

  #blobsFrom(row: ShownRow): LinkBlob[] {
    const blobs = [...(row.content?.links ?? [])].map(([to, data]) => ({ to, from: row.id, data }));
    return blobs.sort((a, b) => a.to - b.to);
  }

  async #linksFrom(ids: readonly number[], ask: (ids: readonly number[]) => Promise<LinkBlob[]>): Promise<LinkBlob[]> {
    const own = ids.flatMap((id) => {
      const row = this.#rows.get(id);
      return row?.content === undefined || row.content === null ? [] : [row];
    });
    const rewritten = new Set(own.map(({ id }) => id));
    const found = await ask(ids.filter((id) => !rewritten.has(id) && !this.#removed.has(id)));
    if (own.length === 0) return found;
    const order = new Map(ids.map((id, at) => [id, at]));
    return [...found, ...own.flatMap((row) => this.#blobsFrom(row))].sort(
      (a, b) => order.get(a.from)! - order.get(b.from)! || a.to - b.to,
    );
  }

  #linkAnswers(): Answers {
    const base = this.#base;
    const isOld = (id: number): boolean => this.#removed.has(id) || (this.#rows.get(id)?.content ?? null) !== null;
    const unresolved = async (names: readonly string[], file?: number): Promise<UnresolvedSites[]> => {
      const found = (await base.unresolvedSites(names, file)).filter((one) => !isOld(one.file));
      for (const name of names) {
        for (const { id, content } of this.#rewritten()) {
          const data = content?.unresolved.get(name);
          if (data !== undefined && (file === undefined || file === id))
            found.push({ name, file: id, sites: unpackUnresolvedSites(name, data) });
        }
      }
      const order = new Map(names.map((name, at) => [name, at]));
      return found.sort((a, b) => order.get(a.name)! - order.get(b.name)! || a.file - b.file);
    };
    return {
      linksFrom: (ids) => this.#linksFrom(ids, (rest) => base.linksFrom(rest)),
      overridesFrom: async (ids) => {
        const blobs = await this.#linksFrom(ids, (rest) => base.overridesFrom(rest));
        return blobs.filter(({ data }) => hasKind(data, 'overrides'));
      },
      linksInto: async (ids) => {
        const wanted = new Set(ids);
        const found = (await base.linksInto(ids)).filter(({ from }) => !isOld(from));
        const own = this.#rewritten().flatMap((row) => this.#blobsFrom(row).filter(({ to }) => wanted.has(to)));
        return own.length === 0 ? found : [...found, ...own].sort((a, b) => a.to - b.to || a.from - b.from);
      },
      unresolvedSites: unresolved,
      unresolvedNames: async (names) => {
        const found = new Set(await base.unresolvedNames(names));
        for (const { content } of this.#rewritten()) for (const name of content!.unresolved.keys()) found.add(name);
        return names.filter((name) => found.has(name));
      },
      unresolvedPlaces: async (ids) => {
        const found = await base.unresolvedPlaces(ids.filter((id) => !isOld(id)));
        for (const id of ids) {
          const sites = [...(this.#rows.get(id)?.content?.unresolved ?? [])].flatMap(
            ([name, data]): UnresolvedPlace[] => unpackUnresolvedSites(name, data),
          );
          if (sites.length > 0) found.set(id, sites);
        }
        return found;
      },
    };
  }

  #linkRows(): Answers {
    const base = this.#base;
    const merged = <T extends LinkPlace>(rows: readonly T[], own: readonly T[]): T[] => {
      const replaced = new Set(own.map(({ id }) => id));
      return [...rows.filter(({ id }) => !replaced.has(id) && !this.#removed.has(id)), ...own].sort(byPath);
    };
    const rows = (): LinkedFile[] => [...this.#rows.values()];
    return {
      linkedFiles: async () => merged(await base.linkedFiles(), rows()),
      linkPlaces: async () =>
        merged<LinkPlace>(
          await base.linkPlaces(),
          rows().filter(({ path }) => !path.startsWith('//')),
        ),
      resolutions: async (paths) => {
        const found = await base.resolutions(paths);
        for (const { path, resolution } of rows()) if (paths.includes(path)) found.set(path, resolution);
        return found;
      },
      linkIds: async (paths) => {
        const known = new Map((await base.linkedFiles()).map(({ path, id }) => [path, id]));
        return new Map(
          paths.map((path) => {
            const id = known.get(path) ?? this.#newIds.get(path) ?? firstShownLink + this.#newIds.size;
            if (!known.has(path)) this.#newIds.set(path, id);
            return [path, id];
          }),
        );
      },
      writeLinks: async (batch) => this.#write(batch),
      interfaces: async (paths) => {
        const own = new Map(rows().map((row) => [row.path, row]));
        const found = (await base.interfaces(paths)).map((one) => ({ ...one, ...pickInterface(own.get(one.path)) }));
        return found.map((one) => ({ ...one, interface: this.#interfaces.get(one.path) ?? one.interface }));
      },
      writeInterfaces: async (changes) => {
        for (const { path, now } of changes) this.#interfaces.set(path, now);
      },
      writePreciseLinks: async () => {},
    };
  }

  #write({ files, removed }: LinkBatch): void {
    for (const file of files) {
      const content = file.content ?? this.#rows.get(file.id)?.content ?? null;
      this.#interfaces.delete(file.path);
      this.#removed.delete(file.id);
      this.#rows.set(file.id, { ...file, content });
    }
    for (const id of removed) {
      this.#rows.delete(id);
      this.#removed.add(id);
    }
    this.#meta.set('linkGeneration', `shown ${++states}`);
    this.#changed();
  }
}
