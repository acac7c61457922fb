import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Import } from '../../model/import.ts';
import { sampleImport } from '../testing/conformance-samples.ts';
import { packImports, unpackImports } from './packed-imports.ts';

const anyText = fc.oneof(fc.constantFrom('', 'default', '*', '\udc00'), fc.string({ unit: 'binary' }));
const place = fc.integer({ min: 0, max: 2 ** 31 });

const anyImport: fc.Arbitrary<Import> = fc.record({
  module: anyText,
  type: fc.constantFrom('local', 'external', 'builtin'),
  names: fc.array(fc.record({ name: anyText, alias: fc.option(anyText) }), { maxLength: 4 }),
  alias: fc.option(anyText),
  isDynamic: fc.boolean(),
  isReexport: fc.boolean(),
  isTypeOnly: fc.boolean(),
  line: place,
  column: place,
});

describe('packed imports', () => {
  it('restore any list in its order', () => {
    fc.assert(
      fc.property(fc.array(anyImport), (imports) => {
        expect(unpackImports(packImports(imports))).toEqual(imports);
      }),
    );
  });

  it('take no bytes for an empty list', () => {
    expect(packImports([])).toHaveLength(0);
    expect(unpackImports(new Uint8Array(0))).toEqual([]);
  });

  it('fill their own buffer, so that it can be transferred to another thread', () => {
    const bytes = packImports([sampleImport({ module: 'm' })]);
    expect(bytes.byteLength).toBe(bytes.buffer.byteLength);
  });

  it('refuse bytes that are truncated, too long, or of an unknown type', () => {
    const names = [
      { name: 'x', alias: 'y' },
      { name: 'é', alias: null },
    ];
    const bytes = packImports([sampleImport({ module: 'm', alias: 'n', names, line: 300 })]);
    for (let length = 1; length < bytes.length; length++) {
      expect(() => unpackImports(bytes.subarray(0, length))).toThrow(RangeError);
    }
    expect(() => unpackImports(Uint8Array.from([...bytes, 0]))).toThrow(/left over/);
    expect(() => unpackImports(Uint8Array.from([0, 1, 0, 0, 0, 0]))).toThrow(/no word/);
  });
});
