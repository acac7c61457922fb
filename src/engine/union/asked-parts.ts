/**
 * The engines of a union, asked together: their indexes as one store, and what their freshness, files and disks say.
 * Invariants: each engine keeps its own index up to date; a repository without an index gets none by a question; one that cannot be read does not
 * keep the others from answering.
 */
import { folderTerms } from '../../extract/words/tags.ts';
import { chunkId, parseChunkId, type Chunk, type ChunkedFile } from '../../model/chunk.ts';
import { toAppError } from '../../model/error.ts';
import { UnionStore } from '../../store/union/union-store.ts';
import type { FileRecord, IndexView, Store } from '../../store/store.ts';
import { firstTurn } from '../../util/turns/turns.ts';
import type { FileReading } from '../files/chunk-answers.ts';
import type { FilesOnDisk } from '../files/files-on-disk.ts';
import type { AnswerSource } from '../live/watch-updates.ts';
import type { HybridSearchHost } from '../search/hybrid-search.ts';
import type { Freshness } from '../types.ts';
import type { EnginePart } from './engine-part.ts';
import type { AskedRepository } from './union-engine.ts';

export interface AskedPart {
  name: string;
  part: EnginePart;
}

/** A part that has an index. */
interface OpenPart extends AskedPart, IndexView {}

/** At most this many repositories are named in a note. */
const mostNamed = 5;

export class AskedParts {
  readonly all: readonly AskedPart[];
  readonly store: UnionStore;
  readonly #namesMissing: boolean;
  readonly #byName: ReadonlyMap<string, AskedPart>;
  /** The parts that answered the last question. */
  #open: readonly OpenPart[] = [];
  #asked: readonly AskedRepository[] = [];

  /** Throws a `ValidationError` for names that cannot stand before paths. @param namesMissing whether notes name the repositories that were not asked */
  constructor(parts: readonly AskedPart[], namesMissing: boolean) {
    this.all = parts;
    this.#namesMissing = namesMissing;
    this.#byName = new Map(parts.map((one) => [one.name, one]));
    const terms = folderTerms(parts.map(({ name }) => name));
    this.store = new UnionStore(parts.map(({ name }, at) => ({ name, terms: terms[at]! })));
  }

  /** Opens the indexes that are there, and brings each up to date. */
  readonly prepare = async (wants: AnswerSource): Promise<IndexView> => {
    await firstTurn();
    const opened = await Promise.all(this.all.map((one) => openPart(one, wants)));
    this.#open = opened.flatMap(({ open }) => open ?? []);
    this.#asked = opened.map(({ asked }) => asked);
    return this.store.use(new Map(this.#open.map((one) => [one.name, one])));
  };

  async asked(): Promise<readonly AskedRepository[]> {
    await this.prepare('files');
    return this.#asked;
  }

  /** The part with a path of the union, and the path from its root; null for a path of none. */
  split(path: string): { part: AskedPart; own: string } | null {
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
      const part = this.#byName.get(path.slice(0, end));
      if (part !== undefined) return { part, own: path.slice(end + 1) };
    }
    return null;
  }

  /** Things with paths of the union, by part that has an index; those of no part are left out. */
  grouped<T>(items: readonly T[], pathOf: (item: T) => string): Map<OpenPart, { item: T; own: string }[]> {
    const open = new Map(this.#open.map((one) => [one.name, one]));
    const groups = new Map<OpenPart, { item: T; own: string }[]>();
    for (const item of items) {
      const found = this.split(pathOf(item));
      const part = found === null ? undefined : open.get(found.part.name);
      if (part === undefined) continue;
      const group = groups.get(part);
      if (group === undefined) groups.set(part, [{ item, own: found!.own }]);
      else group.push({ item, own: found!.own });
    }
    return groups;
  }

  readonly freshness = async ({ state }: IndexView, wants: AnswerSource): Promise<Freshness> => {
    const views = this.store.viewsOf(state);
    const all = await Promise.all(
      this.#open.map(async ({ name, part, ...opened }) => {
        const view = views.get(name) ?? opened;
        return { name, ...(await part.freshness(view, wants)) };
      }),
    );
    const has = (one: Freshness['state']): boolean => all.some((part) => part.state === one);
    const files = state.documents.count;
    return {
      state: has('indexing') ? 'indexing' : has('unknown') ? 'unknown' : 'fresh',
      ...{ filesDone: files, filesKnown: files, refreshed: 0 },
      note: joinedNotes([...this.missingNotes, ...ofParts(all)]),
    };
  };

  readonly note = async (view: IndexView): Promise<string | null> => (await this.freshness(view, 'files')).note;

  /** Which repositories were not asked; empty where whoever asks names them. */
  get missingNotes(): string[] {
    if (!this.#namesMissing) return [];
    const without = this.#asked.filter(({ state }) => state === 'none').map(({ name }) => name);
    const failed = this.#asked.filter(({ state }) => state === 'failed');
    return [
      ...(without.length === 0
        ? []
        : [`Not asked, since they have no index (\`code-scout index\` makes one): ${namesOf(without)}.`]),
      ...ofParts(failed).map((note) => `Not asked: ${note}`),
    ];
  }

  readonly readAgain = async (_: Store, files: readonly FileRecord[]): Promise<void> => {
    for (const [{ part, store }, group] of this.grouped(files, ({ path }) => path))
      await part.readAgain(store, await store.filesByPath(group.map(({ own }) => own)));
  };

  readonly makeLateLinks = async (): Promise<boolean> => {
    let hasMade = false;
    for (const { part, store } of this.#open) hasMade = (await part.makeLateLinks(store)) || hasMade;
    return hasMade;
  };

  get isBehind(): boolean {
    return this.#open.some(({ part }) => part.isBehind());
  }

  get isIndexing(): boolean {
    return this.#open.some(({ part }) => part.isIndexing());
  }

  get open(): readonly OpenPart[] {
    return this.#open;
  }

  readonly disk: FilesOnDisk = {
    locate: (path) => {
      const found = this.split(path);
      return found === null ? null : found.part.part.disk.locate(found.own);
    },
    hasChanged: (record) => {
      const found = this.split(record.path);
      return found === null || found.part.part.disk.hasChanged(ownRecord(record, found));
    },
    below: (given) => this.#below(given, (disk) => disk.below(given)),
    symbolBelow: (given) => this.#below(given, (disk) => disk.symbolBelow(given)),
  };

  /** An absolute path begins with the name of the repository that it is in. */
  #below(given: string, below: (disk: FilesOnDisk) => string): string {
    for (const { name, part } of this.all) {
      const own = below(part.disk);
      if (own !== given && own.length < given.length) return `${name}/${own}`;
    }
    return given;
  }

  readonly files: Pick<HybridSearchHost, 'chunkedFiles' | 'readings' | 'chunkWords' | 'comparesAll' | 'hasChanged'> = {
    chunkedFiles: async (_, paths) => {
      const found = new Map<string, ChunkedFile | null>();
      for (const [{ name, part, store }, group] of this.grouped(paths, (path) => path)) {
        const read = await part.files.chunkedFiles(
          store,
          group.map(({ own }) => own),
        );
        for (const [at, { item }] of group.entries()) found.set(item, fileIn(name, read[at] ?? null));
      }
      return paths.map((path) => found.get(path) ?? null);
    },
    readings: async (_, records) => {
      const found = new Map<FileRecord, FileReading | null>();
      for (const [{ name, part, store }, group] of this.grouped(records, ({ path }) => path)) {
        const own = await store.filesByPath(group.map((one) => one.own));
        const read = await part.files.readings(store, own);
        const byPath = new Map(own.map(({ path }, at) => [path, read[at] ?? null]));
        for (const one of group) found.set(one.item, readingIn(name, byPath.get(one.own) ?? null));
      }
      return records.map((record) => found.get(record) ?? null);
    },
    // What is computed of a text does not depend on where the text is.
    chunkWords: (reading) => this.all[0]!.part.files.chunkWords(reading),
    comparesAll: () => this.#open.some(({ part }) => part.files.comparesAll()),
    hasChanged: (record) => this.disk.hasChanged(record),
  };
}

async function openPart(
  one: AskedPart,
  wants: AnswerSource,
): Promise<{ open: OpenPart | null; asked: AskedRepository }> {
  const { name, part } = one;
  try {
    const view = await part.prepareIfThere(wants);
    if (view === null) return { open: null, asked: { name, state: 'none', note: null } };
    return { open: { ...one, ...view }, asked: { name, state: 'asked', note: null } };
  } catch (error) {
    return { open: null, asked: { name, state: 'failed', note: toAppError(error).message } };
  }
}

/** The record as the part's own index has it, as far as the disk is concerned. */
function ownRecord(record: FileRecord, { part, own }: { part: AskedPart; own: string }): FileRecord {
  const before = Buffer.byteLength(`${part.name}/`);
  return { ...record, path: own, rawPath: record.rawPath === null ? null : record.rawPath.subarray(before) };
}

/** Equal notes of several repositories once, with their names. */
function ofParts(all: readonly { name: string; note: string | null }[]): string[] {
  const byNote = Map.groupBy(
    all.filter(({ note }) => note !== null),
    ({ note }) => note!,
  );
  return [...byNote].map(([note, parts]) => `${namesOf(parts.map(({ name }) => name))}: ${note}`);
}

function namesOf(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return `${names.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function joinedNotes(notes: readonly string[]): string | null {
  return notes.length === 0 ? null : notes.join(' ');
}

/** A chunk as it is in a repository of the union: its id depends on its file's path. */
export function chunkIn(path: string, chunk: Chunk): Chunk {
  return { ...chunk, id: chunkId(path, parseChunkId(chunk.id)!.key) };
}

export function fileIn(name: string, file: ChunkedFile): ChunkedFile;
export function fileIn(name: string, file: ChunkedFile | null): ChunkedFile | null;
export function fileIn(name: string, file: ChunkedFile | null): ChunkedFile | null {
  if (file === null) return null;
  const path = `${name}/${file.path}`;
  return { ...file, path, chunks: file.chunks.map((chunk) => chunkIn(path, chunk)) };
}

function readingIn(name: string, reading: FileReading | null): FileReading | null {
  if (reading === null) return null;
  const path = `${name}/${reading.path}`;
  const { text, hash, spans } = reading;
  return {
    ...{ path, text, hash, spans },
    chunked: () => fileIn(name, reading.chunked()),
    inLines: () => ({ ...reading.inLines(), path }),
    chunk: (at) => chunkIn(path, reading.chunk(at)),
    textOf: (at) => reading.textOf(at),
    get definitions() {
      return reading.definitions;
    },
  };
}
