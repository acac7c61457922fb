import { expect, it } from 'vitest';
import { withSeen, type Seen } from './seen.ts';

const page = [
  'Text.',
  '',
  '| suite | Node | tests | seen |',
  '|---|---|---|---|',
  '| cli | 24 | 7, 1 skipped | 2026-11-29 08:00, aaaaaaaa |',
  '| gone | 24 | 1 | 2026-11-29 08:00, aaaaaaaa |',
  '| logs | 24 | 2 | 2026-11-29 08:00, aaaaaaaa |',
  '',
  '| other | table |',
].join('\n');

const seen: Seen = {
  suite: 'cli',
  node: '24',
  verdict: { passed: 5, known: 2, skipped: 0, wrong: ['one'] },
  date: '2026-12-01T04:30:59.000Z',
  commit: 'bbbbbbbb',
};

it('replaces the row of the suite and Node, and leaves out suites that are no more', () => {
  expect(withSeen(page, seen, ['cli', 'logs']).split('\n').slice(4)).toEqual([
    '| cli | 24 | 5, 2 known, 1 WRONG | 2026-12-01 04:30, bbbbbbbb |',
    '| logs | 24 | 2 | 2026-11-29 08:00, aaaaaaaa |',
    '',
    '| other | table |',
  ]);
});

it('adds a row in its place', () => {
  const rows = withSeen(page, { ...seen, node: '22' }, ['cli', 'logs']).split('\n');
  expect(rows.slice(4, 7).map((row) => row.split(' ', 4).join(' '))).toEqual([
    '| cli | 22',
    '| cli | 24',
    '| logs | 24',
  ]);
});

it('says where there is no table', () => {
  expect(() => withSeen('Text.', seen, ['cli'])).toThrow('no table');
});
