/**
 * What a term says of the files that have it, whatever else a question asks: one number a file, made of the term's postings once.
 * Invariant: it follows from the documents and the postings alone.
 */
import { tagFields, type DocumentTable, type Postings } from '../store/store.ts';
import { repoRanking, type WeightedTerm } from './repo-ranking.ts';

const fieldCount = tagFields.length;
/** The first field that holds text rather than names. */
const firstTextField = tagFields.indexOf('docstrings');
/** What the fields say at the most. */
const scale = 2 ** 16 - 1;

export class TermImpacts {
  /** How many files have it. */
  readonly found: number;
  /** Whether any has it in a name. */
  readonly isNamed: boolean;
  /** Ascending; null where there is an entry for each row. */
  readonly #rows: Uint32Array | null;
  /** By place in `#rows`, or by row: how much all fields say, 1 to `scale` (BM25F, saturated); 0 for a file that has it not. */
  readonly #impacts: Uint16Array;

  constructor(found: number, isNamed: boolean, rows: Uint32Array | null, impacts: Uint16Array) {
    this.found = found;
    this.isNamed = isNamed;
    this.#rows = rows;
    this.#impacts = impacts;
  }

  get bytes(): number {
    return (this.#rows?.byteLength ?? 0) + this.#impacts.byteLength;
  }

  /** How much it says of a file, 0 to 1; 0 for one that has it not. */
  of(row: number): number {
    const at = this.#rows === null ? row : placeOf(this.#rows, row);
    return at === -1 ? 0 : this.#impacts[at]! / scale;
  }

  /** Adds what it says of each row, `weight` times. */
  addTo(scores: Float64Array, weight: number): void {
    const [rows, impacts] = [this.#rows, this.#impacts];
    const factor = weight / scale;
    if (rows === null) for (let row = 0; row < impacts.length; row++) scores[row]! += impacts[row]! * factor;
    else for (let at = 0; at < rows.length; at++) scores[rows[at]!]! += impacts[at]! * factor;
  }
}

/** The index of `row` among ascending rows; -1 when it is not there. */
function placeOf(rows: Uint32Array, row: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (rows[middle]! < row) low = middle + 1;
    else high = middle;
  }
  return rows[low] === row ? low : -1;
}

/** By table: they are the same while nothing is written. */
const averagesOf = new WeakMap<DocumentTable, Float64Array>();

function averageLengths(documents: DocumentTable): Float64Array {
  let averages = averagesOf.get(documents);
  if (averages === undefined) {
    const { fieldLengths, count } = documents;
    const sums = new Float64Array(fieldCount);
    for (let at = 0; at < fieldLengths.length; at++) sums[at % fieldCount]! += fieldLengths[at]!;
    averages = sums.map((sum) => Math.max(1, sum / Math.max(1, count)));
    averagesOf.set(documents, averages);
  }
  return averages;
}

/** @param posting of the same state of the store as `documents` */
export function termImpacts(documents: DocumentTable, { rows, counts }: Postings): TermImpacts {
  const impacts = impactsOf(documents, rows, counts);
  let isNamed = false;
  for (let from = 0; from < counts.length && !isNamed; from += fieldCount)
    for (let field = 0; field < firstTextField && !isNamed; field++) isNamed = counts[from + field] !== 0;
  const found = rows.length;
  if (found * ratherSorted < documents.count) return new TermImpacts(found, isNamed, ...sorted(rows, impacts));
  const byRow = new Uint16Array(documents.count);
  for (let at = 0; at < found; at++) byRow[rows[at]!] = impacts[at]!;
  // One number a row takes less where a third of the files have the term.
  return found * 3 < documents.count
    ? new TermImpacts(found, isNamed, ...gathered(byRow, found))
    : new TermImpacts(found, isNamed, null, byRow);
}

/** To go through all rows takes less than to sort where more than one of so many has the term. */
const ratherSorted = 32;

function sorted(rows: Uint32Array, impacts: Uint16Array): [Uint32Array, Uint16Array] {
  // Both in one number, which sorts quicker than by a function.
  const pairs = Float64Array.from(rows, (row, at) => row * 2 ** 16 + impacts[at]!).sort();
  return [
    Uint32Array.from(pairs, (pair) => Math.floor(pair / 2 ** 16)),
    Uint16Array.from(pairs, (pair) => pair % 2 ** 16),
  ];
}

/** The rows that have it; none says nothing. */
function gathered(byRow: Uint16Array, found: number): [Uint32Array, Uint16Array] {
  const rows = new Uint32Array(found);
  const impacts = new Uint16Array(found);
  for (let row = 0, at = 0; row < byRow.length; row++) {
    const impact = byRow[row]!;
    if (impact === 0) continue;
    rows[at] = row;
    impacts[at++] = impact;
  }
  return [rows, impacts];
}

function impactsOf(documents: DocumentTable, rows: Uint32Array, counts: Uint8Array): Uint16Array {
  const { fieldLengths } = documents;
  const averages = averageLengths(documents);
  const { k1, b, maxNorm, fields } = repoRanking;
  const impacts = new Uint16Array(rows.length);
  for (let at = 0, from = 0; at < rows.length; at++, from += fieldCount) {
    const ofRow = rows[at]! * fieldCount;
    let frequency = 0;
    for (let field = 0; field < fieldCount; field++) {
      const count = counts[from + field]!;
      if (count === 0) continue;
      const length = fieldLengths[ofRow + field]! / averages[field]!;
      frequency += (fields[field]! * count) / Math.min(maxNorm, 1 - b + b * length);
    }
    impacts[at] = Math.ceil((frequency / (k1 + frequency)) * scale);
  }
  return impacts;
}

/** What the fields of one file say of the query. */
export function fieldsOf(row: number, terms: readonly WeightedTerm[], impacts: readonly TermImpacts[]): number {
  return terms.reduce((sum, { weight }, at) => sum + weight * impacts[at]!.of(row), 0);
}
