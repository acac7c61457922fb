import { equal, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { discountOf, UnknownCodeError } from '../src/discounts/discount-codes.ts';

test('capitals and spaces do not matter in a code', () => {
  equal(discountOf(' student ', 100, new Date('2026-04-01')), 15);
});

test('a code that nobody gave out is refused', () => {
  throws(() => discountOf('FREE', 100, new Date('2026-04-01')), UnknownCodeError);
});
