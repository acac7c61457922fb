/**
 * The file of an index that is put back to chosen contents over and over.
 * Invariant: it stays the same file, because an index that is another one is not trusted (origin.ts).
 */
import { linkSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export class KeptIndex {
  readonly database: string;
  readonly #kept: string;

  /** @param kept a path on the same file system where the file gets a second name */
  constructor(database: string, kept: string) {
    this.database = database;
    this.#kept = kept;
    linkSync(database, kept);
  }

  /** Leaves nothing in the folder of the index but these contents. */
  put(bytes: Uint8Array, log: Uint8Array = new Uint8Array(0)): void {
    emptyFolder(dirname(this.database));
    writeFileSync(this.#kept, bytes);
    linkSync(this.#kept, this.database);
    if (log.length > 0) writeFileSync(`${this.database}-wal`, log);
  }
}

export function emptyFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
}
