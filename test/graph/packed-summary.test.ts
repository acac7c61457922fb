import { describe, expect, it } from 'vitest';
import { summaryOf } from '../../bench/graph/graph-summary.ts';
import { linkHeader } from '../../src/model/link-header.ts';
import { symbolKey } from '../../src/model/link.ts';
import {
  decodeSummary,
  encodeSummary,
  packSummary,
  compressSummary,
  unpackSummary,
  unpackSummaryFront,
  unpackSummaryStrings,
} from '../../src/store/packed/packed-summary.ts';

const definitions = [
  { name: 'a', container: null },
  { name: 'Ünit', container: null },
  { name: 'run', container: 'Ünit' },
  { name: 'deep', container: 'Ünit.run' },
  { name: 'a', container: 'gone.away' },
  { name: 'a', container: null },
];

const text = `import { a as b } from './a.js';
export default class Ünit<T> extends Base<T> { static x = 1; run(y = b?.(2), ...rest: T[]): this { return this; } }
declare global { interface Window { more: number } }
export * from 'other';
function many<K, V>(one: ns.Map<K, V>, two: (x: V) => void, { three }: Ünit<K>) { return one.of(two, three(1, 'x'), (y) => y); }
`;

describe('packSummary', () => {
  it.each([
    ['a module', 'src/a.ts', text],
    ['an empty file', 'b.ts', ''],
    ['a global declaration file', 'c.d.ts', 'declare function make(): number; interface Shape { area: number }'],
  ])('restores %s', (_, path, source) => {
    const summary = summaryOf(path, source);
    const content = { header: linkHeader(path, summary), summary };
    const packed = packSummary(content, definitions);
    const keys = ['a', 'Ünit', 'Ünit.run', 'Ünit.run.deep', 'gone.away.a', 'a'].map(symbolKey);
    expect(unpackSummary(packed)).toEqual({ ...content, keys });
    expect(unpackSummaryFront(packed)).toEqual({ header: content.header, modules: summary.modules });
    expect(unpackSummaryStrings(packed)).toEqual(summary.strings);
    const open = encodeSummary(content, definitions);
    expect(decodeSummary(open)).toEqual({ ...content, keys });
    expect(compressSummary(open)).toEqual(packed);
  });

  it('keeps summaries that are not compressed yet, whatever is packed next', () => {
    const summary = summaryOf('src/a.ts', text);
    const content = { header: linkHeader('src/a.ts', summary), summary };
    const open = encodeSummary(content, []);
    packSummary({ header: linkHeader('b.ts', summary), summary: summaryOf('b.ts', 'let other = 1;') }, definitions);
    expect(decodeSummary(open)).toEqual({ ...content, keys: [] });
  });

  it('restores files of any size, compressed or not', () => {
    for (let names = 1; names < 80; names++) {
      const source = Array.from({ length: names }, (_, at) => `let n${at};`).join('\n');
      const summary = summaryOf('a.ts', source);
      expect(unpackSummary(packSummary({ header: linkHeader('a.ts', summary), summary }, [])).summary).toEqual(summary);
    }
  });

  it.each([
    ['compressed', text.repeat(3)],
    ['as they are', 'let one = 1;'],
  ])('refuses bytes that are cut or changed: %s', (_, source) => {
    const summary = summaryOf('a.ts', source);
    const packed = packSummary({ header: linkHeader('a.ts', summary), summary }, definitions);
    for (const length of [0, 1, 5, packed.length >> 1, packed.length - 1])
      expect(() => unpackSummary(packed.subarray(0, length))).toThrow(RangeError);
  });
});
