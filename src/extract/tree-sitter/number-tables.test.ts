/** Tables of numbers are hidden from the grammars' parsers, and nothing else is. */
import { afterAll, describe, expect, it } from 'vitest';
import { languages } from '../../languages/registry.ts';
import { siteWidth, type FileSummary } from '../../model/file-summary.ts';
import { assetUrl } from '../../util/assets.ts';
import { languageDetector } from '../language-detector.ts';
import { Extractor } from '../extract.ts';
import { withoutTables } from './number-tables.ts';

const extractor = new Extractor((wasm) => assetUrl(`grammars/${wasm}`));
afterAll(() => extractor.close());
const detector = languageDetector(languages, { extensions: new Map(), disabled: new Set() });

const numbers = (count: number, one: (index: number) => string, between = ', '): string =>
  Array.from({ length: count }, (_, index) => one(index)).join(between);
const bytes = numbers(6000, (index) => `0x${(index % 256).toString(16)}${index % 16 === 15 ? '\n  ' : ''}`);

describe('what is left out', () => {
  const tables: [what: string, before: string, table: string, behind: string][] = [
    ['hexadecimal bytes', 'static char t[] = {0x00,', ` ${bytes},`, '\n};'],
    ['all but the last', 'static char t[] = {0x00,', ` ${bytes},`, ' 0x01};'],
    [
      'signs, fractions, exponents, suffixes',
      'x = [1,',
      ` ${numbers(3000, () => '-1.5e-10, +2.f, 1_000u8, 6.02E23')},`,
      ' 4]',
    ],
    ['lists in lists', 'x = {{1, 2}, ', ` ${numbers(2000, (index) => `{${index}, {{1.5, -2}, 3},\n}`)},`, ' {3, 4}}'],
    ['tuples without blanks', 'x = [(1,2),', `${numbers(4000, (index) => `(${index},1)`, ',')},`, '(3,4)]'],
    ['line breaks of all kinds', 'x = [1,', `\r\n${numbers(5000, () => '12', ',\r\n')},`, '\r\n3]'],
  ];
  it.each(tables)('%s', (_, before, table, behind) => {
    const text = `f(a, 1, 2);\n${before}${table}${behind}\ng(b, 3);\n`;
    const blank = table.replaceAll(/[^\r\n]/g, ' ');
    expect(withoutTables(text)).toBe(text.replace(table, blank));
  });

  it('two tables of a text', () => {
    const table = ` ${bytes},`;
    const text = `a = [1,${table} 2]\nb = [1,${table} 2]\n`;
    expect(withoutTables(text)).toBe(text.replaceAll(table, table.replaceAll(/[^\n]/g, ' ')));
  });
});

describe('what stays', () => {
  const texts: [what: string, text: string][] = [
    ['a short text', `x = [${numbers(300, String)}]`],
    ['short lists', `x = [${numbers(200, String)}]\n`.repeat(50)],
    ['names', `x = [${numbers(9000, (index) => `a${index}`)}]`],
    [
      'a name among a few numbers each',
      `x = [${numbers(9000, (index) => (index % 100 === 0 ? 'name' : String(index)))}]`,
    ],
    ['texts', `x = [${numbers(9000, (index) => `"${index}"`)}]`],
    ['calls', `x = [${numbers(9000, (index) => `f(${index})`)}]`],
    ['comments', `x = [${numbers(9000, (index) => `/* ${index} */ ${index}`)}]`],
    ['brackets that do not close what was opened', `x = [${numbers(9000, (index) => `{${index}, 1)`)}]`],
    ['brackets that never end', `x = [1${',(1'.repeat(300_000)}`],
    ['commas', ','.repeat(600_000)],
  ];
  it.each(texts)('%s', (_, text) => {
    expect(withoutTables(text) === text).toBe(true);
  });
});

/** Names and their places: the numbers of nodes and scopes change with the omitted parts. */
function sitesOf({ sites }: FileSummary): { kind: number; line: number; column: number }[] {
  return Array.from({ length: sites.length / siteWidth }, (_, index) => {
    const [kind, , line, column] = sites.subarray(index * siteWidth);
    return { kind: kind!, line: line!, column: column! };
  });
}

describe('everything in the file but the table is found as before', () => {
  const files: [path: string, text: (table: string) => string][] = [
    ['a.c', (table) => `int f(void);\nconst int t[] = {\n${table}\n};\nint g(void) { return f() + t[1]; }\n`],
    ['a.cpp', (table) => `namespace n { const int t[] = {\n${table}\n}; }\nint g() { return n::t[1]; }\n`],
    ['A.cs', (table) => `class A { static int[] t = {\n${table}\n};\n  int G() { return t[1]; } }\n`],
    ['A.java', (table) => `class A { static int[] t = {\n${table}\n};\n  int g() { return t[1]; } }\n`],
    ['a.rs', (table) => `static T: &[i32] = &[\n${table}\n];\nfn g() -> i32 { T[1] }\n`],
    ['a.rb', (table) => `T = [\n${table}\n]\ndef g\n  T[1]\nend\n`],
    ['a.swift', (table) => `let t = [\n${table}\n]\nfunc g() -> Int { return t[1] }\n`],
    ['a.kt', (table) => `val t = arrayOf(\n${table}\n)\nfun g() = t[1]\n`],
    ['a.scala', (table) => `object A { val t = Array(\n${table}\n)\n  def g = t(1) }\n`],
    ['a.php', (table) => `<?php\n$t = [\n${table}\n];\nfunction g() { return f(1); }\n`],
    ['a.lua', (table) => `T = {\n${table}\n}\nfunction g() return f(T[1]) end\n`],
  ];
  it.each(files)('%s', async (path, text) => {
    const language = (await detector.detect(path, ''))!;
    const places = async (table: string): Promise<unknown> => {
      const { definitions, references, summary, issues } = await extractor.extract(language, path, text(table));
      return {
        definitions: definitions.map(({ name, kind, line, startLine, endLine }) => ({
          name,
          kind,
          line,
          startLine,
          endLine,
        })),
        references: references.map(({ name, kind, line, column }) => ({ name, kind, line, column })),
        sites: summary === null ? null : sitesOf(summary),
        issues,
      };
    };
    const table = `0x00,${bytes},`.replaceAll(/,\s*\n/g, ',\n');
    const short = table.replaceAll(/[^\n]/g, '').replace(/^/, '0x00, 1');
    expect(await places(table)).toEqual(await places(short));
    expect(await places(table)).toMatchObject({ issues: [] });
  });
});
