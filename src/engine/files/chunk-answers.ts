/**
 * Chunks of files, and a chunk by its id, as they are on disk at the moment of the question.
 * Invariant: text and chunks belong to the same content. A file that changed since it was indexed is indexed again first, or analysed in memory if that
 * would take too long. A file that is not in the index is always analysed in memory, and not cached.
 */
import { isAbsolute, posix } from 'node:path';
import type { ParseWorkerData } from '../../indexer/parse-pool.ts';
import { chunkId, chunkOutlineAt, chunkOutlines, parseChunkId } from '../../model/chunk.ts';
import type { Chunk, ChunkedFile, ChunkedFileList, ChunkOutline, ChunkSpan, FileLines } from '../../model/chunk.ts';
import { AppError, toAppError, type NextStep } from '../../model/error.ts';
import { rereadSource, readSource } from '../../source/read/read-source.ts';
import type { SourceContent } from '../../source/source.ts';
import { unpackChunks } from '../../store/packed/packed-chunks.ts';
import type { PackedOutline } from '../../store/packed/packed-outline.ts';
import type { OutlineEntry } from '../../store/outline.ts';
import type { FileRecord, IndexView, Store } from '../../store/store.ts';
import { rootIn } from '../../util/paths/root-names.ts';
import { pathInFolder, withSlashes } from '../../util/paths/system-paths.ts';
import { refuseIgnored } from './ignored-file.ts';
import { CachedFiles, type CachedFile } from '../search/shown-file-cache.ts';
import { MemoryReading, type AnalyseFile, type MemoryContent } from './unindexed-chunks.ts';
import { endsWithLine, pathHint } from './nearest-paths.ts';
import { TextLines } from '../search/text-lines.ts';
import type { ChunkQueries } from '../types.ts';
import { QuestionTurns } from '../../util/turns/question.ts';

/** The parts of the engine that these answers need. */
export interface ChunkHost {
  data: ParseWorkerData;
  /** Whether answers may say where the project is on this machine. */
  showsRoot: boolean;
  /** Whether ignored files may be shown. */
  allowIgnored: boolean;
  /** Opens the index, and starts to make one if there is none. */
  prepare: () => Promise<IndexView>;
  /** True while so much is being indexed that answers do not wait until changed files are indexed. */
  isBehind: () => boolean;
  /** Reads changed files again and indexes them. */
  readAgain: (store: Store, files: readonly FileRecord[]) => Promise<void>;
  /** Says how the index may differ from the disk; null if it does not. */
  note: (view: IndexView) => Promise<string | null>;
  /** Analyses files that are not in the index in another thread; null: in this one. */
  analyseInThread: AnalyseFile | null;
}

/** A file that changes while it is read is read at most this often. */
const maxRounds = 3;
/** For a chunk that is not found, the error names at most this many chunks of its file, and this many files with the same text. */
const listedChunks = 5;
const listedFiles = 3;

export class ChunkAnswers implements ChunkQueries {
  readonly #host: ChunkHost;
  readonly #memory: MemoryReading;
  readonly #cachedFiles = new CachedFiles();

  constructor(host: ChunkHost) {
    this.#host = host;
    this.#memory = new MemoryReading(host.data, host.analyseInThread);
  }

  async file(given: string): Promise<ChunkedFile> {
    return this.#answer(async (store) => this.#fileAt(store, projectPath(this.#host, given)));
  }

  async chunk(id: string): Promise<{ file: ChunkedFile; chunk: Chunk }> {
    return this.#answer((store) => chunkOfId(store, id, (path) => this.#fileAt(store, path)));
  }

  async list(request: {
    language?: string;
    pathPrefix?: string;
    offset: number;
    limit: number;
  }): Promise<ChunkedFileList> {
    return this.#answer(async (_, view) => ({
      ...(await chunkedFiles(view, request)),
      note: await this.#host.note(view),
    }));
  }

  async #answer<T>(answer: (store: Store, view: IndexView) => Promise<T>): Promise<T> {
    try {
      const view = await this.#host.prepare();
      return await answer(view.store, view);
    } catch (error) {
      throw toAppError(error);
    }
  }

  /** Indexed files in their present state, in the order of `paths`; null for a file that is gone or cannot be read. */
  async many(store: Store, paths: readonly string[]): Promise<(ChunkedFile | null)[]> {
    const records = await store.filesByPath(paths);
    const readings = await this.readings(store, records);
    const byPath = new Map(records.map(({ path }, at) => [path, readings[at]]));
    const files: (ChunkedFile | null)[] = [];
    const turns = new QuestionTurns();
    for (const path of paths) {
      const turn = turns.take();
      if (turn !== null) await turn;
      files.push(byPath.get(path)?.chunked() ?? null);
    }
    return files;
  }

  /** As `many`, but in the order of `records` and without building all chunks, for callers that read many files and show a few. */
  async readings(store: Store, records: readonly FileRecord[]): Promise<(FileReading | null)[]> {
    const cached = records.map((record) => this.#cachedFiles.get(record));
    const ids = records.flatMap(({ id }, at) => (cached[at] === null ? [id] : []));
    const isKnown = ids.length === 0;
    const spans = isKnown ? new Map<number, Uint8Array>() : await store.chunks(ids);
    const outlines = isKnown ? new Map<number, PackedOutline>() : await store.packedOutlines(ids);
    const readings: (FileReading | null)[] = [];
    const turns = new QuestionTurns();
    for (const [at, record] of records.entries()) {
      const turn = turns.take();
      if (turn !== null) await turn;
      const { id, path } = record;
      const stored = cached[at] ?? storedFile(spans.get(id), outlines.get(id));
      const file = stored === null ? null : this.#readIndexed(record, stored);
      if (file !== null) readings.push(fileReading(file, { ...record, indexed: true }));
      else if (!this.#host.isBehind()) readings.push(await this.#readingAt(store, path).catch(nullIfGone));
      else readings.push(await this.#memory.withinBudget(() => this.#readingAt(store, path).catch(nullIfGone)));
    }
    return readings;
  }

  /** Null if the file on disk differs from the index. */
  #readIndexed(record: FileRecord, stored: StoredFile | CachedFile): Content | null {
    const { data } = this.#host;
    const before = 'source' in stored ? stored : null;
    const source = rereadSource(data.root, record, data, before?.source ?? null);
    const { text, hash } = source.content;
    if (text === null || hash !== record.hash) return null;
    const { spans, outline } = stored;
    const lines = source === before?.source ? before.lines : new TextLines(text);
    const file = { source, lines, spans, outline };
    this.#cachedFiles.add(record, file);
    return { text, hash, lines, spans, outline };
  }

  async #fileAt(store: Store, path: string): Promise<ChunkedFile> {
    return (await this.#readingAt(store, path)).chunked();
  }

  async #readingAt(store: Store, path: string): Promise<FileReading> {
    for (let round = 0; round < maxRounds; round++) {
      const [record] = await store.filesByPath([path]);
      const content = readSource(this.#host.data.root, { path, rawPath: record?.rawPath ?? null }, this.#host.data);
      if (record === undefined) {
        const file = await this.#unindexed(store, path, content);
        if (file !== null) return file;
        continue;
      }
      if (content.text !== null && content.hash === record.hash) {
        const { id } = record;
        const [spans, outlines] = [await store.chunks([id]), await store.packedOutlines([id])];
        const stored = storedFile(spans.get(id), outlines.get(id));
        // The file was indexed again meanwhile.
        if (stored === null) continue;
        const { text, hash } = content;
        return fileReading({ ...stored, text, hash, lines: new TextLines(text) }, { ...record, indexed: true });
      }
      if (content.text === null) {
        await this.#host.readAgain(store, [record]);
        throw await unreadable(store, path, content);
      }
      // Analyse in memory instead of waiting for a run or another process to write the file. The last round also covers an index that cannot be written.
      const inMemory = this.#host.isBehind() || round === maxRounds - 1;
      const analysed = inMemory ? await this.#memory.read(store, record, content) : null;
      if (analysed !== null)
        return fileReading(contentOf(analysed), { path, language: analysed.language, indexed: true });
      await this.#host.readAgain(store, [record]);
    }
    throw new AppError('FileSystemError', `The file changes while it is read: ${shown(path)}`, {
      hint: 'Call again when it is written.',
    });
  }

  /** A file that is not in the index; null if it changed while it was read. */
  async #unindexed(store: Store, path: string, content: SourceContent): Promise<FileReading | null> {
    if (content.text === null) throw await unreadable(store, path, content);
    const { data, allowIgnored } = this.#host;
    if (!allowIgnored) await refuseIgnored({ data, path, isFolder: false, isIndexed: false, field: 'file path' });
    const analysed = await this.#memory.read(store, { path, rawPath: null }, content);
    if (analysed === null) return null;
    return fileReading(contentOf(analysed), { path, language: analysed.language, indexed: false });
  }
}

/**
 * The chunk of an id with its file. An id of no present chunk rejects with a `NotFoundError`.
 * @param fileAt reads the file of a path as it is on disk now
 */
export async function chunkOfId(
  store: Store,
  id: string,
  fileAt: (path: string) => Promise<ChunkedFile>,
): Promise<{ file: ChunkedFile; chunk: Chunk }> {
  const parsed = parseChunkId(id);
  if (parsed === null)
    throw notFound(id, null, { hint: 'An id is chunk_ and 14 letters and digits.', next: { to: 'listChunks' } });
  const candidates = await store.files(await store.filesOfChunkPath(parsed.pathKey));
  const presentFiles: ChunkedFile[] = [];
  for (const { path } of candidates) {
    const file = await fileAt(path).catch(nullIfGone);
    const wanted = file === null ? null : chunkId(path, parsed.key);
    const chunk = file?.chunks.find((one) => one.id === wanted);
    if (file !== null && chunk !== undefined) return { file, chunk };
    if (file !== null) presentFiles.push(file);
  }
  throw await unknownChunk(store, id, parsed.key, presentFiles);
}

/** Files of the index with their numbers of chunks, those of the commonest language first. */
export async function chunkedFiles(
  { store, state }: IndexView,
  request: Parameters<ChunkQueries['list']>[0],
): Promise<Omit<ChunkedFileList, 'note'>> {
  const { ids, paths, languages } = state.documents;
  const prefix = request.pathPrefix ?? '';
  const byLanguage = new Map<string, number[]>();
  for (const [row, path] of paths.entries()) {
    const language = languages[row]!;
    if (!path.startsWith(prefix) || (request.language !== undefined && language !== request.language)) continue;
    const rows = byLanguage.get(language);
    if (rows === undefined) byLanguage.set(language, [row]);
    else rows.push(row);
  }
  const groups = [...byLanguage].sort(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1));
  const all = groups.flatMap(([, rows]) => rows);
  const shown = all.slice(request.offset, request.offset + request.limit);
  const counts = await store.chunkCounts(shown.map((row) => ids[row]!));
  return {
    total: all.length,
    languages: groups.map(([language, rows]) => ({ language, files: rows.length })),
    files: shown.map((row) => ({
      path: paths[row]!,
      language: languages[row]!,
      chunks: counts.get(ids[row]!) ?? 0,
    })),
  };
}

/** One content of a file, with its chunks and definitions. */
interface Content {
  text: string;
  hash: string;
  lines: TextLines;
  spans: readonly ChunkSpan[];
  outline: Pick<PackedOutline, 'all' | 'inSpan'>;
}

/** The chunks and definitions of a file in the index. */
type StoredFile = Pick<CachedFile, 'spans' | 'outline'>;

/** A file that was read. Its chunks are built when they are asked for. */
export interface FileReading extends Pick<Content, 'text' | 'hash' | 'spans'> {
  path: string;
  readonly definitions: readonly OutlineEntry[];
  /** The file with lines and all chunks. */
  chunked: () => ChunkedFile;
  /** The file with lines only. */
  inLines: () => FileLines;
  /** The chunk at a position in the file's list of chunks. */
  chunk: (at: number) => Chunk;
  /** The text of the chunk at that position. */
  textOf: (at: number) => string;
}

type FileIdentity = Pick<ChunkedFile, 'path' | 'language' | 'indexed'>;

function fileReading({ text, hash, lines, spans, outline }: Content, identity: FileIdentity): FileReading {
  const { path, language, indexed } = identity;
  const inLines = (): FileLines => ({ path, language, indexed, lines });
  const chunked = (): ChunkedFile => {
    const outlines = chunkOutlines(spans, outline.all());
    return { ...inLines(), chunks: spans.map((span, at) => chunkOf(path, span, outlines[at]!)) };
  };
  const chunk = (at: number): Chunk => {
    const { startLine, endLine } = spans[at]!;
    const after = at === 0 ? -Infinity : spans[at - 1]!.endLine;
    const definitions = outline.inSpan({ after, startLine, endLine });
    return chunkOf(path, spans[at]!, chunkOutlineAt(spans, at, definitions));
  };
  return {
    ...{ path, text, hash, spans, chunked, inLines, chunk },
    textOf: (at) => lines.text(spans[at]!.startLine - 1, spans[at]!.endLine),
    get definitions() {
      return outline.all();
    },
  };
}

/** A file whose content was read elsewhere. */
export function readContent(file: Omit<MemoryContent, 'language'> & FileIdentity): FileReading {
  return fileReading(contentOf(file), file);
}

function contentOf({ text, hash, spans, definitions }: Omit<MemoryContent, 'language'>): Content {
  const outline = { all: () => [...definitions], inSpan: () => [...definitions] };
  return { text, hash, lines: new TextLines(text), spans, outline };
}

/** Null for a file that is no longer in the index. */
function storedFile(packed: Uint8Array | undefined, outline: PackedOutline | undefined): StoredFile | null {
  return packed === undefined || outline === undefined ? null : { spans: unpackChunks(packed), outline };
}

function chunkOf(
  path: string,
  { startLine, endLine, kind, key }: ChunkSpan,
  { symbols, container }: ChunkOutline,
): Chunk {
  return { id: chunkId(path, key), startLine, endLine, kind, symbols, container };
}

/** A path for messages: cut, and with control characters escaped. */
function shown(path: string): string {
  return JSON.stringify(path.slice(0, 300)).slice(1, -1);
}

/** The path from the root, with `/` between its parts. */
function projectPath({ data: { root }, showsRoot }: ChunkHost, given: string): string {
  const found = isAbsolute(given) ? pathInFolder(rootIn(given, root) ?? root, given) : withSlashes(given);
  const path = posix.normalize(found ?? '..').replace(/\/$/, '');
  if (path !== '.' && path !== '..' && !path.startsWith('../') && !posix.isAbsolute(path)) return path;
  throw new AppError('ValidationError', `Not a file of the project: ${shown(given)}`, {
    hint: `Give a path from the project's root${showsRoot ? `, ${root}` : ''}.`,
    details: { field: 'file path', expected: 'a path below the root', received: given.slice(0, 200) },
  });
}

async function unreadable(store: Store, path: string, { leftOut }: SourceContent): Promise<AppError> {
  const reason = leftOut?.reason ?? 'unreadable';
  const detail = leftOut?.detail ?? null;
  if (detail === 'a folder now') {
    return new AppError('ValidationError', `A folder, not a file: ${shown(path)}`, {
      next: { to: 'listIndexed', prefix: `${path}/` },
    });
  }
  // Windows has no name with `:`: a file with its line (`a.ts:12`) is refused before it is looked for.
  const isMissing = reason === 'vanished' || (process.platform === 'win32' && endsWithLine(path));
  if (!isMissing) {
    return new AppError(
      'FileSystemError',
      `${shown(path)} is not read: ${reason}${detail === null ? '' : ` (${detail})`}`,
      {
        hint: 'Only text files below the root are read, and none that are secret or too large; name another file.',
      },
    );
  }
  const guess = await pathHint(path, (await store.state()).documents.paths, shown);
  return new AppError('NotFoundError', `File not found: ${shown(path)}`, {
    ...(guess === '' ? {} : { hint: guess.trimEnd() }),
    next: { to: 'listIndexed', prefix: null },
    details: { field: 'file path', expected: 'a file of the project', received: path.slice(0, 200) },
  });
}

/** Null if the error says that the file is missing or cannot be read. Throws other errors again. */
function nullIfGone(error: unknown): null {
  if (error instanceof AppError && (error.code === 'NotFoundError' || error.code === 'FileSystemError')) return null;
  throw error;
}

function notFound(id: string, what: string | null, then: { hint: string; next?: NextStep }): AppError {
  return new AppError(
    'NotFoundError',
    `Chunk not found: ${shown(id.slice(0, 100))}${what === null ? '' : `: ${what}`}`,
    {
      ...then,
      details: { field: 'chunkId', expected: 'the id of a chunk of the index', received: id.slice(0, 100) },
    },
  );
}

function chunkWords({ id, startLine, endLine, symbols }: Chunk): string {
  const names = symbols.length === 0 ? '' : ` ${symbols.slice(0, 3).join(', ')}${symbols.length > 3 ? ', …' : ''}`;
  return `${id} (lines ${startLine}-${endLine}${names})`;
}

/** @param files the files that the id may come from, in their present state */
async function unknownChunk(store: Store, id: string, key: number, files: readonly ChunkedFile[]): Promise<AppError> {
  const moved = await store.files(await store.filesOfChunkKey(key, listedFiles));
  if (moved.length > 0) {
    const places = moved.map(({ path }) => `${chunkId(path, key)} in ${shown(path)}`);
    return notFound(id, 'no such file, or not this text in it', { hint: `The same text is ${places.join(', ')}.` });
  }
  const [file] = files;
  if (file === undefined)
    return notFound(id, null, { hint: 'Its file is gone, or the id is misspelt.', next: { to: 'listChunks' } });
  const near = file.chunks.slice(0, listedChunks).map(chunkWords);
  const more = file.chunks.length - near.length;
  const hint = `${shown(file.path)} has now: ${near.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
  return notFound(id, `${shown(file.path)} has changed`, { hint, next: { to: 'showChunks', path: file.path } });
}
