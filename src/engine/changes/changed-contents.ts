/**
 * The old and the new content of changed files, with their definitions. Contents come from git's objects and from the disk. Definitions come
 * from the index if it has the same content; otherwise the content is analysed in memory, and the results are cached.
 * Invariant: each file that is not read has a stated reason, and no file with the name of a secret is read.
 */
import { languageTable, type LanguageTable } from '../../extract/detect-language.ts';
import type { EarlierFile } from '../../graph/across/earlier.ts';
import type { ParseWorkerData } from '../../indexer/parse-pool.ts';
import type { LanguageTraits } from '../../languages/language.ts';
import { sourceText } from '../../source/read/source-text.ts';
import { readBlobs, type FileChange } from '../../source/git/git-diff.ts';
import type { GitPlace } from '../../source/git/git-revision.ts';
import { isNotebook } from '../../model/notebook-cell.ts';
import { readSource } from '../../source/read/read-source.ts';
import { isForeignPath, judgeName } from '../../source/walk/skipped-names.ts';
import { cancelled } from '../../source/read/time-slices.ts';
import type { OutlineEntry } from '../../store/outline.ts';
import type { FileRecord, Store } from '../../store/store.ts';
import { rawPathOf } from '../../util/bytes/path-bytes.ts';
import { sha256 } from '../../util/bytes/digest.ts';
import type { FileSide } from './definition-changes.ts';
import { classifyPath } from '../../source/walk/classify.ts';
import { MemoryReading, type AnalyseFile } from '../files/unindexed-chunks.ts';
import { languagesWith } from '../indexing/plugin-languages.ts';
import { questionTurn } from '../../util/turns/question.ts';

export interface ChangedContents {
  change: FileChange;
  /** Null for a new file, and where no content was read or parsed. */
  before: FileSide | null;
  /** Null for a deleted file, and where no content was read or parsed. */
  now: FileSide | null;
  /** Language id; null where it is not known. */
  language: string | null;
  /** Why the file's definitions are not known; null if they are. */
  unread: string | null;
  /** Whether the newer content is the one in the index. Also true if neither exists, and for a file that is not read at all. */
  isOnDisk: boolean;
}

/** Number of contents whose definitions are cached between questions. */
const maxCached = 400;
/** Limit on the text that one question reads from git (bytes). */
const maxGitBytes = 64 * 1024 * 1024;

/** What the analysis of one content found. */
interface Analysed {
  language: string;
  definitions: readonly OutlineEntry[];
  /** The specifiers of its imports; absent for the content that the index has. */
  modules?: readonly string[];
}
/** The content of a file on one side of the comparison, or why it cannot be read; null if the file does not exist on that side. */
type Side = { text: string; hash: string } | { unread: string } | null;

export class ContentReader {
  readonly #data: ParseWorkerData;
  readonly #memory: MemoryReading;
  readonly #table: LanguageTable<LanguageTraits>;
  /** Ids of languages that are code. */
  readonly #code: ReadonlySet<string>;
  readonly #cached = new Map<string, Analysed>();

  constructor(data: ParseWorkerData, analyseInThread: AnalyseFile | null) {
    this.#data = data;
    this.#memory = new MemoryReading(data, analyseInThread);
    const languages = languagesWith(data.plugins ?? []);
    this.#code = new Set(languages.flatMap(({ id, nature }) => (nature === 'code' ? [id] : [])));
    this.#table = languageTable(languages, {
      extensions: new Map(data.extensions),
      disabled: new Set(data.disabled),
    });
  }

  /** Whether a path may be code. A file without an extension may be: its first line decides. */
  isCode(path: string): boolean {
    // Of the languages that share an extension, either all are code or none is.
    const [language] = this.#table.candidates(path, '');
    if (language !== undefined) return language.nature === 'code' || isNotebook(path);
    return !path.slice(path.lastIndexOf('/') + 1).includes('.');
  }

  isCodeLanguage(id: string): boolean {
    return this.#code.has(id);
  }

  async read(store: Store, place: GitPlace, changes: readonly FileChange[]): Promise<ChangedContents[]> {
    const paths = changes.flatMap(({ path, oldPath }) => (oldPath === null ? [path] : [path, oldPath]));
    const records = new Map((await store.filesByPath(paths)).map((record) => [record.path, record]));
    const outlines = await store.outlines([...records.values()].map(({ id }) => id));
    const readable = changes.filter((change) => refusal(change, this) === null);
    const ids = readable.flatMap(({ oldId, newId }) => [oldId, newId].filter((id) => id !== null));
    const blobs = await readBlobs(place, ids, { each: this.#data.maxFileSize, all: maxGitBytes });
    const found: ChangedContents[] = [];
    for (const change of changes) {
      // Other requests get a turn after every eighth file.
      if (found.length % 8 === 7) await questionTurn();
      if (place.signal?.aborted === true) throw cancelled();
      found.push(await this.#contents(change, { store, records, outlines, blobs }));
    }
    return found;
  }

  /** The earlier content of a file, for links to it; null if it cannot be analysed, or its language is not linked. */
  earlierFile(store: Store, { path, text }: FileSide): Promise<EarlierFile | null> {
    return this.#memory.readSummary(store, { path, text, traits: classifyPath(path) });
  }

  async #contents(change: FileChange, loaded: LoadedData): Promise<ChangedContents> {
    const { path, oldPath, status } = change;
    const refused = refusal(change, this);
    const nothing = { change, before: null, now: null, language: null };
    if (refused !== null) return { ...nothing, unread: refused, isOnDisk: true };
    const before = status === 'added' ? null : sideOfBlob(oldPath ?? path, change.oldId, loaded.blobs);
    const now =
      status === 'deleted'
        ? null
        : change.newId === null
          ? this.#onDisk(path)
          : sideOfBlob(path, change.newId, loaded.blobs);
    const record = loaded.records.get(path);
    const isOnDisk = now === null ? record === undefined : 'hash' in now && record?.hash === now.hash;
    for (const side of [before, now])
      if (side !== null && 'unread' in side) return { ...nothing, unread: side.unread, isOnDisk };
    const [older, newer] = [await this.#side(oldPath ?? path, before, loaded), await this.#side(path, now, loaded)];
    const language = newer?.language ?? older?.language ?? null;
    if (older === undefined || newer === undefined)
      return { ...nothing, language, unread: 'could not be parsed', isOnDisk };
    const isCode = language !== null && this.#code.has(language);
    return { change, before: older, now: newer, language, unread: isCode ? null : 'not code', isOnDisk };
  }

  /** Null if there is no content; undefined if it cannot be parsed. */
  async #side(path: string, side: Side, loaded: LoadedData): Promise<(FileSide & Analysed) | null | undefined> {
    if (side === null || 'unread' in side) return null;
    const content = await this.#definitions(path, side, loaded);
    return content === null ? undefined : { path, text: side.text, ...content };
  }

  #onDisk(path: string): Side {
    const { text, hash: digest, leftOut } = readSource(this.#data.root, { path, rawPath: rawPathOf(path) }, this.#data);
    return text === null ? { unread: leftOut?.reason ?? 'unreadable' } : { text, hash: digest };
  }

  async #definitions(
    path: string,
    { text, hash: digest }: { text: string; hash: string },
    { store, records, outlines }: LoadedData,
  ): Promise<Analysed | null> {
    const record = records.get(path);
    const indexed = record?.hash === digest ? outlines.get(record.id) : undefined;
    if (record !== undefined && indexed !== undefined) return { language: record.language, definitions: indexed };
    const key = `${digest} ${path}`;
    const cached = this.#cached.get(key);
    if (cached !== undefined) {
      // Moves the entry to the end, as the most recently used.
      this.#cached.delete(key);
      this.#cached.set(key, cached);
      return cached;
    }
    const read = await this.#memory.readText(store, path, text);
    if (read === null || read.dependsOnOthers) return read;
    this.#cached.set(key, read);
    for (const oldest of this.#cached.keys()) {
      if (this.#cached.size <= maxCached) break;
      this.#cached.delete(oldest);
    }
    return read;
  }
}

interface LoadedData {
  store: Store;
  /** Records of the index, by path. */
  records: ReadonlyMap<string, FileRecord>;
  /** Definitions of the index, by file id. */
  outlines: ReadonlyMap<number, readonly OutlineEntry[]>;
  /** Contents of git's objects, by object id. */
  blobs: ReadonlyMap<string, Buffer>;
}

/** Why a file is not read at all; null if it is. */
function refusal({ kind, path, oldPath, status, isModeOnly }: FileChange, reader: ContentReader): string | null {
  if (kind === 'submodule') return 'submodule';
  if (kind === 'link') return 'symlink';
  for (const one of oldPath === null ? [path] : [path, oldPath]) {
    const verdict = isForeignPath(one) ? 'unreadable' : judgeName(one);
    if (verdict !== null) return verdict;
  }
  if (isModeOnly) return 'permissions only';
  if (status === 'unmerged') return 'merge conflict';
  return reader.isCode(path) || (oldPath !== null && reader.isCode(oldPath)) ? null : 'not code';
}

function sideOfBlob(path: string, id: string | null, blobs: ReadonlyMap<string, Buffer>): Side {
  const bytes = id === null ? undefined : blobs.get(id);
  if (bytes === undefined) return { unread: 'too large, or not in this clone' };
  const text = sourceText(path, bytes)?.text ?? null;
  return text === null ? { unread: 'binary' } : { text, hash: sha256(bytes) };
}
