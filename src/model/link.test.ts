import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  containerOf,
  isCallLike,
  linkKinds,
  qualifiedName,
  sourceName,
  symbolKey,
  symbolKeys,
  duplicateContainer,
  withoutDuplicateMarks,
} from './link.ts';

describe('the keys of qualified names', () => {
  it('are the same for a list as for each name alone', () => {
    const containers = [null, 'Outer', 'Outer', 'Outer.Inner', '', null, 'Ä.😀', 'Outer', null];
    const definitions = containers.map((container, at) => ({ container, name: ['a', '', 'naïve', 'b.c'][at % 4]! }));
    const keys = symbolKeys(definitions);
    expect(keys).toEqual(definitions.map((definition) => symbolKey(qualifiedName(definition))));
    expect(new Set(keys).size).toBe(new Set(definitions.map(qualifiedName)).size);
  });

  it('have 48 bits, and never change, because indexes store them', () => {
    expect(['', 'a', 'Outer.Inner.name', 'naïve😀'].map(symbolKey)).toMatchInlineSnapshot(`
      [
        78831995887045,
        244829846776108,
        239403381214515,
        264707389817177,
      ]
    `);
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(symbolKey(name)).toBeGreaterThanOrEqual(0);
        expect(symbolKey(name)).toBeLessThan(2 ** 48);
      }),
    );
  });
});

describe('names', () => {
  it.each([
    ['a', null, 'a'],
    ['a', 'B', 'B.a'],
    ['a', 'B.C', 'B.C.a'],
  ])('%s in %s is %s, and back', (name, container, qualified) => {
    expect(qualifiedName({ name, container })).toBe(qualified);
    expect(containerOf({ name, qualified })).toBe(container);
  });

  it.each([
    [null, null],
    ['f', 'f'],
    ['f.~1', 'f'],
    ['~1', null],
    ['~1.g', 'g'],
    ['f.~1.g.~2', 'f.g'],
    ['~1.~2', null],
    // A destructor, whose name is its class's behind a `~`.
    ['Shelf.~Shelf', 'Shelf.~Shelf'],
    ['N.Shelf.~Shelf', 'N.Shelf.~Shelf'],
    ['Shelf.~Other', 'Shelf'],
    ['~Shelf', null],
  ])('the container %s is %s in the source', (container, expected) => {
    expect(withoutDuplicateMarks(container)).toBe(expected);
    expect(sourceName({ name: 'x', container })).toBe(expected === null ? 'x' : `${expected}.x`);
  });

  it.each([
    [null, '~m'],
    ['f', 'f.~m'],
    ['f.~1', 'f.~1.~m'],
  ])('duplicates in the container %s get the container %s', (container, expected) => {
    expect(duplicateContainer(container, 'm')).toBe(expected);
    expect(withoutDuplicateMarks(duplicateContainer(container, 'm'))).toBe(withoutDuplicateMarks(container));
  });
});

it('calls are the kinds by which one definition runs another', () => {
  expect(linkKinds.filter(isCallLike)).toEqual(['call', 'construct', 'render', 'decorate', 'implicit', 'set']);
});
