import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberedTexts, textsOf } from '../../model/text-list.ts';
import { writeCodeUnits } from '../../util/code-units.ts';
import { BatchPostings, type FileTexts } from './batch-postings.ts';
import { blockWriter } from './term-block.ts';

const words = ['user', 'User', 'name', '__proto__', 'constructor', '', 'é', '\u{1f600}', '\ue000', 'names'];
const width = 3;
/** Each in an order of its own. */
const tables = [words, words.toReversed(), words.slice(3)];
const fileTexts = fc
  .record({
    table: fc.constantFrom(null, ...tables),
    chosen: fc.uniqueArray(fc.constantFrom(...words), { maxLength: 8 }),
    counts: fc.uint8Array({ minLength: 8 * width, maxLength: 8 * width, max: 3 }),
    gap: fc.integer({ min: 1, max: 70_000 }),
  })
  .map(({ table, chosen, counts, gap }) => {
    const there = table === null ? chosen : chosen.filter((word) => table.includes(word));
    const numbers = Int32Array.from(there, (word) => table?.indexOf(word) ?? 0);
    return {
      gap,
      texts: table === null ? there : numberedTexts(table, numbers),
      counts: counts.slice(0, there.length * width),
    };
  });
const batches = fc.array(fc.array(fileTexts, { maxLength: 6 }), { maxLength: 3 });

function blocksOf(files: readonly FileTexts[]): [string, string][] {
  const blocks: [string, string][] = [];
  const writer = blockWriter((first, data) =>
    blocks.push([Buffer.from(first).toString('hex'), Buffer.from(data).toString('hex')]),
  );
  new BatchPostings(files, width).writeTo(writer, writeCodeUnits);
  writer.finish();
  return blocks;
}

describe('postings of a batch', () => {
  it('are the same whether texts come by number or not, batch after batch', () => {
    fc.assert(
      fc.property(batches, (all) => {
        for (const batch of all) {
          let id = 7;
          const files = batch.map(({ gap, texts, counts }): FileTexts => ({ id: (id += gap), texts, counts }));
          expect(blocksOf(files)).toEqual(blocksOf(files.map((file) => ({ ...file, texts: textsOf(file.texts) }))));
        }
      }),
    );
  });
});
