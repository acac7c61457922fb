import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Hops } from './hops.ts';

it('knows the names that were passed, each of its file, and a copy goes its own way', () => {
  const hop = fc.tuple(fc.nat({ max: 3 }), fc.constantFrom('a', 'b', '=', 'default'));
  fc.assert(
    fc.property(fc.array(hop, { maxLength: 30 }), hop, (passed, late) => {
      const [hops, known] = [new Hops(), new Set<string>()];
      for (const [file, name] of passed) {
        const key = `${file} ${name}`;
        expect(hops.has(file, name)).toBe(known.has(key));
        if (!known.has(key)) hops.add(file, name);
        known.add(key);
      }
      expect(hops.size).toBe(known.size);
      const copy = hops.copy();
      expect(passed.every(([file, name]) => copy.has(file, name))).toBe(true);
      if (known.has(`${late[0]} ${late[1]}`)) return;
      copy.add(...late);
      expect([copy.has(...late), hops.has(...late), copy.size - hops.size]).toEqual([true, false, 1]);
    }),
  );
});
