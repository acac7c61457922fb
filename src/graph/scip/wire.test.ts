import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeDocument, encodeDocument, type ScipDocument } from './schema.ts';
import { fieldsOf, MessageWriter, packedNumbers } from './wire.ts';

const document: ScipDocument = {
  path: 'src/é.ts',
  language: 'TypeScript',
  text: '',
  positionEncoding: 2,
  occurrences: [
    { range: [0, 3, 9], symbol: 'scip . . . `é.ts`/a().', roles: 1, enclosingRange: [0, 0, 4, 1] },
    { range: [300, 70_000, 301, 2], symbol: 'local 1', roles: 0, enclosingRange: [] },
  ],
  symbols: [
    {
      symbol: 'scip . . . `é.ts`/a().',
      documentation: ['First.', ''],
      relationships: [{ symbol: 'scip . . . b#', isImplementation: true }],
      kind: 17,
      displayName: 'a',
      signature: 'a(): void',
    },
  ],
};

/** Fields that no message of SCIP has, of every kind of the wire format. */
const unknownField = fc.oneof(
  fc.nat().map((value) => [...tag(900, 0), ...varint(value)]),
  fc.constant([...tag(901, 0), 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1]),
  fc.uint8Array({ minLength: 8, maxLength: 8 }).map((bytes) => [...tag(902, 1), ...bytes]),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => [...tag(903, 2), ...varint(bytes.length), ...bytes]),
  fc.uint8Array({ minLength: 4, maxLength: 4 }).map((bytes) => [...tag(904, 5), ...bytes]),
  fc.nat().map((value) => [...tag(905, 3), ...tag(1, 0), ...varint(value), ...tag(7, 3), ...tag(7, 4), ...tag(905, 4)]),
);

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))];
}

function tag(field: number, type: number): number[] {
  return varint(field * 8 + type);
}

/** The bytes of a message's fields, one by one. */
function parts(bytes: Uint8Array): number[][] {
  return [...fieldsOf(bytes)].map((field) =>
    'bytes' in field
      ? [...tag(field.number, 2), ...varint(field.bytes.length), ...field.bytes]
      : [...tag(field.number, 0), ...varint(field.value)],
  );
}

describe('messages', () => {
  it('give back what was written', () => {
    expect(decodeDocument(encodeDocument(document))).toEqual(document);
  });

  it('may have unknown fields anywhere', () => {
    const written = parts(encodeDocument(document));
    fc.assert(
      fc.property(fc.array(unknownField, { minLength: written.length, maxLength: written.length + 1 }), (unknown) => {
        const mixed = written.flatMap((part, at) => [...unknown[at]!, ...part]);
        expect(decodeDocument(Uint8Array.from([...mixed, ...(unknown[written.length] ?? [])]))).toEqual(document);
      }),
      { numRuns: 200 },
    );
  });

  it('throw when they are cut', () => {
    const two = { ...document, path: '', language: '', positionEncoding: 0, symbols: [] };
    const bytes = encodeDocument(two);
    const last = encodeDocument({ ...two, occurrences: document.occurrences.slice(1) });
    const ends = Array.from({ length: bytes.length - 1 }, (_, end) => end + 1);
    const unnoticed = ends.filter((end) => {
      try {
        return decodeDocument(bytes.subarray(0, end)).occurrences.length > 0;
      } catch (error) {
        return !(error instanceof RangeError);
      }
    });
    // A message may end between two fields.
    expect(unnoticed).toEqual([bytes.length - last.length]);
  });

  it('only ever throw a RangeError, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        try {
          decodeDocument(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['a range that is not packed', [...tag(1, 0), 4, ...tag(1, 0), 5, ...tag(1, 0), 9]],
    ['a packed range', [...new MessageWriter().numbers(1, [4, 5, 9]).bytes()]],
    ['a range in two pieces', [...tag(1, 2), 1, 4, ...tag(1, 2), 2, 5, 9]],
  ])('accept %s', (_, occurrence) => {
    const bytes = new MessageWriter().message(2, Uint8Array.from(occurrence)).bytes();
    expect(decodeDocument(bytes).occurrences[0]?.range).toEqual([4, 5, 9]);
  });

  it('read negative numbers as such', () => {
    expect(packedNumbers(Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 7))).toEqual([-1, 7]);
  });

  it.each([
    ['field 0', [0, 0]],
    ['a group that does not end', [...tag(1, 3)]],
    ['an unknown wire type', [...tag(1, 7)]],
    ['groups without end inside each other', Array.from({ length: 200 }, () => tag(1, 3)).flat()],
    ['a number of eleven bytes', [...tag(1, 0), ...Array.from({ length: 11 }, () => 0xff)]],
  ])('refuse %s', (_, bytes) => {
    expect(() => [...fieldsOf(Uint8Array.from(bytes))]).toThrow(RangeError);
  });
});
