import { expect, it } from 'vitest';
import { sampleFile } from '../conformance-samples.ts';
import type { FileWrite } from '../store.ts';
import { TextNumbers } from '../text-numbers.ts';
import type { Row } from './driver.ts';
import { openDatabase } from './open-database.ts';
import { writeBatch } from './write-files.ts';

const files = [
  sampleFile({
    path: 'a',
    terms: { run: { symbols: 1 }, user: { path: 2, derived: 9 } },
    definitions: [{ name: 'Run' }],
  }),
  sampleFile({ path: 'b', terms: { été: { comments: 1 }, run: {} }, definitions: [{ name: 'run' }, { name: 'Run' }] }),
  sampleFile({ path: 'c' }),
];

function numbered(file: FileWrite, table: TextNumbers): FileWrite {
  const numbersOf = (texts: readonly string[]): Uint32Array => Uint32Array.from(texts, (text) => table.number(text));
  return {
    ...file,
    numbered: { table, terms: numbersOf(file.terms), definitionNames: numbersOf(file.definitionNames) },
  };
}

async function blocksOf(batch: readonly FileWrite[]): Promise<Row[]> {
  const { database } = await openDatabase({ path: ':memory:' });
  try {
    writeBatch(database, { files: [...batch], touched: [], removed: [] }, 0);
    return database.all('SELECT * FROM terms');
  } finally {
    database.close();
  }
}

it('is the same segment whatever the texts are numbered by', async () => {
  const table = new TextNumbers();
  for (const text of ['zebra', 'run', 'elsewhere']) table.number(text);
  const huge = new TextNumbers();
  for (let n = 0; n < 10_000; n++) huge.number(`n${n}`);
  const expected = await blocksOf(files);
  expect(expected).toHaveLength(1);
  expect(await blocksOf(files.map((file) => numbered(file, table)))).toEqual(expected);
  expect(await blocksOf(files.map((file) => numbered(file, huge)))).toEqual(expected);
  expect(await blocksOf(files.map((file, n) => (n === 1 ? numbered(file, new TextNumbers()) : numbered(file, table))))).toEqual(expected); // prettier-ignore
  expect(await blocksOf(files.map((file, n) => (n === 1 ? file : numbered(file, table))))).toEqual(expected);
});
