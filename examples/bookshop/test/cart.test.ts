import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { Cart } from '../src/cart/cart.ts';

const book = { isbn: '978-0-13-110362-7', title: 'The C Programming Language', netPrice: 50 };

test('a total has tax in it', () => {
  const cart = new Cart();
  cart.add(book, 2);
  equal(cart.total(new Date('2026-04-01')), 107);
});

test('a code that has expired takes nothing off', () => {
  const cart = new Cart();
  cart.add(book);
  cart.useDiscountCode('SPRING');
  equal(cart.total(new Date('2026-06-01')), 53.5);
});
