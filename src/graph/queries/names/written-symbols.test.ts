/** Which ends of paths a text may have. */
import { expect, it } from 'vitest';
import { pathEnds } from './written-symbols.ts';

it.each<[written: string, ends: [separator: string, end: string][]]>([
  [
    'runner.go:VU.Run',
    [
      [':', 'runner.go'],
      ['', 'runner.go:VU.Run'],
    ],
  ],
  ['test_a.py::TestX::test_y', [['::', 'test_a.py']]],
  [
    'src/a.ts#b.c#d',
    [
      ['#', 'src/a.ts'],
      ['#', 'src/a.ts#b.c'],
    ],
  ],
  ['runner.go', [['', 'runner.go']]],
  ['runner.go:', [[':', 'runner.go']]],
  ['a.ts:b c.ts:d', [[':', 'a.ts']]],
  ['how is runner.go:12 read', []],
  ['VU::Run', []],
])('%s', (written, ends) => {
  expect(pathEnds(written)).toEqual(ends);
});

it('a text of many ends is looked up by the first few', () => {
  const ends = pathEnds('a.b:'.repeat(500));
  expect(ends.map(([, end]) => end)).toEqual(Array.from({ length: 8 }, (_, at) => 'a.b:'.repeat(at + 1).slice(0, -1)));
});
