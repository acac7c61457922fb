/** How users name a catalogue or a page store. */
import { expect, it } from 'vitest';
import { namedPlace } from './team-place.ts';

it.each([
  ['postgresql://scout@db.example.org/scout', 'postgresql://scout@db.example.org/scout'],
  ['postgresql:///scout?host=/run', 'postgresql:///scout?host=/run'],
  ['s3://bucket/pages', 's3://bucket/pages'],
])('leaves a URL as it is: %s', (named, place) => {
  expect(namedPlace(named, '/work')).toBe(place);
});

it.each(['postgres:scout:s3cret@h/db', 'postgresql://scout:12?s3cret@h/db', 'postgresql://scout:%s3cret@h/db'])(
  'refuses what is not usable, without what may be a password: %s',
  (named) => {
    expect(() => namedPlace(named, '/work')).toThrow(/^(?!.*s3cret).*URL/s);
  },
);
