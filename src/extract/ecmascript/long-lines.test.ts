import * as fc from 'fast-check';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import type { Language } from '../../languages/language.ts';
import { hasLongLines, withShorterLines } from './long-lines.ts';
import { extractEcmascript } from './ecmascript.ts';

/** Causes of long lines, by number of units. */
const shapes: Record<string, (units: number) => string> = {
  'data in a string': (n) => `"data:image/png;base64,${'iVBORw0KGgo/+A=='.repeat(n / 16)}"`,
  'text in a string': (n) => `'${'It is what it is, (and) [that] is all. '.repeat(n / 39)}'`,
  'a string with escapes now and then': (n) => `'${"\\u{1f600}\\n\\'plain text and some more of it".repeat(n / 44)}'`,
  'a template': (n) => `\`${'a "quoted" word; '.repeat(n / 17)}\``,
  'a template with substitutions': (n) => `\`${`${'some text, '.repeat(30)}\${f(1, '}')}`.repeat(n / 340)}\``,
  'a path in an element': (n) => `<path d="${'M12.5 3.25L4,5c1.5 '.repeat(n / 19)}"/>`,
  'a table of numbers': (n) => `[${'137,80,0,71,'.repeat(n / 12)}255]`,
  'a list with blanks': (n) => `[${'{ a: "b", c: [1, 2] }, '.repeat(n / 23)}]`,
};

/** A syntax tree without the values of strings and numbers, and without their ends. */
function shapeOf(text: string): unknown {
  const { program, errors } = parseSync('a.tsx', text);
  expect(errors).toEqual([]);
  const forget = (_: string, node: unknown): unknown => {
    if (typeof node !== 'object' || node === null || !('type' in node)) return node;
    if (node.type === 'Literal') return { ...node, value: 0, raw: 0, end: 0 };
    return node.type === 'TemplateElement' ? { ...node, value: 0 } : node;
  };
  return JSON.parse(JSON.stringify(program, forget));
}

describe('long lines', () => {
  const language = { classifyImport: () => 'external' } as unknown as Language;
  for (const [name, shape] of Object.entries(shapes)) {
    it(`are broken without a change of meaning: ${name}`, () => {
      const text = `function before() {}\nconst long = ${shape(20_000)}; function after(a = ${shape(20_000)}) {}\n`;
      const shorter = withShorterLines(text, true)!;
      expect(shorter.length).toBe(text.length);
      expect(Math.max(...shorter.split('\n').map(({ length }) => length))).toBeLessThan(10_000);
      // A table may lose digits and a string letters; nothing else differs.
      expect(shapeOf(shorter)).toEqual(shapeOf(text));
    });

    it(`hide nothing of a file: ${name}`, () => {
      const text = `export function before() {}\nexport const long = ${shape(200_000)}; export function after() { before(); }\n`;
      expect(hasLongLines(text)).toBe(true);
      const { extraction, issues } = extractEcmascript(language, 'a.tsx', text);
      expect(issues).toEqual([]);
      expect(extraction!.definitions.map((one) => one.name)).toEqual(['before', 'long', 'after']);
      expect(extraction!.summary?.strings).toContain('before');
    });
  }

  it('are left to another parser where they are dense code', () => {
    expect(withShorterLines('a.b(c);d=e?f:g;'.repeat(10_000), true)).toBeNull();
  });

  it('are broken only where they are long', () => {
    const short = Object.values(shapes).map((shape, index) => `const a${index} = ${shape(1500)};\n`);
    expect(withShorterLines(short.join(''), true)).toBeNull();
  });

  it('keep everything that may be a name', () => {
    const name = 'a name of some words';
    const text = `const o = { ${`"${name}": f, `.repeat(2000)} };`;
    expect(withShorterLines(text, false)!.split(name).length).toBe(2001);
  });

  it('keep their meaning, whatever they contain', () => {
    const units = fc.constantFrom(
      '\\',
      '\\u0041',
      '\\x41',
      '\\n',
      '${a}',
      '$',
      '{',
      '}',
      ' ',
      ',',
      ';',
      '"',
      "'",
      '`',
      'é',
      '😀',
      'word',
      '//',
      '/*',
      '<b>',
    );
    const pieces = fc.array(units, { minLength: 1, maxLength: 12 });
    const escaped = (piece: string, quote: string): string =>
      piece.endsWith('\\') ? `${piece}\\` : piece === quote ? `\\${piece}` : piece;
    fc.assert(
      fc.property(pieces, fc.constantFrom('"', "'", '`'), fc.nat(40), (parts, quote, filling) => {
        const content = parts.map((piece) => escaped(piece, quote)).join('') + 'x'.repeat(filling);
        const text = `const a = ${quote}${content.repeat(Math.ceil(12_000 / content.length))}${quote}, b = [1, 22,333];`;
        // A dollar and a brace may open something that is not an expression.
        fc.pre(parseSync('a.tsx', text).errors.length === 0);
        const shorter = withShorterLines(text, false);
        if (shorter !== null) expect(shapeOf(shorter)).toEqual(shapeOf(text));
      }),
      { numRuns: 300 },
    );
  });
});
