import { describe, expect, test } from 'vitest';
import { blankUnparsable } from './unparsable.ts';

const cases: [what: string, text: string, read: string][] = [
  ['a library without a name', "@TestOn('vm')\nlibrary;\n", "@TestOn('vm')\n        \n"],
  ['an abstract field', 'class A {\n  abstract final Uri url;\n}', 'class A {\n           final Uri url;\n}'],
  [
    'the label of a loop',
    'void f() {\n  outer:\n  await for (_ in x) break outer;\n}',
    'void f() {\n        \n  await for (_ in x) break outer;\n}',
  ],
  ['a library with a name', 'library a.b;\n', 'library a.b;\n'],
  [
    'an abstract class',
    ' abstract class A {}\n abstract base class B {}',
    ' abstract class A {}\n abstract base class B {}',
  ],
  ['a named argument', 'f(\n  child:\n      switch (x) { _ => 1 });', 'f(\n  child:\n      switch (x) { _ => 1 });'],
];

describe('code that the grammar cannot read', () => {
  test.each(cases)('%s', (_, text, read) => {
    expect(blankUnparsable(text)).toBe(read);
  });
});
