/** The table of vectors. `SqliteVectors` runs each query and each change in its own transaction. */
import { packedHead, packedHeadBytes, unpackVectors } from '../../packed/packed-vectors.ts';
import { requireSeal, rowSeed, sealBytes, sealed, unsealed } from '../../packed/sealed.ts';
import {
  mostEmbedders,
  type FileVectors,
  type VectorPart,
  type VectorPlace,
  type VectorState,
  type VectorStore,
  type VectorsOf,
} from '../../vector-store.ts';
import type { Database } from '../file/driver.ts';
import { nextGeneration, readGeneration } from './generation.ts';

/** How the store reads and writes. */
export interface Transactions {
  read<T>(work: (database: Database) => T): T;
  change<T>(work: (database: Database) => T): Promise<T>;
}

export class SqliteVectors implements VectorStore {
  readonly #transactions: Transactions;

  constructor(transactions: Transactions) {
    this.#transactions = transactions;
  }

  async begin(embedder: string): Promise<void> {
    const isLast = (database: Database): boolean => readEmbedders(database)[0] === embedder;
    if (this.#transactions.read(isLast)) return;
    await this.#transactions.change((database) => {
      if (isLast(database)) return;
      database.run(
        `INSERT INTO embedders (name, began) VALUES (?, (SELECT ifnull(max(began), 0) + 1 FROM embedders))
          ON CONFLICT (name) DO UPDATE SET began = excluded.began`,
        embedder,
      );
      const dropped = database.all('SELECT id FROM embedders ORDER BY began DESC LIMIT -1 OFFSET ?', mostEmbedders);
      for (const [id] of dropped) {
        database.run('DELETE FROM vectors WHERE embedder_id = ?', id as number);
        database.run('DELETE FROM embedders WHERE id = ?', id as number);
      }
      nextGeneration(database);
    });
  }

  async write(embedder: string, files: readonly FileVectors[]): Promise<boolean> {
    return this.#transactions.change((database) => {
      const id = embedderId(database, embedder);
      if (id !== null && files.length > 0) insertVectors(database, id, files);
      return id !== null;
    });
  }

  async filesSince(embedder: string, generation: number): Promise<{ state: VectorState; fileIds: number[] }> {
    return this.#transactions.read((database) => {
      const query = 'SELECT group_concat(file_id) FROM vectors WHERE embedder_id = ? AND generation > ?';
      const ids = database.get(query, embedderId(database, embedder), generation)?.[0];
      const fileIds = typeof ids === 'string' ? ascending(numbers(ids)) : [];
      return { state: readState(database), fileIds };
    });
  }

  async readNext(of: VectorsOf, from: VectorPlace | null, limit: number): Promise<VectorPart> {
    return this.#transactions.read((database) => readPart(database, of, { from, limit }));
  }

  async read(embedder: string, fileIds: readonly number[]): Promise<Map<number, Uint8Array>> {
    return this.#transactions.read((database) => {
      const byFile = new Map<number, Uint8Array>();
      const ofEmbedder = embedderId(database, embedder);
      for (const id of ofEmbedder === null ? [] : fileIds) {
        const data = database.get(
          'SELECT data FROM vectors WHERE file_id = ? AND embedder_id = ?',
          id,
          ofEmbedder,
        )?.[0];
        if (data instanceof Uint8Array) byFile.set(id, unsealed(data, rowSeed(id)));
      }
      return byFile;
    });
  }
}

/** Names of the embedders; the one that began last comes first. */
/** Names of the embedders, the one that began last first. */
export function readEmbedders(database: Database): string[] {
  return database.all('SELECT name FROM embedders ORDER BY began DESC').map(([name]) => String(name));
}

function embedderId(database: Database, embedder: string): number | null {
  const id = database.get('SELECT id FROM embedders WHERE name = ?', embedder)?.[0];
  return typeof id === 'number' ? id : null;
}

/**
 * Reads vectors in storage order as one row of joined values, because a row costs more than its values. Joining blobs as texts does not change their
 * bytes. In the format of `packVectors` two short numbers come first (at least four bytes with what fills them up), then the scales, and last the values; the checksum follows.
 */
const partQuery = `SELECT group_concat(file_id), group_concat(count),
    CAST(group_concat(substr(data, -count * (?1 + 4) - ${sealBytes}, count * 4), '') AS BLOB),
    CAST(group_concat(substr(data, -count * ?1 - ${sealBytes}, count * ?1), '') AS BLOB),
    CAST(group_concat(substr(data, -${sealBytes}), '') AS BLOB), max(place), count(*),
    total(length(data) - count * (?1 + 4) - ${sealBytes} NOT BETWEEN 4 AND ${packedHeadBytes})
  FROM (SELECT rowid AS place, file_id, count, data FROM vectors NOT INDEXED
    WHERE rowid > ?2 AND embedder_id = ?3 ORDER BY rowid LIMIT ?4)`;

function readPart(
  database: Database,
  { embedder, dimensions }: VectorsOf,
  { from, limit }: { from: VectorPlace | null; limit: number },
): VectorPart {
  const id = embedderId(database, embedder);
  const row = id === null ? undefined : database.get(partQuery, dimensions, from ?? 0, id, limit);
  const [ids, counts, scales, values, sums, place, files, misfits] = row ?? [];
  const nothing = new Uint8Array(0);
  if (typeof ids !== 'string') return { fileIds: [], counts: [], scales: nothing, values: nothing, next: null };
  if (misfits !== 0) throw new RangeError(`vectors that are not of ${dimensions} dimensions`);
  const part = {
    fileIds: numbers(ids),
    counts: numbers(String(counts)),
    scales: scales instanceof Uint8Array ? scales : nothing,
    values: values instanceof Uint8Array ? values : nothing,
  };
  requireSeals(part, dimensions, sums instanceof Uint8Array ? sums : nothing);
  return { ...part, next: files === limit ? (place as VectorPlace) : null };
}

/** Checks the vectors of each file. @param sums the checksums of the files, joined */
function requireSeals(
  { fileIds, counts, scales, values }: Omit<VectorPart, 'next'>,
  dimensions: number,
  sums: Uint8Array,
): void {
  let first = 0;
  for (const [at, fileId] of fileIds.entries()) {
    const count = counts[at]!;
    const end = first + count;
    const parts = [
      packedHead(count, dimensions),
      scales.subarray(first * 4, end * 4),
      values.subarray(first * dimensions, end * dimensions),
    ];
    requireSeal(parts, rowSeed(fileId), sums, at * sealBytes);
    first = end;
  }
}

/** Parses numbers that are separated by commas, without making a string for each. */
function numbers(list: string): number[] {
  return JSON.parse(`[${list}]`) as number[];
}

/** The ids in ascending order, which they mostly have already. Sorting a `Float64Array` takes a tenth of the time of a comparison function. */
function ascending(ids: number[]): number[] {
  const isInOrder = ids.every((id, at) => at === 0 || ids[at - 1]! <= id);
  return isInOrder ? ids : [...Float64Array.from(ids).sort()];
}

function readState(database: Database): VectorState {
  return { generation: readGeneration(database), embedders: readEmbedders(database) };
}

function insertVectors(database: Database, embedder: number, files: readonly FileVectors[]): void {
  nextGeneration(database);
  const generation = readGeneration(database);
  // The query inserts nothing for a file that is gone. A file that was written again meanwhile has another id.
  const query = `INSERT OR REPLACE INTO vectors (embedder_id, generation, count, data, file_id)
    SELECT ?, ?, ?, ?, id FROM files WHERE id = ?`;
  for (const { fileId, count, data } of files)
    database.run(query, embedder, generation, count, sealed(data, rowSeed(fileId)), fileId);
}

/** Checks that each file has as many vectors as chunks, and that all vectors of an embedder have the same dimensions. */
export function checkVectors(database: Database): string[] {
  const problems: string[] = [];
  const query = `SELECT path, vectors.count, ifnull(chunks.count, 0), vectors.data
    FROM vectors JOIN files ON id = vectors.file_id LEFT JOIN chunks ON chunks.file_id = id
    WHERE id = ? AND embedder_id = ?`;
  let [current, dimensions]: [current: unknown, dimensions: number | null] = [null, null];
  const rows = database.all('SELECT file_id, embedder_id FROM vectors ORDER BY embedder_id, file_id');
  for (const [id, embedder] of rows) {
    if (embedder !== current) [current, dimensions] = [embedder, null];
    const [path, count, chunks, data] = database.get(query, id as number, embedder as number) ?? [];
    try {
      const vectors = unpackVectors(
        data instanceof Uint8Array ? unsealed(data, rowSeed(id as number)) : new Uint8Array(0),
      );
      if (vectors.length !== count || count !== chunks)
        problems.push(`${String(path)} has ${vectors.length} vectors for ${String(chunks)} chunks.`);
      const [first] = vectors;
      dimensions ??= first?.vector.length ?? null;
      if (first !== undefined && first.vector.length !== dimensions)
        problems.push(
          `The vectors of ${String(path)} have ${first.vector.length} dimensions instead of ${dimensions}.`,
        );
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      problems.push(`The vectors of ${String(path)} cannot be read: ${error.message}.`);
    }
  }
  return problems;
}
