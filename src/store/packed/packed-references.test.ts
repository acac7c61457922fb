import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Reference } from '../../model/reference.ts';
import { arbitraryReference } from '../testing/conformance-samples.ts';
import { packReferences, unpackReferences } from './packed-references.ts';

describe('packed references', () => {
  it('restore any list in its order', () => {
    fc.assert(
      fc.property(fc.array(arbitraryReference), (references) => {
        expect(unpackReferences(packReferences(references))).toEqual(references);
      }),
    );
  });

  it('restore any names', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (name, receiver) => {
        const references: Reference[] = [{ name, kind: 'call', receiver, line: 1, column: 1, container: -1 }];
        expect(unpackReferences(packReferences(references))).toEqual(references);
      }),
    );
  });

  it('take no bytes for an empty list', () => {
    expect(packReferences([])).toHaveLength(0);
  });

  it('take about five bytes each besides their names', () => {
    const references = Array.from({ length: 1_000 }, (_, n): Reference => {
      return { name: `name${n % 50}`, kind: 'call', receiver: 'this', line: n, column: n % 100, container: n >> 4 };
    });
    expect(packReferences(references).length).toBeLessThan(6_500);
  });

  it('refuse bytes that are truncated or refer to missing texts', () => {
    const bytes = packReferences([
      { name: 'run', kind: 'call', receiver: 'this', line: 300, column: 1, container: -1 },
    ]);
    for (let length = 1; length < bytes.length; length++) {
      expect(() => unpackReferences(bytes.subarray(0, length))).toThrow(RangeError);
    }
    expect(unpackReferences(bytes)).toHaveLength(1);
    expect(() => unpackReferences(Uint8Array.from([...bytes, 0]))).toThrow(/left over/);
    expect(() => unpackReferences(Uint8Array.from([0, 1, 0, 1, 0, 0, 0]))).toThrow(/text 0 of 0/);
    expect(() => unpackReferences(Uint8Array.from([1, 2, 97, 1, 0, 1, 15, 0, 0]))).toThrow(/no word/);
  });
});
