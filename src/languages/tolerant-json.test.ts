import { describe, expect, it } from 'vitest';

import { membersOf, parseTolerantJson, stringsOf } from './tolerant-json.ts';

describe('parseTolerantJson', () => {
  it.each<[string, unknown]>([
    ['{"a": 1}', { a: 1 }],
    ['\uFEFF{"a": 1}', { a: 1 }],
    ['{"a": 1,}', { a: 1 }],
    ['{"a": [1, 2, ], }', { a: [1, 2] }],
    ['{// one\n"a": 1 // two\n}', { a: 1 }],
    ['/* "x" */{"a": /* , */ 1, /* end */}', { a: 1 }],
    ['{"a": "// no", "b": "/* no */",}', { a: '// no', b: '/* no */' }],
    ['{"a": ",}", "b": "\\",]",}', { a: ',}', b: '",]' }],
    ['{"a/*": ["./*"], /* paths */ "b": 1}', { 'a/*': ['./*'], b: 1 }],
    ['{"a": 1} // at the end', { a: 1 }],
    ['', undefined],
    ['{', undefined],
    ['{"a": 1} /* open', { a: 1 }],
    ['{"a": "open', undefined],
    ['{"a": "\\', undefined],
    ['<<<<<<< HEAD', undefined],
    [
      '/**/{"__proto__": 1, "constructor": 2,}',
      Object.fromEntries([
        ['__proto__', 1],
        ['constructor', 2],
      ]),
    ],
    [`/**/${'['.repeat(200_000)}${']'.repeat(200_000)}`, undefined],
  ])('reads %j', (text, expected) => {
    expect(parseTolerantJson(text)).toEqual(expected);
  });
});

describe('membersOf', () => {
  it('keeps keys with the names of prototype members', () => {
    const members = membersOf(parseTolerantJson('{"__proto__": 1, "constructor": 2}'));
    expect([...(members ?? [])]).toEqual([
      ['__proto__', 1],
      ['constructor', 2],
    ]);
  });

  it.each([null, undefined, 1, 'x', [], true])('gives null for %j', (value) => {
    expect(membersOf(value)).toBe(null);
  });
});

describe('stringsOf', () => {
  it('keeps the strings of an array', () => {
    expect(stringsOf(['a', 1, null, 'b', 'x'.repeat(5000)])).toEqual(['a', 'b']);
    expect(stringsOf('a')).toBe(null);
  });
});
