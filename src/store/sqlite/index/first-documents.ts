/**
 * Reads the whole table of documents for its first use, as one row with a few large values.
 * Invariant: the result equals that of reading row by row.
 */
import { byteSource, readVarint } from '../../../util/bytes/varint.ts';
import { requireSeal, rowSeed, sealBytes } from '../../packed/sealed.ts';
import { tagFields } from '../../store.ts';
import type { DocumentTable } from '../../store.ts';
import type { Database } from '../file/driver.ts';

/** As in `DocumentIndex`. */
export interface FirstDocuments {
  columns: Omit<DocumentTable, 'generation'>;
  sortedIds: Uint32Array;
  rowsOfSorted: Uint32Array;
}

/**
 * One row with joined values, because a row costs more than its values. No path has a NUL. Joining blobs as texts does not change their bytes. Node
 * makes a string from a blob in a third of the time that a text of SQLite takes.
 */
const query = `SELECT group_concat(id), CAST(group_concat(path, char(0)) AS BLOB), json_group_array(language), group_concat(traits),
    CAST(group_concat(field_lengths, '') AS BLOB)
  FROM (SELECT id, path, language, traits, field_lengths FROM files ORDER BY id)`;

type Joined = [ids: string, paths: Uint8Array, languages: string, traits: string, lengths: Uint8Array];

const width = tagFields.length;

/** Null if there are no documents. */
export function readFirstDocuments(database: Database): FirstDocuments | null {
  const row = database.get(query);
  if (row === undefined || row[0] === null) return null;
  const [ids, joinedPaths, languages, traits, packedLengths] = row as Joined;
  if (row.includes(null)) throw new RangeError('rows of files lack values');
  const paths = textOf(joinedPaths).split('\0');
  const order = paths.map((_, at) => at).sort((a, b) => (paths[a]! < paths[b]! ? -1 : 1));
  const sortedIds = Uint32Array.from(numbers(ids));
  const [count, allTraits] = [sortedIds.length, numbers(traits)];
  // Values that are NULL are left out of what is joined.
  if (paths.length !== count || allTraits.length !== count) throw new RangeError('rows of files lack values');
  const rowsOfSorted = new Uint32Array(count);
  for (let row = 0; row < count; row++) rowsOfSorted[order[row]!] = row;
  const columns = {
    count,
    ids: Uint32Array.from(order, (at) => sortedIds[at]!),
    paths: order.map((at) => paths[at]!),
    languages: inOrder(JSON.parse(languages) as string[], order),
    traits: new Uint16Array(count),
    fieldLengths: new Uint32Array(count * width),
  };
  for (const [at, value] of allTraits.entries()) columns.traits[rowsOfSorted[at]!] = value;
  readLengths(packedLengths, columns, rowsOfSorted);
  return { columns, sortedIds, rowsOfSorted };
}

/** Parses numbers that are separated by commas, without making a string for each. */
function numbers(list: string): number[] {
  return JSON.parse(`[${list}]`) as number[];
}

function textOf({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString();
}

/** The languages in row order, with one shared string per language. */
function inOrder(languages: readonly string[], order: readonly number[]): string[] {
  const sharedStrings = new Map<string, string>();
  let last = '';
  return order.map((at) => {
    const language = languages[at]!;
    // Neighbouring files usually have the same language.
    if (language === last) return last;
    const first = sharedStrings.get(language);
    if (first === undefined) sharedStrings.set(language, language);
    return (last = first ?? language);
  });
}

/** Unpacks the field lengths of all documents, and checks the checksum of each. @param rows the row of each document, in the order of `packed` */
function readLengths(packed: Uint8Array, columns: FirstDocuments['columns'], rows: Uint32Array): void {
  const { fieldLengths: lengths, ids } = columns;
  const source = byteSource(packed);
  for (let from = 0, index = 0; index < rows.length; index++) {
    const row = rows[index]!;
    const at = row * width;
    const start = from;
    for (let field = 0; field < width; field++) {
      const byte = packed[from]!;
      // Nearly all lengths are one byte.
      if (byte < 128) {
        lengths[at + field] = byte;
        from++;
        continue;
      }
      source.at = from;
      lengths[at + field] = readVarint(source);
      from = source.at;
    }
    requireSeal([packed.subarray(start, from)], rowSeed(ids[row]!), packed, from);
    from += sealBytes;
  }
}
