/** The blocks of the inverted index in the database. To be used inside a transaction. */
import { rowSeed, unsealed } from '../../packed/sealed.ts';
import type { Database, Row } from '../file/driver.ts';
import type { Block, BlockSource } from './block-source.ts';
import { segmentsInUse, type Segment } from './segments.ts';

/** The blocks that may have a key, one per segment, oldest files first. */
const blocksOfKey = `
  SELECT segment.first_file, segment.id, (
    SELECT data FROM terms WHERE terms.segment = segment.id AND first <= ? ORDER BY first DESC LIMIT 1
  )
  FROM segments AS segment WHERE state = 1 ORDER BY first_file`;

export class StoredBlocks implements BlockSource {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  segments(): Segment[] {
    return segmentsInUse(this.#database);
  }

  blocksOfKey(key: Uint8Array): { firstFile: number; data: Uint8Array }[] {
    const rows = this.#database.all(blocksOfKey, key) as [number, number, Uint8Array | null][];
    return rows.flatMap(([firstFile, segment, data]) =>
      data === null ? [] : [{ firstFile, data: unsealed(data, rowSeed(segment)) }],
    );
  }

  blockAt(segment: number, key: Uint8Array): Block | undefined {
    const row = this.#database.get(
      'SELECT first, data FROM terms WHERE segment = ? AND first <= ? ORDER BY first DESC LIMIT 1',
      segment,
      key,
    );
    return row === undefined ? undefined : blockOf(row, segment);
  }

  blocksAfter(segment: number, key: Uint8Array | null, limit: number): Block[] {
    const rows =
      key === null
        ? this.#database.all('SELECT first, data FROM terms WHERE segment = ? ORDER BY first LIMIT ?', segment, limit)
        : this.#database.all(
            'SELECT first, data FROM terms WHERE segment = ? AND first > ? ORDER BY first LIMIT ?',
            segment,
            key,
            limit,
          );
    return rows.map((row) => blockOf(row, segment));
  }

  filesBetween(first: number, last: number): Set<number> {
    const rows = this.#database.all('SELECT id FROM files WHERE id >= ? AND id <= ?', first, last);
    return new Set(rows.map((row) => row[0] as number));
  }
}

function blockOf(row: Row, segment: number): Block {
  const [first, data] = row as [Uint8Array, Uint8Array];
  return { first, data: unsealed(data, rowSeed(segment)) };
}
