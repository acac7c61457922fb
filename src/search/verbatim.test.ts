import { expect, it } from 'vitest';
import { chunksWith, verbatimText } from './verbatim.ts';

it.each([
  ['This clears the canvas. Are you sure?', 'This clears the canvas. Are you sure'],
  ['  no such file ', 'no such file'],
  ['no such', null],
  ['retryLimit', null],
  ['find "no such file" here', null],
  ['parse the file path:src', null],
  ['one\ntwo three four', null],
])('takes what stands without quotes: %j', (query, expected) => {
  expect(verbatimText(query)).toBe(expected);
});

it('finds the chunks that have it', () => {
  const spans = [1, 4, 7].map((startLine, key) => ({ startLine, endLine: startLine + 2, kind: 'text' as const, key }));
  const text = 'a\nb\nc\nd\nno such file\nf\ng\nh No such file no such file\ni\nno such file\n';
  expect(chunksWith('no such file', text, spans)).toEqual(new Set([1, 2]));
  expect(chunksWith('no such thing', text, spans)).toEqual(new Set());
});
