import { expect, test } from 'vitest';
import { NamePlaces } from './name-places.ts';

const count = 500;
const ascending = Array.from({ length: count }, (_, place) => place);

function namesOf(place: number): string[] {
  return [`own${place}`, `group${place % 7}`, 'all'];
}

/** The table after files were added in an order. */
function filled(order: readonly number[]): NamePlaces {
  const table = new NamePlaces();
  for (const place of order) for (const name of namesOf(place)) table.add(name, place);
  return table;
}

/** The places of each name, ascending, when these files are added. */
function expected(places: readonly number[]): Map<string, number[]> {
  const found = new Map<string, number[]>(ascending.flatMap((place) => namesOf(place).map((name) => [name, []])));
  for (const place of places.toSorted((a, b) => a - b)) for (const name of namesOf(place)) found.get(name)!.push(place);
  return found;
}

function answers(table: NamePlaces): Map<string, readonly number[]> {
  return new Map([...expected([]).keys()].map((name) => [name, table.of(name)]));
}

test.each([
  ['from the lowest place', ascending],
  ['from the highest place', ascending.toReversed()],
  ['in any order', ascending.map((place) => (place * 211) % count)],
])('has the places of each name in order, added %s', (_, order) => {
  const table = filled(order);
  expect(answers(table)).toEqual(expected(ascending));
  expect(table.of('absent')).toEqual([]);
});

test.each([
  ['the first, the last and some between', [0, 3, 250, 251, 499]],
  ['all', ascending],
  ['all of a name, from the last', ascending.filter((place) => place % 7 === 2).toReversed()],
])('has no place that was removed, and has again what was added again: %s', (_, removed) => {
  const table = filled(ascending);
  for (const place of removed) for (const name of namesOf(place)) table.remove(name, place);
  // What is not there is removed without effect.
  for (const name of ['absent', 'own1', 'group1', 'all']) table.remove(name, count);
  expect(answers(table)).toEqual(expected(ascending.filter((place) => !removed.includes(place))));
  for (const place of removed) for (const name of namesOf(place)) table.add(name, place);
  expect(answers(table)).toEqual(expected(ascending));
});
