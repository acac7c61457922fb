import { expect, test } from 'vitest';
import { StringPlaces } from './string-places.ts';

test('finds each string, with and without a table', () => {
  const strings = Array.from({ length: 40 }, (_, at) => `name${at}`);
  const places = new StringPlaces(strings);
  const asked = [...strings, 'none', ...strings].map((text) => places.of(text));
  expect(asked).toEqual([...strings.keys(), -1, ...strings.keys()]);
  expect(new StringPlaces(strings).of('none')).toBe(-1);
});
