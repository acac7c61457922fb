import { expect, it } from 'vitest';
import { checksum } from './checksum.ts';

it('changes with each byte, whatever its value, and with the seed', () => {
  const bytes = Uint8Array.from({ length: 11 }, (_, at) => at * 57);
  const sum = checksum(bytes, 1);
  expect(checksum(bytes, 2)).not.toBe(sum);
  for (let at = 0; at < bytes.length; at++) {
    for (let value = 0; value < 256; value++) {
      const changed = bytes.slice();
      changed[at] = value;
      expect(checksum(changed, 1) === sum, `byte ${at} is ${value}`).toBe(value === bytes[at]);
    }
  }
});

it('of a part of four bytes or more begins that of the rest', () => {
  const bytes = Uint8Array.from({ length: 23 }, (_, at) => at * 91);
  for (const at of [0, 4, 8, 20])
    expect(checksum(bytes.subarray(at), checksum(bytes.subarray(0, at), 5)), `at ${at}`).toBe(checksum(bytes, 5));
});

it('of nothing is the seed', () => {
  expect(checksum(new Uint8Array(0), 0xffff_ffff)).toBe(0xffff_ffff);
});
