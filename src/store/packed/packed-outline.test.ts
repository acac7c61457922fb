import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleDefinition } from '../testing/conformance-samples.ts';
import { packDefinitions, unpackOutline } from './packed-definitions.ts';
import { PackedOutline } from './packed-outline.ts';

const line = fc.integer({ min: 1, max: 40 });
const anyDefinition = fc
  .record({
    name: fc.oneof(fc.constantFrom('run', '', 'é', '\ud83d'), fc.string({ unit: 'binary' })),
    container: fc.option(fc.constantFrom('Server', 'run', 'é')),
    startLine: line,
    line,
    endLine: line,
    signature: fc.option(fc.string({ unit: 'binary' })),
    docstring: fc.option(fc.string()),
  })
  .map((parts) => sampleDefinition(parts));

describe('a packed outline', () => {
  it('returns the definitions named in a span, and those that reach into it', () => {
    fc.assert(
      fc.property(fc.array(anyDefinition), line, fc.nat(5), fc.nat(3), (definitions, startLine, more, between) => {
        const bytes = packDefinitions(definitions);
        const outline = new PackedOutline(bytes);
        expect(outline.all()).toEqual(unpackOutline(bytes));
        const [after, endLine] = [startLine - 1 - between, startLine + more];
        const expected = unpackOutline(bytes)
          .filter(
            (one) =>
              (one.line > after && one.line <= endLine) || (one.startLine < startLine && one.endLine >= startLine),
          ) // prettier-ignore
          .map(({ name, container, line: own, startLine: start, endLine: end }) => ({
            ...{ name, container, line: own, startLine: start, endLine: end },
          }));
        expect(outline.inSpan({ after, startLine, endLine })).toEqual(expected);
        // The second time from the decoded columns.
        expect(outline.inSpan({ after, startLine, endLine })).toEqual(expected);
      }),
    );
  });

  it('is refused if it is damaged', () => {
    const bytes = packDefinitions([sampleDefinition({ name: 'first' }), sampleDefinition({ name: 'second' })]);
    const around = (packed: Uint8Array): unknown =>
      new PackedOutline(packed).inSpan({ after: 0, startLine: 1, endLine: 9 });
    expect(() => around(bytes.subarray(0, 5))).toThrow(RangeError);
    expect(around(new Uint8Array(0))).toEqual([]);
  });
});
