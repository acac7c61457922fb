import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { definitionKinds } from '../../model/definition.ts';
import type { Definition } from '../../model/definition.ts';
import { sampleDefinition } from '../testing/conformance-samples.ts';
import {
  packDefinitions,
  unpackChosen,
  unpackDefinitions,
  unpackDefinitionsNamed,
  unpackOutline,
} from './packed-definitions.ts';

const anyText = fc.string({ unit: 'binary' });
const name = fc.oneof(fc.constantFrom('run', '__proto__', 'constructor', '', '\ud83d'), anyText);
const place = fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 0, max: 2 ** 31 }));

const anyDefinition: fc.Arbitrary<Definition> = fc.record({
  name,
  kind: fc.constantFrom(...definitionKinds),
  container: fc.option(name),
  line: place,
  column: place,
  startLine: place,
  startColumn: place,
  endLine: place,
  endColumn: place,
  exported: fc.boolean(),
  docstring: fc.option(anyText),
  decorators: fc.array(anyText, { maxLength: 3 }),
  signature: fc.option(anyText),
});

describe('packed definitions', () => {
  it('restore any list in its order', () => {
    fc.assert(
      fc.property(fc.array(anyDefinition), (definitions) => {
        expect(unpackDefinitions(packDefinitions(definitions))).toEqual(definitions);
      }),
    );
  });

  it('return those with given names, with their positions in the list', () => {
    fc.assert(
      fc.property(fc.array(anyDefinition), (definitions) => {
        const names = new Set(['run', '__proto__', 'absent']);
        const expected = definitions.flatMap((definition, index) =>
          names.has(definition.name) ? [{ index, definition }] : [],
        );
        expect(unpackDefinitionsNamed(packDefinitions(definitions), names)).toEqual(expected);
      }),
    );
  });

  it('return their outline, and the chosen entries of it', () => {
    const scoreOf = (text: string): number => (text === 'run' ? 2 : text === '' ? 1 : 0);
    fc.assert(
      fc.property(fc.array(anyDefinition), fc.integer({ min: 1, max: 6 }), (definitions, most) => {
        const bytes = packDefinitions(definitions);
        const outline = definitions.map(({ docstring: _, decorators: __, ...entry }) => entry);
        expect(unpackOutline(bytes)).toEqual(outline);
        const rank = (entry: { name: string; kind: string }): number =>
          2 * scoreOf(entry.name) + (entry.kind === 'property' ? 0 : 1);
        const first = outline.toSorted((a, b) => rank(b) - rank(a)).slice(0, most);
        const mayScore = (of: Uint8Array, from: number, to: number): boolean =>
          scoreOf(Buffer.from(of.subarray(from, to)).toString('latin1')) > 0;
        expect(unpackChosen(bytes, { maxCount: most, scoreOf, mayScore, lastKinds: new Set(['property']) })).toEqual(
          first,
        );
      }),
    );
  });

  it('distinguish an empty text from none', () => {
    const empty = sampleDefinition({ name: '', container: '', docstring: '', signature: '', decorators: [''] });
    const none = sampleDefinition({ name: '' });
    expect(unpackDefinitions(packDefinitions([empty, none]))).toEqual([empty, none]);
  });

  it('take no bytes for an empty list', () => {
    expect(packDefinitions([])).toHaveLength(0);
    expect(unpackDefinitions(new Uint8Array(0))).toEqual([]);
  });

  it('fill their own buffer, so that it can be transferred to another thread', () => {
    const bytes = packDefinitions([sampleDefinition({ name: 'run' })]);
    expect(bytes.byteLength).toBe(bytes.buffer.byteLength);
  });

  it('take about ten bytes each besides their texts', () => {
    const definitions = Array.from({ length: 1_000 }, (_, n) => {
      const lines = { startLine: n * 5 + 1, line: n * 5 + 1, endLine: n * 5 + 4, startColumn: 3, endColumn: 4 };
      return sampleDefinition({ name: `name${n % 50}`, kind: 'method', container: 'Outer', ...lines });
    });
    expect(packDefinitions(definitions).length).toBeLessThan(10_000);
  });

  it('refuse bytes that are truncated, too long, or refer to missing texts', () => {
    const bytes = packDefinitions([
      sampleDefinition({ name: 'run', container: 'A', signature: '()', docstring: 'é', decorators: ['x', 'y'] }),
    ]);
    for (let length = 1; length < bytes.length; length++) {
      expect(() => unpackDefinitions(bytes.subarray(0, length))).toThrow(RangeError);
      expect(() => unpackDefinitionsNamed(bytes.subarray(0, length), new Set(['run']))).toThrow(RangeError);
    }
    expect(() => unpackDefinitions(Uint8Array.from([...bytes, 0]))).toThrow(/left over/);
    const outline = [0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0];
    expect(() => unpackDefinitions(Uint8Array.from([outline.length, ...outline]))).toThrow(/text 0 of 0/);
    expect(() => unpackDefinitions(Uint8Array.from([12, ...outline]))).toThrow(/past the end/);
    const unknown = [1, 2, 97, 1, 15, 0, 0, 0, 0, 0, 0, 0, 0];
    expect(() => unpackDefinitions(Uint8Array.from([unknown.length, ...unknown]))).toThrow(/no word/);
  });
});
