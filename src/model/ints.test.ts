import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Ints } from './ints.ts';

it('a list holds what was pushed and written into it, however long', () => {
  const step = fc.oneof(
    fc.record({ push: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }) }),
    fc.record({ extend: fc.integer({ min: 0, max: 3_000 }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const list = new Ints();
      const expected: number[] = [];
      for (const one of steps) {
        if ('push' in one) {
          list.push(one.push);
          expected.push(one.push);
          continue;
        }
        const at = list.extend(one.extend);
        expect(at).toBe(expected.length);
        for (let n = 0; n < one.extend; n++) {
          list.values[at + n] = n;
          expected.push(n);
        }
      }
      expect(list.length).toBe(expected.length);
      expect([...list.take()]).toEqual(expected);
    }),
  );
});

it('grows when its capacity is used up, not before', () => {
  const list = new Ints();
  const room = list.values.length;
  for (let n = 0; n < room; n++) list.push(n);
  expect(list.values).toHaveLength(room);
  list.push(-1);
  expect([list.values.length, list.values[room]]).toEqual([2 * room, -1]);
  const whole = new Ints();
  whole.extend(room);
  expect(whole.values).toHaveLength(room);
  whole.extend(1);
  expect(whole.values).toHaveLength(2 * room);
});

it('`take` returns a copy', () => {
  const list = new Ints();
  list.push(1);
  const taken = list.take();
  list.values[0] = 2;
  expect([...taken]).toEqual([1]);
});
