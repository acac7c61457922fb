/** Which texts the fast parser reads, and which it leaves to the next one. */
import { describe, expect, it } from 'vitest';
import type { Language } from '../../languages/language.ts';
import { extractEcmascript } from './ecmascript.ts';

const language = { classifyImport: () => 'external' } as unknown as Language;

describe('which text is read', () => {
  const whole: [what: string, path: string, text: string][] = [
    ['a script', 'a.js', 'function f(await) { with (await) {} }'],
    ['statements of CommonJS', 'a.cjs', 'function f() {}\nreturn;'],
    ['types in JavaScript', 'a.js', '// @flow\nfunction f(a: ?string): Array<T> {}'],
    ['elements in JavaScript', 'a.mjs', 'function f() { return <p/>; }'],
    ['CommonJS in TypeScript', 'a.cts', 'function f() {}\nreturn;'],
    ['capitals in the ending', 'A.TSX', 'function f() { return <p/>; }'],
    ['a long sum', 'a.js', `function f() {}\nx = ${Array<string>(3_000).fill('"a"').join(' +\n')};`],
  ];
  for (const [what, path, text] of whole) {
    it(what, () => {
      const { extraction, issues } = extractEcmascript(language, path, text);
      expect(issues).toEqual([]);
      expect(extraction?.definitions.map(({ name }) => name)).toEqual(['f']);
    });
  }

  it('keeps the complete tree of a file with a semantic error', () => {
    const { extraction, issues } = extractEcmascript(
      language,
      'a.ts',
      'class A { private private a; }\nfunction f() {}',
    );
    expect(extraction?.definitions.map(({ name }) => name)).toEqual(['A', 'a', 'f']);
    expect(issues).toEqual([{ code: 'syntax', message: 'Accessibility modifier already seen.', line: 1 }]);
  });

  it('reads both sides of a conflict, or the first', () => {
    const both =
      '<<<<<<< HEAD\nfunction a() {}\n||||||| base\nfunction b() {}\n=======\nfunction c() {}\n>>>>>>> x\nfunction d() {}';
    expect(
      extractEcmascript(language, 'a.ts', both).extraction?.definitions.map(({ name, line }) => [name, line]),
    ).toEqual([
      ['a', 2],
      ['c', 6],
      ['d', 8],
    ]);
    const first = 'function a() {\n<<<<<<< HEAD\n}\nfunction b() {\n=======\n  function c() {\n>>>>>>> x\n}';
    expect(extractEcmascript(language, 'a.ts', first).extraction?.definitions.map(({ name }) => name)).toEqual([
      'a',
      'b',
    ]);
    expect(extractEcmascript(language, 'a.ts', first).issues[0]).toMatchObject({ code: 'syntax', line: 2 });
  });

  it('blanks broken lines that open and close nothing, and nothing else', () => {
    const text = "import a else 'a';\nclass A {\n  m() {\n    const = 5;\n    this.n();\n  }\n  n() {}\n}\n";
    const { extraction, partial, issues } = extractEcmascript(language, 'a.ts', text);
    expect(partial).toBe(true);
    expect(issues).toMatchObject([{ code: 'syntax', line: 1 }]);
    expect(extraction?.definitions.map(({ name, line }) => [name, line])).toEqual([
      ['A', 2],
      ['m', 3],
      ['n', 7],
    ]);
    expect(extraction?.summary?.strings).toEqual(expect.arrayContaining(['A', 'm', 'n']));
  });

  it('reads more statements than fit on the stack', () => {
    const { extraction, issues } = extractEcmascript(language, 'a.ts', `${'a;\n'.repeat(400_000)}let last;`);
    expect(issues).toEqual([]);
    expect(extraction?.definitions).toMatchObject([{ name: 'last', line: 400_001 }]);
  });

  const refused: [what: string, text: string, code: string | undefined][] = [
    ['what cannot be parsed', 'function f() {', 'syntax'],
    ['what ends early', 'function f() {}\n\0(\nfunction g() {}', 'syntax'],
    ['lines whose error messages would fill the memory', 'return;'.repeat(10_000), undefined],
    ['a file that is too long', 'a;\n'.repeat(1_400_000), undefined],
    ['what may be a comment', 'a <!-- b', undefined],
  ];
  for (const [what, text, code] of refused) {
    it(`leaves to the next parser: ${what}`, () => {
      const { extraction, issues } = extractEcmascript(language, 'a.ts', text);
      expect(extraction).toBeNull();
      expect(issues[0]?.code).toBe(code);
    });
  }

  it('leaves a text that consists of errors to the next one, without a copy of their messages', () => {
    const before = process.memoryUsage().external;
    const { extraction, issues } = extractEcmascript(language, 'a.ts', `const a = 1;\n${'\\'.repeat(20_000)}`);
    expect(extraction).toBeNull();
    expect(issues).toEqual([{ code: 'syntax', message: 'too many errors for the fast parser', line: null }]);
    expect(process.memoryUsage().external - before).toBeLessThan(100_000_000);
  });
});
