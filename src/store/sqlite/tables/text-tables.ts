/** The trigram index of the files' texts. `SqliteTexts` runs each query and each change in its own transaction. */
import type { TextStore } from '../../text-store.ts';
import type { Database } from '../file/driver.ts';
import { readGeneration } from './generation.ts';
import type { Transactions } from './vector-tables.ts';

/**
 * Maximum number of trigrams of a text that are looked up: those that are probably rarest. More would exclude few files, and the list of each has to
 * be read.
 */
const maxTrigrams = 12;
/** Letters by their frequency in code, the most frequent first. Other characters are rarer than most letters. */
const byFrequency = 'etrniosalcdpumfghbvykwxqjz';
const rarityOfOthers = 20;
const trigramLength = 3;

export class SqliteTexts implements TextStore {
  readonly #transactions: Transactions;
  /** Result of `missing`, valid for one generation of the index and one number of files with trigrams (`written`). */
  #missing: { generation: number; written: number; ids: readonly number[] } | null = null;
  /** Result of `encodings`, valid for one generation of the index. */
  #encodings: { generation: number; byId: ReadonlyMap<number, string> } | null = null;

  constructor(transactions: Transactions) {
    this.#transactions = transactions;
  }

  async missing(): Promise<readonly number[]> {
    return this.#transactions.read((database) => {
      const generation = readGeneration(database);
      const written = Number(database.get('SELECT count(*) FROM texts')?.[0]);
      if (this.#missing?.generation !== generation || this.#missing.written !== written)
        this.#missing = { generation, written, ids: readMissing(database) };
      return this.#missing.ids;
    });
  }

  async write(files: readonly { fileId: number; text: string }[]): Promise<void> {
    if (files.length === 0) return;
    await this.#transactions.change((database) => {
      for (const { fileId, text } of files) {
        if (database.get('SELECT 1 FROM files WHERE id = ?', fileId) === undefined) continue;
        database.run('DELETE FROM texts WHERE file_id = ?', fileId);
        database.run('INSERT INTO texts VALUES (?)', fileId);
        database.run('INSERT INTO text_trigrams (rowid, text) VALUES (?, ?)', fileId, text);
      }
    });
  }

  async candidates(alternatives: readonly (readonly string[])[]): Promise<Uint32Array> {
    return this.#transactions.read((database) => {
      const expression = matchExpression(alternatives);
      const rows =
        expression === null
          ? database.all('SELECT file_id FROM texts')
          : database.all('SELECT rowid FROM text_trigrams WHERE text_trigrams MATCH ?', expression);
      return Uint32Array.from(rows, ([id]) => id as number).sort();
    });
  }

  async encodings(): Promise<ReadonlyMap<number, string>> {
    return this.#transactions.read((database) => {
      const generation = readGeneration(database);
      if (this.#encodings?.generation !== generation) this.#encodings = { generation, byId: readEncodings(database) };
      return this.#encodings.byId;
    });
  }
}

function readEncodings(database: Database): Map<number, string> {
  const rows = database.all("SELECT id, encoding FROM files WHERE encoding <> 'utf-8'");
  return new Map(rows.map(([id, encoding]) => [id as number, encoding as string]));
}

function readMissing(database: Database): number[] {
  const query = 'SELECT id FROM files LEFT JOIN texts ON file_id = id WHERE file_id IS NULL ORDER BY id';
  return database.all(query).map(([id]) => id as number);
}

/** An expression for FTS5; null if an alternative has no trigrams, and so matches all files. */
function matchExpression(alternatives: readonly (readonly string[])[]): string | null {
  const all = alternatives.map((texts) => [...new Set(texts.flatMap(trigramsOf))]);
  if (all.some(({ length }) => length === 0)) return null;
  return all.map((trigrams) => `(${trigrams.map(quoted).join(' AND ')})`).join(' OR ');
}

/** The rarest trigrams by their letters; the first ones of equal rarity. */
function trigramsOf(text: string): string[] {
  const found = new Map<string, { trigram: string; rarity: number }>();
  for (let at = 0; at + trigramLength <= text.length; at++) {
    const trigram = text.slice(at, at + trigramLength);
    // The index ignores case.
    const folded = trigram.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
    if (!found.has(folded))
      found.set(folded, { trigram, rarity: [...folded].reduce((sum, one) => sum + rarityOf(one), 0) });
  }
  const rarest = [...found.values()].sort((one, other) => other.rarity - one.rarity);
  return rarest.slice(0, maxTrigrams).map(({ trigram }) => trigram);
}

function rarityOf(letter: string): number {
  const position = byFrequency.indexOf(letter);
  return position === -1 ? rarityOfOthers : position;
}

function quoted(trigram: string): string {
  return `"${trigram.replaceAll('"', '""')}"`;
}
