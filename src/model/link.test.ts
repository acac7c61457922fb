import { describe, expect, it } from 'vitest';
import { qualifiedName, symbolKey, symbolKeys } from './link.ts';

describe('the numbers of qualified names', () => {
  it('are those of the names one by one, whatever contains them', () => {
    const containers = [null, 'Outer', 'Outer', 'Outer.Inner', '', null, 'Ä.😀', 'Outer', null];
    const definitions = containers.map((container, at) => ({ container, name: ['a', '', 'naïve', 'b.c'][at % 4]! }));
    const keys = symbolKeys(definitions);
    expect(keys).toEqual(definitions.map((definition) => symbolKey(qualifiedName(definition))));
    expect(new Set(keys).size).toBe(new Set(definitions.map(qualifiedName)).size);
  });
});
