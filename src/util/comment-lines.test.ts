import { expect, it } from 'vitest';
import { commentLines, isCommentLine, isOnlyComments } from './comment-lines.ts';

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

it.each([
  ['marks of lines', ['// a', 'b();', '# c', ' * d'], '1011'],
  ['a block without marks', ['/**', 'Ends a session.', '', 'It is long.', '*/', 'end();'], '111110'],
  ['the end of a block that began before', ['Ends a session.', '\t*/', 'end();', '/* a', 'b */', 'c();'], '110110'],
  ['no end in code', ["glob('src/**/*');", 'a = b */ 2', 'end();'], '000'],
  ['a block that is never closed', ['/* a', 'b'], '10'],
])('knows %s', (_, lines, expected) => {
  expect([...commentLines(lines)].join('')).toBe(expected);
});
