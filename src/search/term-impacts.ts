/**
 * The impact of a term on the scores of the files that have it: one number per file, computed once from the term's postings.
 * Invariant: the impact depends on the postings and the figures of the corpus alone, not on the other terms of a query.
 */
import { tagFields, type DocumentTable, type Postings } from '../store/store.ts';
import { averageLengths, corpusOf, isNamedIn, type CorpusFigures } from './corpus.ts';
import { hybridRanking } from './hybrid/constants.ts';

const fieldCount = tagFields.length;
/** Fields for the names of a file's definitions. */
const [definitionsField, symbolsField] = [tagFields.indexOf('definitions'), tagFields.indexOf('symbols')];
/** The maximum of an impact. */
const scale = 2 ** 16 - 1;

/** The impacts of a term, file by file. */
interface ImpactColumns {
  /** Ascending; null where there is an entry for each row. */
  rows: Uint32Array | null;
  /** By index in `rows`, or by row: score of all fields, 1 to `scale` (BM25F, saturated); 0 for a file that does not have the term. */
  impacts: Uint16Array;
  /** A bit for each of `impacts`: whether the term is in the name of a definition of the file. */
  named: Uint8Array;
}

export class TermImpacts {
  /** Number of files that have the term. */
  readonly fileCount: number;
  /** Whether any file has the term in a name. */
  readonly isNamed: boolean;
  readonly #columns: ImpactColumns;

  constructor(fileCount: number, isNamed: boolean, columns: ImpactColumns) {
    this.fileCount = fileCount;
    this.isNamed = isNamed;
    this.#columns = columns;
  }

  get bytes(): number {
    const { rows, impacts, named } = this.#columns;
    return (rows?.byteLength ?? 0) + impacts.byteLength + named.byteLength;
  }

  /** The impact on a file, 0 to 1; 0 for a file that does not have the term. */
  of(row: number): number {
    const { rows, impacts } = this.#columns;
    const at = rows === null ? row : indexOf(rows, row);
    return at === -1 ? 0 : impacts[at]! / scale;
  }

  /** Whether a definition of the file has the term in its name. */
  isNamedIn(row: number): boolean {
    const { rows, named } = this.#columns;
    const at = rows === null ? row : indexOf(rows, row);
    return at !== -1 && hasBit(named, at);
  }

  /** The columns of these rows alone, in their order. */
  columnsOf(rows: readonly number[]): { impacts: Uint16Array; named: Uint8Array } {
    const named = bitsFor(rows.length);
    for (const [at, row] of rows.entries()) if (this.isNamedIn(row)) setBit(named, at);
    return { impacts: Uint16Array.from(rows, (row) => Math.round(this.of(row) * scale)), named };
  }

  /** Adds the impacts to the scores of all rows, `weight` times. */
  addTo(scores: Float64Array, weight: number): void {
    const { rows, impacts } = this.#columns;
    const factor = weight / scale;
    if (rows === null) for (let row = 0; row < impacts.length; row++) scores[row]! += impacts[row]! * factor;
    else for (let at = 0; at < rows.length; at++) scores[rows[at]!]! += impacts[at]! * factor;
  }
}

/** The index of `row` among ascending rows; -1 when it is not there. */
function indexOf(rows: Uint32Array, row: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (rows[middle]! < row) low = middle + 1;
    else high = middle;
  }
  return rows[low] === row ? low : -1;
}

/**
 * @param posting from the same state of the store as `documents`
 * @param corpus of which the documents are a part; absent: they are all
 */
export function termImpacts(
  documents: DocumentTable,
  { rows, counts }: Postings,
  corpus: CorpusFigures = corpusOf(documents),
): TermImpacts {
  const impacts = impactsOf(documents, rows, { counts, averages: averageLengths(corpus) });
  const isNamed = isNamedIn(counts);
  const found = rows.length;
  if (found * sortedShare < documents.count)
    return new TermImpacts(found, isNamed, sortByRow({ rows, impacts, named: namedOf(counts) }));
  const all = { rows: null, impacts: new Uint16Array(documents.count), named: bitsFor(documents.count) };
  for (let at = 0; at < found; at++) {
    all.impacts[rows[at]!] = impacts[at]!;
    if (isDefined(counts, at)) setBit(all.named, rows[at]!);
  }
  // One number per row takes less memory if at least a third of the files have the term.
  return new TermImpacts(found, isNamed, found * 3 < documents.count ? withoutEmptyRows(all, found) : all);
}

/** If more than one in this many files has the term, writing into an array of all rows takes less time than sorting. */
const sortedShare = 32;

/** Whether the file at this index has the term in the name of one of its definitions. */
function isDefined(counts: Uint8Array, at: number): boolean {
  return counts[at * fieldCount + definitionsField] !== 0 || counts[at * fieldCount + symbolsField] !== 0;
}

function namedOf(counts: Uint8Array): Uint8Array {
  const count = counts.length / fieldCount;
  const named = bitsFor(count);
  for (let at = 0; at < count; at++) if (isDefined(counts, at)) setBit(named, at);
  return named;
}

function bitsFor(count: number): Uint8Array {
  return new Uint8Array(Math.ceil(count / 8));
}

function setBit(bits: Uint8Array, at: number): void {
  bits[at >>> 3]! |= 1 << (at & 7);
}

function hasBit(bits: Uint8Array, at: number): boolean {
  return ((bits[at >>> 3]! >>> (at & 7)) & 1) === 1;
}

function sortByRow({ rows, impacts, named }: ImpactColumns & { rows: Uint32Array }): ImpactColumns {
  // Row, impact and bit are packed into one number, since numbers sort faster than with a compare function.
  const keys = Float64Array.from(rows, (row, at) => (row * 2 ** 16 + impacts[at]!) * 2 + (hasBit(named, at) ? 1 : 0));
  keys.sort();
  const sortedNamed = bitsFor(keys.length);
  for (let at = 0; at < keys.length; at++) if (keys[at]! % 2 === 1) setBit(sortedNamed, at);
  return {
    rows: Uint32Array.from(keys, (key) => Math.floor(key / 2 ** 17)),
    impacts: Uint16Array.from(keys, (key) => Math.floor(key / 2) % 2 ** 16),
    named: sortedNamed,
  };
}

/** The columns without the rows that do not have the term. Every file that has the term has an impact above 0. */
function withoutEmptyRows({ impacts: byRow, named: namedByRow }: ImpactColumns, found: number): ImpactColumns {
  const rows = new Uint32Array(found);
  const impacts = new Uint16Array(found);
  const named = bitsFor(found);
  for (let row = 0, at = 0; row < byRow.length; row++) {
    const impact = byRow[row]!;
    if (impact === 0) continue;
    rows[at] = row;
    if (hasBit(namedByRow, row)) setBit(named, at);
    impacts[at++] = impact;
  }
  return { rows, impacts, named };
}

function impactsOf(
  { fieldLengths }: DocumentTable,
  rows: Uint32Array,
  { counts, averages }: { counts: Uint8Array; averages: Float64Array },
): Uint16Array {
  const { k1, b, maxNorm, fields } = hybridRanking;
  const impacts = new Uint16Array(rows.length);
  for (let at = 0, from = 0; at < rows.length; at++, from += fieldCount) {
    const rowStart = rows[at]! * fieldCount;
    let frequency = 0;
    for (let field = 0; field < fieldCount; field++) {
      const count = counts[from + field]!;
      if (count === 0) continue;
      const length = fieldLengths[rowStart + field]! / averages[field]!;
      frequency += (fields[field]! * count) / Math.min(maxNorm, 1 - b + b * length);
    }
    impacts[at] = Math.ceil((frequency / (k1 + frequency)) * scale);
  }
  return impacts;
}
