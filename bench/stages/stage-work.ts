/**
 * The stages of indexing, each as a piece of work over a whole corpus by the product's own functions, with its lower
 * bound.
 * Invariant: the work of a stage is the same every time, whatever ran before.
 */
import { hash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Embedder } from '../../src/embed/embedder.ts';
import { embedPassages, packFileVectors } from '../../src/engine/embedding/embedding.ts';
import { linkIndex } from '../../src/engine/indexing/linking.ts';
import { passagesOf } from '../../src/engine/search/passage.ts';
import { indexTexts } from '../../src/engine/live/text-index.ts';
import { ChunkWordsReader } from '../../src/extract/words/chunk-words.ts';
import { chunkText } from '../../src/extract/chunks/chunks.ts';
import { TagExtractor } from '../../src/extract/words/tags.ts';
import { WordKernel } from '../../src/kernels/words.ts';
import { BatchWriter, emptyRunReport } from '../../src/indexer/batch-writer.ts';
import { chunkOutlines } from '../../src/model/chunk.ts';
import { decodeText } from '../../src/source/read/decode-text.ts';
import { readSource } from '../../src/source/read/read-source.ts';
import type { WalkOptions } from '../../src/source/source.ts';
import { walk } from '../../src/source/walk/walk.ts';
import { packChunkWords } from '../../src/store/packed/packed-chunk-words.ts';
import { packChunks } from '../../src/store/packed/packed-chunks.ts';
import { unpackLinks } from '../../src/store/packed/packed-links.ts';
import { openStore } from '../../src/store/registry.ts';
import type { Store } from '../../src/store/store.ts';
import type { FileVectors } from '../../src/store/vector-store.ts';
import { isRepository } from '../lib/stage-corpora.ts';
import { bytesOf, walkOptions, type StageFile, type StageFiles } from './stage-files.ts';
import { listByGit, listFolders, readCharacters, readBytes, searchByRipgrep } from './stage-floors.ts';
import { linkTables, prepareInserts, readRows, writtenTables, type IndexRows } from './stage-rows.ts';
import { timed, type StageCost } from './stage-timing.ts';

/** A separately timed piece of work: a stage, or work that is subtracted from one. */
export interface Piece {
  name: string;
  run: () => Promise<StageCost>;
}

export interface StageTools extends StageFiles {
  embedder: Embedder;
  /** The folder for databases. */
  folder: string;
}

/** Files per transaction, the product's default. */
const batchSize = 2000;
const textsAtOnce = 512;

function piece(name: string, work: () => unknown): Piece {
  return { name, run: () => timed(work) };
}

export function sourcePieces({ root, listed, files }: StageTools, options: WalkOptions = walkOptions): Piece[] {
  const paths = files.map(({ source }) => join(root, source.path));
  const contents = files.map(({ bytes }) => bytes);
  const whole = Buffer.concat(contents);
  const buffer = Buffer.alloc(256 * 1024);
  const git = isRepository(root);
  return [
    { name: 'walk', run: () => timed(() => walk(root, options), true) },
    git
      ? {
          name: 'listing',
          run: () =>
            listByGit(
              root,
              listed.map(({ path }) => path),
            ),
        }
      : piece('listing', () => listFolders(root)),
    piece('source', () => {
      for (const { source } of files) readSource(root, source, walkOptions);
    }),
    piece('reading', () => readBytes(paths, buffer)),
    piece('decode', () => {
      for (const bytes of contents) decodeText(bytes);
    }),
    piece('hash', () => {
      for (const bytes of contents) hash('sha256', bytes, 'hex');
    }),
    piece('hashing', () => hash('sha256', whole, 'hex')),
  ];
}

/** Makes tags; `each` gets every file afterwards. */
function tagFiles({ files }: StageTools, each?: (file: StageFile, reader: ChunkWordsReader) => void): void {
  const words = new WordKernel();
  const tags = new TagExtractor(words);
  const reader = new ChunkWordsReader(words);
  for (const file of files) {
    const { language, source, text, extraction } = file;
    tags.extract(language, source.path, text, extraction);
    each?.(file, reader);
  }
}

export function analysisPieces(tools: StageTools): Piece[] {
  const { files, analyser } = tools;
  const parsings = files.flatMap(({ parsing }) => (parsing === null ? [] : [parsing]));
  const texts = files.map(({ text }) => text);
  return [
    {
      name: 'analysis',
      run: () => {
        const one = analyser();
        return timed(async () => {
          for (const { source, text } of files)
            await one.analyse({ path: source.path, rawPath: source.rawPath, knownHash: null, text });
        });
      },
    },
    piece('parse', () => {
      for (const { parse } of parsings) parse();
    }),
    piece('parser', () => {
      for (const { floor } of parsings) floor();
    }),
    piece('chunk', () => {
      for (const { text, extraction, language } of files)
        packChunks(chunkText(text, extraction, language?.nature === 'prose'));
    }),
    piece('tags', () => tagFiles(tools)),
    // The words of a file are found once, for its tags and for its chunks.
    piece('tagsAndWords', () =>
      tagFiles(tools, ({ text, chunks, extraction, hasChunkWords }, reader) => {
        if (hasChunkWords) packChunkWords(reader.read({ text, spans: chunks, definitions: extraction.definitions }));
      }),
    ),
    piece('characters', () => readCharacters(texts)),
  ];
}

function filesOfPassages(files: readonly StageFile[]): { path: string; passages: () => string[] }[] {
  return files
    .filter(({ hasVectors }) => hasVectors)
    .map(({ source: { path }, text, chunks, extraction }) => ({
      path,
      passages: () => passagesOf({ path, text }, chunks, chunkOutlines(chunks, extraction.definitions)),
    }));
}

type PackedVectors = Omit<FileVectors, 'fileId'> & { path: string };

/** As the product makes them: several texts at a time. */
async function embedAll({ files, embedder }: StageTools): Promise<PackedVectors[]> {
  const packed: PackedVectors[] = [];
  let batch: { path: string; texts: string[] }[] = [];
  let count = 0;
  const flush = async (): Promise<void> => {
    const { dimensions } = embedder;
    const texts = batch.flatMap((file) => file.texts);
    const { values, scales } = await embedPassages(embedder, texts, undefined);
    let next = 0;
    for (const {
      path,
      texts: { length },
    } of batch) {
      const from = next;
      next += length;
      const own = {
        values: values.subarray(from * dimensions, next * dimensions),
        scales: scales.subarray(from, next),
      };
      packed.push({ path, ...packFileVectors(own, dimensions) });
    }
    batch = [];
    count = 0;
  };
  for (const { path, passages } of filesOfPassages(files)) {
    const texts = passages();
    batch.push({ path, texts });
    if ((count += texts.length) >= textsAtOnce) await flush();
  }
  await flush();
  return packed;
}

async function openEmptyStore(path: string): Promise<Store> {
  for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true });
  return openStore({ file: path });
}

async function writeFiles(store: Store, { files }: StageTools): Promise<void> {
  const writer = new BatchWriter(store, batchSize, emptyRunReport());
  for (const { write: file } of files) await writer.add({ kind: 'indexed', file, text: null });
  await writer.flush();
  await store.optimise();
}

async function writeVectors(store: Store, { embedder }: StageTools, vectors: readonly PackedVectors[]): Promise<void> {
  await store.vectors.begin(embedder.id);
  const ids = new Map((await store.filesByPath(vectors.map(({ path }) => path))).map(({ path, id }) => [path, id]));
  const rows = vectors.map(({ path, count, data }) => ({ fileId: ids.get(path)!, count, data }));
  await store.vectors.write(embedder.id, rows);
}

/** The amount of each unit. */
export interface Amounts {
  files: number;
  bytes: number;
  parsedBytes: number;
  /** Chunks that get vectors. */
  chunks: number;
  rows: number;
  rowBytes: number;
  links: number;
}

export interface IndexWork {
  pieces: Piece[];
  amounts: Amounts;
}

function countLinks(path: string): number {
  const database = new DatabaseSync(path, { readOnly: true });
  const blobs = database.prepare('SELECT data FROM links').all() as { data: Uint8Array }[];
  database.close();
  return blobs.reduce((sum, { data }) => sum + unpackLinks(data).length, 0);
}

function inserting(path: string, rows: IndexRows): () => Promise<StageCost> {
  return async () => {
    const inserts = prepareInserts(path, rows);
    const cost = await timed(inserts.fill);
    inserts.close();
    return cost;
  };
}

/** Indexes once to get the rows to write. */
export async function indexPieces(tools: StageTools): Promise<IndexWork> {
  const { root, files, listed, folder } = tools;
  const path = join(folder, 'stage.db');
  const data = { root, ...walkOptions, extensions: [], disabled: [] };
  const vectors = await embedAll(tools);
  const onStore = async (before: (store: Store) => Promise<void>, work: (store: Store) => Promise<unknown>) => {
    const store = await openEmptyStore(path);
    await before(store);
    const cost = await timed(() => work(store));
    await store.close();
    return cost;
  };
  const write = async (store: Store): Promise<void> => {
    await writeFiles(store, tools);
    await writeVectors(store, tools, vectors);
  };
  await onStore(write, (store) => linkIndex(root, store));
  const [written, linked] = [readRows(path, writtenTables), readRows(path, linkTables)];
  const links = countLinks(path);
  const passages = filesOfPassages(files).flatMap((file) => file.passages());
  const copy = join(folder, 'rows.db');
  const pieces: Piece[] = [
    piece('embed', () => embedAll(tools)),
    piece('passage characters', () => readCharacters(passages)),
    { name: 'write', run: () => onStore(async () => {}, write) },
    { name: 'inserts', run: inserting(copy, written) },
    { name: 'link', run: () => onStore(write, (store) => linkIndex(root, store)) },
    { name: 'link inserts', run: inserting(copy, linked) },
    { name: 'trigrams', run: () => onStore(write, (store) => indexTexts(store, data)) },
    { name: 'ripgrep', run: async () => searchByRipgrep(root) },
  ];
  const parsed = files.filter(({ parsing }) => parsing !== null);
  const amounts: Amounts = {
    files: listed.length,
    bytes: bytesOf(files),
    parsedBytes: bytesOf(parsed),
    chunks: passages.length,
    rows: written.count,
    rowBytes: written.bytes,
    links,
  };
  return { pieces, amounts };
}
