/** The table of vectors. `SqliteVectors` runs each question and each change in a transaction of its own. */
import { unpackVectors } from '../packed-vectors.ts';
import type { FileVectors, VectorState, VectorStore } from '../vector-store.ts';
import type { Database } from './driver.ts';
import { nextGeneration, readGeneration } from './generation.ts';

/** How the store that the table belongs to reads and writes. */
export interface Transactions {
  read<T>(work: (database: Database) => T): T;
  change<T>(work: (database: Database) => T): Promise<T>;
}

export class SqliteVectors implements VectorStore {
  readonly #transactions: Transactions;

  constructor(transactions: Transactions) {
    this.#transactions = transactions;
  }

  async state(): Promise<VectorState> {
    return this.#transactions.read(readState);
  }

  async begin(embedder: string): Promise<void> {
    if (this.#transactions.read(readEmbedder) === embedder) return;
    await this.#transactions.change((database) => {
      if (readEmbedder(database) === embedder) return;
      database.exec('DELETE FROM vectors');
      database.run("INSERT OR REPLACE INTO meta VALUES ('embedder', ?)", embedder);
      nextGeneration(database);
    });
  }

  async write(embedder: string, files: readonly FileVectors[]): Promise<boolean> {
    return this.#transactions.change((database) => {
      if (readEmbedder(database) !== embedder) return false;
      if (files.length > 0) insertVectors(database, files);
      return true;
    });
  }

  async filesSince(generation: number): Promise<{ state: VectorState; fileIds: number[] }> {
    return this.#transactions.read((database) => {
      const rows = database.all('SELECT file_id FROM vectors WHERE generation > ?', generation);
      const fileIds = rows.map(([id]) => id as number).sort((a, b) => a - b);
      return { state: readState(database), fileIds };
    });
  }

  async read(embedder: string, fileIds: readonly number[]): Promise<Map<number, Uint8Array>> {
    return this.#transactions.read((database) => {
      const byFile = new Map<number, Uint8Array>();
      if (readEmbedder(database) !== embedder) return byFile;
      for (const id of fileIds) {
        const data = database.get('SELECT data FROM vectors WHERE file_id = ?', id)?.[0];
        if (data instanceof Uint8Array) byFile.set(id, data);
      }
      return byFile;
    });
  }
}

function readEmbedder(database: Database): string | null {
  const value = database.get("SELECT value FROM meta WHERE key = 'embedder'")?.[0];
  return typeof value === 'string' ? value : null;
}

function readState(database: Database): VectorState {
  return { generation: readGeneration(database), embedder: readEmbedder(database) };
}

function insertVectors(database: Database, files: readonly FileVectors[]): void {
  nextGeneration(database);
  const generation = readGeneration(database);
  // A file that was written anew in the meantime has another id.
  const query = `INSERT OR REPLACE INTO vectors (file_id, generation, count, data)
    SELECT id, ?, ?, ? FROM files WHERE id = ?`;
  for (const { fileId, count, data } of files) database.run(query, generation, count, data, fileId);
}

/** What does not agree: a file has as many vectors as chunks, and all of the index have the same dimensions. */
export function checkVectors(database: Database): string[] {
  const problems: string[] = [];
  const query = `SELECT path, vectors.count, ifnull(chunks.count, 0), vectors.data
    FROM vectors JOIN files ON id = vectors.file_id LEFT JOIN chunks ON chunks.file_id = id WHERE id = ?`;
  let dimensions: number | null = null;
  for (const [id] of database.all('SELECT file_id FROM vectors ORDER BY file_id')) {
    const [path, count, chunks, data] = database.get(query, id as number) ?? [];
    try {
      const vectors = unpackVectors(data instanceof Uint8Array ? data : new Uint8Array(0));
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
