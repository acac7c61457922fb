import { expect, it } from 'vitest';
import { isCommentLine, isOnlyComments } from './comment-lines.ts';

it.each(['// a', '  /* a', ' * a', ' */', '# a', '-- a', '; a', '"""Says.', '<!-- a', '/// a'])(
  '%j is a comment',
  (line) => {
    expect(isCommentLine(line)).toBe(true);
  },
);

it.each(['a // b', '#[derive(Debug)]', '#!/bin/sh', '', 'x = 1'])('%j is no comment', (line) => {
  expect(isCommentLine(line)).toBe(false);
});

it('tells comments with blank lines between them from code', () => {
  expect(isOnlyComments('/// a\n\n/// b\n')).toBe(true);
  expect(isOnlyComments('/// a\nfn b() {}\n')).toBe(false);
});
