import { describe, expect, it } from 'vitest';
import { tagFields, type DocumentTable, type TagField } from '../store/store.ts';
import { termImpacts } from './term-impacts.ts';

const width = tagFields.length;

function documentsOf(count: number): DocumentTable {
  return {
    generation: 1,
    count,
    ids: Uint32Array.from({ length: count }, (_, row) => row + 1),
    paths: Array.from({ length: count }, (_, row) => `f${String(row).padStart(4, '0')}.ts`),
    languages: Array.from({ length: count }, () => 'typescript'),
    traits: new Uint16Array(count),
    fieldLengths: new Uint32Array(count * width).fill(10),
  };
}

/** Postings with a count of one in the field given for each row. */
function postingsOf(fields: readonly (readonly [row: number, field: TagField])[]) {
  const counts = new Uint8Array(fields.length * width);
  for (const [at, [, field]] of fields.entries()) counts[at * width + tagFields.indexOf(field)] = 1;
  return { term: 'term', rows: Uint32Array.from(fields, ([row]) => row), counts };
}

/** Rows of the files that have the term, in any order: for a small, a medium and a large share of all files. */
const shares: [name: string, documents: number, every: number][] = [
  ['few files', 1000, 100],
  ['some files', 100, 10],
  ['most files', 30, 2],
];

describe('the impact of a term on files', () => {
  it.each(shares)('says in which of %s it is in a name', (_, count, every) => {
    const all = Array.from({ length: count / every }, (_one, at) => at * every).toReversed();
    const fields = all.map(
      (row, at) => [row, (['definitions', 'derived', 'symbols', 'filename'] as const)[at % 4]!] as const,
    );
    const impacts = termImpacts(documentsOf(count), postingsOf(fields));
    const defining = fields.flatMap(([row, field]) => (field === 'definitions' || field === 'symbols' ? [row] : []));
    const rows = Array.from({ length: count }, (_one, row) => row);
    expect(rows.filter((row) => impacts.isNamedIn(row))).toEqual(defining.toSorted((a, b) => a - b));
    expect(rows.filter((row) => impacts.of(row) > 0)).toEqual(all.toReversed());
  });
});
