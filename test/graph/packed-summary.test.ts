import { describe, expect, it } from 'vitest';
import { factsOf } from '../../bench/graph/graph-facts.ts';
import { linkHeader } from '../../src/model/link-header.ts';
import { symbolKey } from '../../src/model/link.ts';
import {
  decodeFacts,
  encodeFacts,
  packFacts,
  sealFacts,
  unpackFacts,
  unpackFactsFront,
  unpackFactsStrings,
} from '../../src/store/packed/packed-facts.ts';

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

describe('packFacts', () => {
  it.each([
    ['a module', 'src/a.ts', text],
    ['an empty file', 'b.ts', ''],
    ['a global declaration file', 'c.d.ts', 'declare function make(): number; interface Shape { area: number }'],
  ])('gives back %s', (_, path, source) => {
    const facts = factsOf(path, source);
    const content = { header: linkHeader(path, facts), facts };
    const packed = packFacts(content, definitions);
    const keys = ['a', 'Ünit', 'Ünit.run', 'Ünit.run.deep', 'gone.away.a', 'a'].map(symbolKey);
    expect(unpackFacts(packed)).toEqual({ ...content, keys });
    expect(unpackFactsFront(packed)).toEqual({ header: content.header, modules: facts.modules });
    expect(unpackFactsStrings(packed)).toEqual(facts.strings);
    const open = encodeFacts(content, definitions);
    expect(decodeFacts(open)).toEqual({ ...content, keys });
    expect(sealFacts(open)).toEqual(packed);
  });

  it('keeps facts that are still to be compressed, whatever is packed next', () => {
    const facts = factsOf('src/a.ts', text);
    const content = { header: linkHeader('src/a.ts', facts), facts };
    const open = encodeFacts(content, []);
    packFacts({ header: linkHeader('b.ts', facts), facts: factsOf('b.ts', 'let other = 1;') }, definitions);
    expect(decodeFacts(open)).toEqual({ ...content, keys: [] });
  });

  it('gives back files of any size, compressed or not', () => {
    for (let names = 1; names < 80; names++) {
      const source = Array.from({ length: names }, (_, at) => `let n${at};`).join('\n');
      const facts = factsOf('a.ts', source);
      expect(unpackFacts(packFacts({ header: linkHeader('a.ts', facts), facts }, [])).facts).toEqual(facts);
    }
  });

  it.each([
    ['compressed', text.repeat(3)],
    ['as they are', 'let one = 1;'],
  ])('refuses bytes that are cut or changed: %s', (_, source) => {
    const facts = factsOf('a.ts', source);
    const packed = packFacts({ header: linkHeader('a.ts', facts), facts }, definitions);
    for (const length of [0, 1, 5, packed.length >> 1, packed.length - 1])
      expect(() => unpackFacts(packed.subarray(0, length))).toThrow(RangeError);
  });
});
