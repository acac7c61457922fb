/** The table of chunks, with one row for each file that has chunks. Everything here runs inside the caller's transaction. */
import { chunkPathKey } from '../../../model/chunk.ts';
import type { ChunkWrite } from '../../chunk-store.ts';
import { chunkKeyBytes, unpackChunks } from '../../packed/packed-chunks.ts';
import { rowSeed, sealed, unsealed } from '../../packed/sealed.ts';
import type { Database } from '../file/driver.ts';
import { RowInserter } from './row-inserter.ts';

export function chunkInserter(database: Database): RowInserter {
  return new RowInserter(database, 'INSERT INTO chunks VALUES', 5);
}

/** @param rows a `chunkInserter` */
export function insertChunks(rows: RowInserter, file: ChunkWrite & { path: string }, fileId: number): void {
  const { path, chunks, chunkCount, chunkWords } = file;
  const seed = rowSeed(fileId);
  if (chunkCount > 0) rows.add(fileId, chunkPathKey(path), chunkCount, sealed(chunks, seed), sealed(chunkWords, seed));
}

/** A column of the chunks of each existing file, by file id; empty if the file has no chunks. */
export function readChunkBlobs(
  database: Database,
  column: 'data' | 'words',
  fileIds: readonly number[],
): Map<number, Uint8Array> {
  const byFile = new Map<number, Uint8Array>();
  const query = `SELECT ${column} FROM files LEFT JOIN chunks ON file_id = id WHERE id = ?`;
  for (const fileId of fileIds) {
    const row = database.get(query, fileId);
    if (row === undefined) continue;
    byFile.set(fileId, row[0] instanceof Uint8Array ? unsealed(row[0], rowSeed(fileId)) : new Uint8Array(0));
  }
  return byFile;
}

export function readChunkCounts(database: Database, fileIds: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const fileId of fileIds) {
    const row = database.get(
      'SELECT ifnull(count, 0) FROM files LEFT JOIN chunks ON file_id = id WHERE id = ?',
      fileId,
    );
    if (row !== undefined) counts.set(fileId, row[0] as number);
  }
  return counts;
}

type IdAndPath = [id: number, path: string];

function inPathOrder(rows: IdAndPath[]): number[] {
  return rows.toSorted(([, a], [, b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([id]) => id);
}

export function readFilesOfChunkPath(database: Database, pathKey: number): number[] {
  const query = 'SELECT id, path FROM chunks JOIN files ON id = file_id WHERE path_key = ?';
  return inPathOrder(database.all(query, pathKey) as IdAndPath[]);
}

export function readFilesOfChunkKey(database: Database, key: number, limit: number): number[] {
  const query = 'SELECT id, path, data FROM chunks JOIN files ON id = file_id WHERE instr(data, ?) > 0';
  const rows = database.all(query, chunkKeyBytes(key)) as [...IdAndPath, Uint8Array][];
  // `instr` also finds the bytes where no key begins.
  const found = rows.filter(([id, , data]) =>
    unpackChunks(unsealed(data, rowSeed(id))).some((span) => span.key === key),
  );
  return inPathOrder(found.map(([id, path]) => [id, path])).slice(0, limit);
}
