import { expect, test } from 'vitest';
import { growthExponent, linear, repeated } from '../testing/growth.ts';
import { withoutTypeArguments } from './type-arguments.ts';

test.each([
  ['Map<K, List<V>>', 'Map'],
  ['a: A<B>, c: C<D<E>>[]', 'a: A, c: C[]'],
  ['std::vector<int>::size', 'std::vector::size'],
  ['a<b', 'a<b'],
  ['a<b<c>', 'a<b'],
  ['a>b<c>>', 'a>b>'],
  ['operator>', 'operator>'],
  ['', ''],
])('without the arguments of %s', (text, without) => {
  expect(withoutTypeArguments(text)).toBe(without);
});

test.each<[what: string, pieceOf: (length: number) => string]>([
  ['nested arguments', (length) => `a${repeated('<', length / 2)}${repeated('>', length / 2)}`],
  ['what is never closed', (length) => repeated('a<', length)],
  ['arguments beside each other', (length) => repeated('a<b>', length)],
])('%s take time that grows with the text alone', async (_, make) => {
  expect(await growthExponent([20_000, 160_000], make, withoutTypeArguments)).toBeLessThan(linear);
});
