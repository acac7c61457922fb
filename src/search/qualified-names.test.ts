import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPrefixOf, isNamed, qualifiedNames } from './qualified-names.ts';

describe('qualifiedNames', () => {
  it.each([
    ['Cart.total', ['Cart|total']],
    ['shop::Cart::total fails', ['shop|Cart', 'Cart|total']],
    ['why does Cart#total->sum', ['Cart|total', 'total|sum']],
    ['Cart total', ['Cart|total']],
    ['where is the total', []],
    ['Cart', []],
    ['v1.2.3 and 3.5', []],
    ['The Cart breaks: Cart.total', ['The|Cart', 'Cart|breaks', 'Cart|total']],
  ])('%s', (query, expected) => {
    expect(qualifiedNames(query).map(({ container, name }) => `${container}|${name}`)).toEqual(expected);
  });

  it('accepts any text, and finds few names', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => qualifiedNames(text).length <= 16));
    expect(qualifiedNames(Array.from({ length: 99 }, (_, at) => `a.b${at}`).join(' '))).toHaveLength(16);
  });

  it('reads a text of one endless name in one pass', () => {
    // With a pass for each of its characters, this would take minutes.
    for (const unit of ['a', '𝒶', 'aB', '$1']) expect(qualifiedNames(`${unit.repeat(400_000)}!`)).toEqual([]);
    expect(qualifiedNames(`1${'a'.repeat(400_000)}.b`)).toMatchObject([{ name: 'b' }]);
  });
});

it('distinguishes a complete name from the beginning of one', () => {
  const [total] = qualifiedNames('Cart.total');
  const of = (container: string | null, name: string): [boolean, boolean] => [
    isNamed(total!, { container, name }),
    isPrefixOf(total!, { container, name }),
  ];
  expect(of('shop.Cart', 'total')).toEqual([true, true]);
  expect(of('Cart', 'totalOf')).toEqual([false, true]);
  expect(of('MyCart', 'total')).toEqual([false, false]);
  expect(of(null, 'total')).toEqual([false, false]);
  const [spaced] = qualifiedNames('Cart total');
  expect(isPrefixOf(spaced!, { container: 'Cart', name: 'totalOf' })).toBe(false);
});
