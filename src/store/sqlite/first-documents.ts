/**
 * The table of documents of an index that nothing is known of yet: all of it in a few values.
 * Invariant: it is what reading row by row gives.
 */
import { byteSource, readVarint } from '../../util/varint.ts';
import { tagFields } from '../store.ts';
import type { DocumentTable } from '../store.ts';
import type { Database } from './driver.ts';

/** As in `DocumentIndex`. */
export interface FirstDocuments {
  columns: Omit<DocumentTable, 'generation'>;
  sortedIds: Uint32Array;
  rowsOfSorted: Uint32Array;
}

/** A row costs more than what is in it. No path has a zero; joining blobs as texts leaves their bytes as they are. */
const query = `SELECT group_concat(id), group_concat(path, char(0)), json_group_array(language), group_concat(traits),
    CAST(group_concat(field_lengths, '') AS BLOB)
  FROM (SELECT id, path, language, traits, field_lengths FROM files ORDER BY id)`;

type Joined = [ids: string, paths: string, languages: string, traits: string, lengths: Uint8Array];

const width = tagFields.length;

/** Null where there are none. */
export function readFirstDocuments(database: Database): FirstDocuments | null {
  const row = database.get(query);
  if (row === undefined || row[0] === null) return null;
  const [ids, joinedPaths, languages, traits, packedLengths] = row as Joined;
  const paths = joinedPaths.split('\0');
  const order = paths.map((_, at) => at).sort((a, b) => (paths[a]! < paths[b]! ? -1 : 1));
  const sortedIds = Uint32Array.from(numbers(ids));
  const count = sortedIds.length;
  const rowsOfSorted = new Uint32Array(count);
  for (let row = 0; row < count; row++) rowsOfSorted[order[row]!] = row;
  const columns = {
    count,
    ids: Uint32Array.from(order, (at) => sortedIds[at]!),
    paths: order.map((at) => paths[at]!),
    languages: inOrder(JSON.parse(languages) as string[], order),
    traits: new Uint16Array(count),
    fieldLengths: lengthsOf(packedLengths, rowsOfSorted),
  };
  for (const [at, value] of numbers(traits).entries()) columns.traits[rowsOfSorted[at]!] = value;
  return { columns, sortedIds, rowsOfSorted };
}

/** Of a list with commas, without a string for each. */
function numbers(list: string): number[] {
  return JSON.parse(`[${list}]`) as number[];
}

/** One string a language, not one a file. */
function inOrder(languages: readonly string[], order: readonly number[]): string[] {
  const known = new Map<string, string>();
  return order.map((at) => {
    const language = languages[at]!;
    const first = known.get(language);
    if (first === undefined) known.set(language, language);
    return first ?? language;
  });
}

function lengthsOf(packed: Uint8Array, rows: Uint32Array): Uint32Array {
  const lengths = new Uint32Array(rows.length * width);
  const source = byteSource(packed);
  for (const row of rows) {
    for (let at = row * width; at < (row + 1) * width; at++) {
      const byte = packed[source.at]!;
      // Nearly all are small.
      if (byte < 128) {
        lengths[at] = byte;
        source.at++;
      } else lengths[at] = readVarint(source);
    }
  }
  return lengths;
}
