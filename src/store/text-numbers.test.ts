import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TextNumbers } from './text-numbers.ts';

const text = fc.oneof(
  fc.constantFrom('', 'a', 'ab', 'b', '__proto__', '\ud800', '\uffff', '😀'),
  fc.string({ unit: 'binary', maxLength: 3 }),
);

it('keeps the number of each text, and the order of all, as more come in', () => {
  fc.assert(
    fc.property(fc.array(fc.array(text, { maxLength: 12 }), { maxLength: 6 }), (batches) => {
      const numbers = new TextNumbers();
      const known = new Map<string, number>();
      for (const batch of batches) {
        for (const one of batch) {
          const number = numbers.number(one);
          expect(number).toBe(known.get(one) ?? known.size);
          known.set(one, number);
          expect(numbers.text(number)).toBe(one);
        }
        expect(numbers.size).toBe(known.size);
        expect(Array.from(numbers.order(), (number) => numbers.text(number))).toEqual([...known.keys()].sort());
      }
    }),
  );
});
