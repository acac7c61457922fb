/** Extraction by lines, on small languages made for a single aspect each. */
import { describe, expect, it } from 'vitest';
import type { Language, LineSyntax } from '../../languages/language.ts';
import { extractByLines } from './line-extractor.ts';

function read(lines: LineSyntax, text: string): ReturnType<typeof extractByLines> {
  const language: Language = {
    id: 'x',
    name: 'X',
    extensions: [],
    nature: 'code',
    parser: 'text',
    keywords: [],
    lines,
  };
  return extractByLines(language, text);
}

/** `line-endLine kind container>name` of each definition. */
function shapes(lines: LineSyntax, text: string): string[] {
  return read(lines, text).definitions.map(
    ({ kind, name, container, startLine, endLine }) =>
      `${startLine}-${endLine} ${kind} ${container === null ? '' : `${container}>`}${name}`,
  );
}

const code: LineSyntax = {
  lineComments: ['//'],
  blockComments: [['/*', '*/']],
  definitions: [
    { pattern: /^\s*class (\w+)/, kind: 'class' },
    { pattern: /^\s*fn (\w+)/, kind: 'function', exported: /^(?!\s*fn _)/ },
    { pattern: /^let (\w+)/, kind: 'variable', once: true },
    { pattern: /^\s*block (\w+)/, kind: 'class', until: /^@end$/ },
  ],
};

describe('definitions', () => {
  it.each<[string, string, string[]]>([
    ['one that ends with its line', 'fn a\nfn b', ['1-1 function a', '2-2 function b']],
    ['a block in braces', 'fn a {\n  x\n}\nfn b {}', ['1-3 function a', '4-4 function b']],
    ['a brace on a line of its own', 'fn a\n{\n  x\n}\n', ['1-4 function a']],
    ['parameters on lines of their own', 'fn a(\n  x,\n) {\n  y\n}\n', ['1-5 function a']],
    ['a branch that closes and opens', 'fn a {\n  x\n} else {\n  y\n}\nz', ['1-5 function a']],
    [
      'members',
      'class A {\n  fn b {\n    x\n  }\n  fn c\n}\nfn d',
      ['1-6 class A', '2-4 method A>b', '5-5 method A>c', '7-7 function d'],
    ],
    ['blank lines at the end', 'fn a\n  x\n\n\nfn b', ['1-2 function a', '5-5 function b']],
    ['tabs', 'class A\n\tfn b\n\t\tx', ['1-3 class A', '2-3 method A>b']],
    ['the first of a name only', 'let a = 1\nlet a = 2\nlet b = 3', ['1-1 variable a', '3-3 variable b']],
    [
      'a block with an end of its own',
      'block A\nfn b\n@end\nfn c',
      ['1-3 class A', '2-2 method A>b', '4-4 function c'],
    ],
    ['a block that never ends', 'block A\nfn b\n  x', ['1-3 class A', '2-3 method A>b']],
    ['none in comments', '// fn a\n/*\nfn b\n*/\nfn c', ['5-5 function c']],
    ['none in an overlong line', `fn ${'a'.repeat(3_000)}\nfn b`, ['2-2 function b']],
    ['CR LF', 'class A {\r\n  fn b\r\n}\r\n', ['1-3 class A', '2-2 method A>b']],
    [
      'names of the language of this program',
      'fn __proto__\nfn constructor',
      ['1-1 function __proto__', '2-2 function constructor'],
    ],
    ['an empty text', '', []],
  ])('%s', (_, text, expected) => {
    expect(shapes(code, text)).toEqual(expected);
  });

  it('have a doc comment, a signature, a place and a visibility', () => {
    const { definitions } = read(code, '// Adds.\n// Twice.\n  fn add(a, // first\n    b) -> int {\n  }\nfn _hidden');
    expect(definitions[0]).toEqual({
      name: 'add',
      kind: 'function',
      container: null,
      line: 3,
      column: 6,
      startLine: 3,
      startColumn: 3,
      endLine: 5,
      endColumn: 4,
      exported: true,
      docstring: 'Adds.\nTwice.',
      decorators: [],
      signature: '(a, b) -> int',
    });
    expect(definitions[1]).toMatchObject({ name: '_hidden', exported: false, signature: null });
  });
});

describe('titles', () => {
  const markdown: LineSyntax = { headings: { mark: '#', underlines: '=-' }, fence: /^ {0,9}(```|~~~)/ };
  it.each<[string, LineSyntax, string, string[]]>([
    [
      'nested',
      markdown,
      '# A\nx\n## B\n### C\n## D\n# E',
      ['1-5 module A', '3-4 module A>B', '4-4 module A.B>C', '5-5 module A>D', '6-6 module E'],
    ],
    ['closed by marks', markdown, '## A b ##\n#tag\n####### seven', ['1-3 module A b']],
    ['underlined', markdown, 'A\n===\n\nB\n---\n- item\n---', ['1-7 module A', '4-7 module A>B']],
    ['not in verbatim blocks', markdown, '```\n# a\n```\n# b', ['4-4 module b']],
    ['not in a verbatim block that never ends', markdown, '```\n# a', []],
    ['not in the head of the file', markdown, '---\ntitle: x\n---\n# A', ['4-4 module A']],
    [
      'in the order of their underlines',
      { headings: { underlines: '=-~' } },
      '===\nA\n===\n\nB\n---\n\nC\n---\n',
      ['2-9 module A', '5-6 module A>B', '8-9 module A>C'],
    ],
    ['not tables', { headings: { underlines: '=-~' } }, '=== ===\na   b\n=== ===\n1   2\n=== ===', []],
  ])('%s', (_, lines, text, expected) => {
    expect(shapes(lines, text)).toEqual(expected);
  });
});

describe('comments', () => {
  it.each<[string, LineSyntax, string, [string, number, number][]]>([
    [
      'at the end of a line',
      { lineComments: ['#'] },
      'a: 1 # one\nurl: "http://x/#y" # two',
      [
        ['one', 1, 1],
        ['two', 2, 2],
      ],
    ],
    ['not in words', { lineComments: ['#', '//'] }, 'color: a#b\nurl: http://x', []],
    ['not in strings', { lineComments: ['--'] }, `x = "a -- b" -- c`, [['c', 1, 1]]],
    ['behind an apostrophe', { lineComments: ['--'] }, `x' = 1 -- c`, [['c', 1, 1]]],
    [
      'of more marks',
      { lineComments: ['//', ';'] },
      '/// a\n;;; b',
      [
        ['a', 1, 1],
        ['b', 2, 2],
      ],
    ],
    ['of words', { lineComments: ['REM'] }, 'REM a\nREMOVE b', [['a', 1, 1]]],
    [
      'in blocks',
      { blockComments: [['/*', '*/']] },
      'a /* b */ c\n/**\n * d\n * e\n */',
      [
        ['b', 1, 1],
        ['d\ne', 2, 5],
      ],
    ],
    [
      'in blocks that line comments do not open',
      { lineComments: ['//'], blockComments: [['/*', '*/']] },
      '// a /* b\nc',
      [['a /* b', 1, 1]],
    ],
    ['not in a block that never ends', { blockComments: [['(*', '*)']] }, 'a\n(* b', []],
  ])('%s', (_, lines, text, expected) => {
    expect(read(lines, text).comments.map(({ text: words, line, endLine }) => [words, line, endLine])).toEqual(
      expected,
    );
  });
});

describe('imports', () => {
  it('have a module, a type, an alias and names', () => {
    const { imports } = read(
      { imports: [{ pattern: /^use ([\w./]+)(?: as (?<alias>\w+))?(?: \((?<names>[\w, ]+)\))?/ }] },
      'use ./a\n  x\nuse b.c as d\nuse e (f, g)',
    );
    expect(
      imports.map(({ module, type, alias, names, line }) => [module, type, alias, names.map(({ name }) => name), line]),
    ).toEqual([
      ['./a', 'local', null, [], 1],
      ['b.c', 'external', 'd', [], 3],
      ['e', 'external', null, ['f', 'g'], 4],
    ]);
  });
});
