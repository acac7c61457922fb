import { getHeapStatistics } from 'node:v8';
import { parseSync, type ParserOptions } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { parseRaw } from './raw-transfer.ts';

/** As the package's own entry reads it, by way of JSON. */
function parsedByJson(text: string, options: ParserOptions): unknown {
  const { program, comments, errors } = parseSync('file', text, options);
  return { program, comments, errors };
}

function parsed(text: string, options: ParserOptions): unknown {
  const { program, comments, errors } = parseRaw(text, options);
  return { program, comments, errors };
}

describe('parseRaw', () => {
  it.each<[name: string, text: string, options: ParserOptions]>([
    [
      'TypeScript',
      'export class A<T> extends B<T> { constructor(private a: number, b?: T) { super(); } }',
      { lang: 'ts' },
    ],
    [
      'JavaScript behind a hashbang',
      '#!/usr/bin/env node\n// one\nexport const a = /x/u, b = 10n; /* two */',
      { lang: 'js' },
    ],
    ['TypeScript behind a hashbang', '#!/usr/bin/env node\nlet a: string;', { lang: 'ts' }],
    ['JSX', 'export default () => <a.b c="d" {...e}>é {f}</a.b>;', { lang: 'jsx' }],
    [
      'letters of one, two, three and four bytes',
      "'a'; 'é'; '€'; '😀'; const ünder = `€${1}`; // 😀\n f(ünder);",
      { lang: 'ts' },
    ],
    ['half of a surrogate pair', "const a = '\\ud83d'; const b = 'x';", { lang: 'ts' }],
    ['a byte-order mark', '\uFEFFexport const a = 1;', { lang: 'ts' }],
    ['errors', 'const a = ;\nfunction (', { lang: 'ts' }],
    ['a script', 'with (a) b = 010;', { lang: 'js', sourceType: 'script' }],
    ['nothing', '', { lang: 'ts' }],
  ])('reads %s as JSON has it', (_, text, options) => {
    expect(parsed(text, options)).toEqual(parsedByJson(text, options));
  });

  it('reads one text after another, long and short, in the same memory', () => {
    const texts = Array.from({ length: 40 }, (_, at) => `export const a${at} = [${'f(b), '.repeat((at % 7) * 500)}];`);
    for (const text of texts) expect(parsed(text, { lang: 'ts' })).toEqual(parsedByJson(text, { lang: 'ts' }));
  });

  it('reads on behind a text that is too large to keep its memory', () => {
    const { program } = parseRaw('/* so much */ f(1);\n'.repeat(110_000), { lang: 'js' });
    expect(program.body).toHaveLength(110_000);
    expect(parsed('a;', { lang: 'js' })).toEqual(parsedByJson('a;', { lang: 'js' }));
  });

  it('has V8 count none of the address space', () => {
    parseRaw('a;', { lang: 'js' });
    expect(getHeapStatistics().external_memory).toBeLessThan(1_000_000_000);
  });
});
