import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteSink, sinkBytes, writeByte, writeBytes, writeVarint } from '../../../util/bytes/varint.ts';
import type { ByteSink } from '../../../util/bytes/varint.ts';
import { nextPosting, postingCursor, readCounts, startPostings } from './posting-list.ts';
import {
  blockCursor,
  blockWriter,
  compareKeys,
  findInBlock,
  keyPrefix,
  nameKey,
  nextEntry,
  startBlock,
  tagKey,
  tagOf,
} from './term-block.ts';
import type { Key } from './term-block.ts';

function keyOf(bytes: Uint8Array): Key {
  const key = byteSink();
  writeBytes(key, bytes);
  return key;
}

/** Blocks of these tags. The list of a tag is its last code unit, repeated as often as the tag is long. */
function blocksOf(tags: readonly string[]): { first: Uint8Array; data: Uint8Array }[] {
  const blocks: { first: Uint8Array; data: Uint8Array }[] = [];
  const writer = blockWriter((first, data) => blocks.push({ first, data }));
  for (const tag of tags) writer.add(keyOf(tagKey(tag)), new Uint8Array(tag.length).fill(tag.length), tag.length);
  writer.finish();
  return blocks;
}

const someTags = fc
  .uniqueArray(
    fc.oneof(
      fc.string({ unit: fc.constantFrom('a', 'b', 'é', '\u{1f600}') }),
      fc.string({ minLength: 300, maxLength: 900 }),
    ),
    {
      maxLength: 60,
    },
  )
  .map((tags) => tags.sort());

describe('blocks', () => {
  it('return their keys and lists, in sequence and by lookup', () => {
    fc.assert(
      fc.property(someTags, fc.string({ unit: fc.constantFrom('a', 'b', 'é') }), (tags, absent) => {
        const blocks = blocksOf(tags);
        const read: string[] = [];
        const entry = blockCursor();
        for (const { first, data } of blocks) {
          expect(data.length + first.length <= 1_000 || findInBlock(data, first) !== null).toBe(true);
          startBlock(entry, data);
          for (let n = 0; nextEntry(entry); n++) {
            if (n === 0) expect([...first]).toEqual([...sinkBytes(entry.key)]);
            const tag = tagOf(entry.key);
            read.push(tag);
            expect(findInBlock(data, tagKey(tag))).toEqual({ start: entry.listStart, end: entry.listEnd });
            expect(entry.listEnd - entry.listStart).toBe(tag.length);
          }
          if (!tags.includes(absent)) expect(findInBlock(data, tagKey(absent))).toBeNull();
        }
        expect(read).toEqual(tags);
      }),
    );
  });

  it('stay small', () => {
    const tags = Array.from({ length: 2_000 }, (_, n) => `term${String(n).padStart(5, '0')}`);
    const blocks = blocksOf(tags);
    expect(Math.max(...blocks.map(({ first, data }) => first.length + data.length))).toBeLessThan(1_000);
    expect(blocks.length).toBeLessThan(40);
  });

  it('refuse to be read when cut short', () => {
    const [block] = blocksOf(['alpha', 'alphabet']);
    const entry = blockCursor();
    startBlock(entry, (block as { data: Uint8Array }).data.slice(0, -1));
    expect(() => {
      while (nextEntry(entry));
    }).toThrow(RangeError);
  });
});

describe('keys', () => {
  it('sort all tags before all names', () => {
    expect(compareKeys(keyOf(tagKey('\uffff')), keyOf(nameKey('')))).toBeLessThan(0);
  });

  it('compare like their prefixes, if these differ', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        const [left, right] = [keyOf(tagKey(a)), keyOf(nameKey(b))];
        const byPrefix = keyPrefix(left) - keyPrefix(right);
        if (byPrefix !== 0) expect(Math.sign(byPrefix)).toBe(Math.sign(compareKeys(left, right)));
      }),
    );
  });
});

function addPayload(list: ByteSink, counts: Uint8Array): void {
  const isPlain = counts.every((count) => count <= 1);
  let fields = 0;
  for (const [field, count] of counts.entries()) if (count > 0) fields |= 2 << field;
  writeVarint(list, fields | Number(isPlain));
  if (!isPlain) for (const count of counts) if (count > 0) writeByte(list, count);
}

describe('posting lists', () => {
  const onePosting = fc.record({
    gap: fc.integer({ min: 0, max: 2 ** 33 }),
    counts: fc.uint8Array({ minLength: 9, maxLength: 9 }),
  });

  it('return files and counts', () => {
    fc.assert(
      fc.property(fc.array(onePosting), fc.nat(), (postings, base) => {
        const list = byteSink();
        for (const { gap, counts } of postings) {
          writeVarint(list, gap);
          addPayload(list, counts);
        }
        const cursor = postingCursor();
        startPostings(cursor, { bytes: list.bytes, start: 0, end: list.length, base });
        let fileId = base;
        for (const { gap, counts } of postings) {
          expect(nextPosting(cursor)).toBe(true);
          expect(cursor.fileId).toBe((fileId += gap));
          const read = new Uint8Array(9);
          readCounts(cursor, read, 0);
          expect(read).toEqual(counts);
        }
        expect(nextPosting(cursor)).toBe(false);
      }),
    );
  });

  it('refuse to be read when cut short', () => {
    const list = byteSink();
    writeVarint(list, 300);
    addPayload(list, Uint8Array.from([0, 0, 2, 0, 0, 0, 0, 3, 4]));
    for (let end = 1; end < list.length; end++) {
      const cursor = postingCursor();
      startPostings(cursor, { bytes: list.bytes, start: 0, end, base: 0 });
      expect(() => nextPosting(cursor)).toThrow(RangeError);
    }
  });
});
