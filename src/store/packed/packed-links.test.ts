import { describe, expect, it } from 'vitest';
import type { Link } from '../../model/link.ts';
import {
  hasKind,
  linkColumns,
  linkKindOf,
  linkResolutionOf,
  linkSignaturesOf,
  linkWidth,
  packLinks,
  unpackLinks,
} from './packed-links.ts';

const link = (target: number, line: number, rest: Partial<Link> = {}): Link => ({
  target,
  kind: 'call',
  resolution: 'scope',
  line,
  column: 300,
  container: -1,
  ...rest,
});

const blobs: Link[][] = [
  [link(7, 1, { kind: 'overrides', resolution: 'compiler', container: 900 }), link(2 ** 47, 70_000), link(7, 9)],
  [],
  [link(7, 3, { kind: 'import', resolution: 'name' })],
  [link(7, 4, { signatures: 0b101 }), link(8, 5, { signatures: 2 ** 23, resolution: 'name', kind: 'implicit' })],
];

describe('links in columns', () => {
  it('are the links of all blobs, by target', () => {
    const packed = blobs.map(packLinks);
    const { links, byTarget } = linkColumns(packed);
    const found: [number, Link][] = [];
    for (const [target, runs] of byTarget) {
      for (let at = 0; at < runs.length; at += 3) {
        for (let place = runs[at + 1]!; place < runs[at + 2]!; place++) {
          const [line, column, container, code] = links.subarray(place * linkWidth, (place + 1) * linkWidth);
          const kind = linkKindOf(code!);
          const resolution = linkResolutionOf(code!);
          const signatures = linkSignaturesOf(code!);
          const bits = signatures === 0 ? {} : { signatures };
          found.push([
            runs[at]!,
            { target, line: line!, column: column!, container: container!, kind, resolution, ...bits },
          ]);
        }
      }
    }
    const expected = packed.flatMap((bytes, blob) => unpackLinks(bytes).map((one) => [blob, one] as const));
    expect(found).toHaveLength(expected.length);
    expect(found).toEqual(expect.arrayContaining(expected.map(([blob, one]) => [blob, one])));
    expect(links).toHaveLength(expected.length * linkWidth);
  });

  it('refuse truncated bytes', () => {
    const bytes = packLinks(blobs[0]!);
    expect(() => linkColumns([bytes.subarray(0, bytes.length - 1)])).toThrow(RangeError);
    expect(() => hasKind(bytes.subarray(0, bytes.length - 1), 'write')).toThrow(RangeError);
  });

  it('know the kinds of their links', () => {
    expect(blobs.map((list) => hasKind(packLinks(list), 'overrides'))).toEqual([true, false, false, false]);
    expect(blobs.map((list) => hasKind(packLinks(list), 'import'))).toEqual([false, false, true, false]);
  });

  it('keep their signatures', () => {
    expect(unpackLinks(packLinks(blobs[3]!))).toEqual(blobs[3]);
  });
});
