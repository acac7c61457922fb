/** Tests a file's summary before linking; the tests of the linker test the links that come out of it. */
import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { Language, Parser } from 'web-tree-sitter';
import { exportWidth, siteKinds, siteWidth, type FileSummary } from '../../../model/file-summary.ts';
import { assetUrl } from '../../../util/assets.ts';
import { collectRustSummary } from './rust-summary.ts';

await Parser.init();
const parser = new Parser();
parser.setLanguage(await Language.load(await readFile(assetUrl('grammars/tree-sitter-rust.wasm'))));
afterAll(() => parser.delete());

function read(text: string, path = 'src/lib.rs', everySite = false): FileSummary {
  const tree = parser.parse(text)!;
  try {
    return collectRustSummary({ path, text, root: tree.rootNode, definitions: [] }, { everySite });
  } finally {
    tree.delete();
  }
}

const nameOfKind = (kind: number): string =>
  Object.entries(siteKinds).find(([, code]) => code === kind)?.[0] ?? String(kind);

/** `line:column kind` of each site. */
function sitesOf({ sites }: FileSummary): string[] {
  return Array.from({ length: sites.length / siteWidth }, (_, index) => {
    const [kind, , line, column] = sites.slice(index * siteWidth);
    return `${line}:${column} ${nameOfKind(kind!)}`;
  });
}

it.each([
  ['src/lib.rs', 'rust:'],
  ['crates/a/src/x/y.rs', 'rust:crates/a'],
  ['crates/a/tests/it.rs', 'rust:crates/a'],
  ['main.rs', 'rust:'],
])('unit of %s', (path, unit) => {
  expect(read('', path).unit).toBe(unit);
});

it('exports items, imports, and the content of inline modules and enums', () => {
  const { exports: all, strings } = read(
    'use a::b as c;\nmod file;\nfn f() { fn hidden() {} }\npub struct S;\nenum E { V }\nmod m { pub fn g() {} use x::y; }\nuse d::*;\nconst _: u8 = 1;\n',
  );
  const names = Array.from({ length: all.length / exportWidth }, (_, index) => strings[all[index * exportWidth]!]);
  expect(names).toEqual(['c', 'file', 'f', 'S', 'E', 'm', '*', 'E::V', 'm::g']);
});

it('names modules relative to the file', () => {
  const { modules } = read(
    'use std::fmt::Write;\nuse super::up::U;\nuse self::near::N;\nmod m { use super::super::two::T; use super::here; mod n; }\nenum E { V }\nuse E::V;\n',
  );
  const expected = ['self', 'self::m::n', 'self::near', 'std', 'std::fmt', 'super', 'super::two', 'super::up'];
  expect(modules.toSorted()).toEqual(expected);
});

it('has sites for constructions by capitalised names, calls in macros, and local variables that are called', () => {
  const text = 'fn f(x: fn()) {\n  x(); let y = x;\n  P { a: y }; Q(y); E::V(y); E::f(y);\n  assert!(g());\n}\n';
  expect(sitesOf(read(text))).toEqual([
    '2:3 call',
    '3:3 construct',
    '3:7 write',
    '3:15 construct',
    '3:21 type',
    '3:24 construct',
    '3:30 type',
    '3:33 call',
    '4:3 call',
    '4:11 call',
  ]);
  expect(sitesOf(read(text, 'a.rs', true))).toContain('2:16 read');
});

describe('any text', () => {
  it('is read when it is cut off or lacks a piece', async () => {
    const text = await readFile(new URL('../sample/orders.rs', import.meta.url), 'utf8');
    for (let at = 0; at < text.length; at += 83) {
      expect(() => read(text.slice(0, at))).not.toThrow();
      expect(() => read(text.slice(0, at) + text.slice(at + 37))).not.toThrow();
    }
  });

  it.each([
    ['nothing', ''],
    ['text that is not Rust', '\0\u{1F600} }}}} ((( ::< ='],
    [
      'names of every object',
      'struct __proto__ { constructor: u8 }\nfn f(x: __proto__) { x.constructor; x.toString() }\n',
    ],
    ['deep nesting', `const X: u8 = ${'('.repeat(3000)}1${')'.repeat(3000)};\n`],
    ['deep blocks', `fn f() ${'{'.repeat(2000)}${'}'.repeat(2000)}\n`],
    ['deep types', `type T = ${'Vec<'.repeat(2000)}u8${'>'.repeat(2000)};\n`],
    ['deep patterns', `fn f() { let ${'('.repeat(2000)}x${')'.repeat(2000)} = y; }\n`],
    ['deep modules', `${'mod m {'.repeat(1500)}${'}'.repeat(1500)}\n`],
    ['deep use trees', `use ${'a::{'.repeat(1500)}b${'}'.repeat(1500)};\n`],
    ['many attributes', `mod a {\n#[macro_export] ${'#[a] #[b] '.repeat(25)} x;\nmacro_rules! b { () => {} }\n}\n`],
    ['long paths', `use ${'a::'.repeat(2000)}b;\nfn f() { ${'a::'.repeat(2000)}b(); }\n`],
  ])('is read: %s', (_, text) => {
    expect(() => read(text)).not.toThrow();
  });

  it('keeps every call of a long sum', () => {
    const sites = sitesOf(read(`const X: u8 = ${'f() + '.repeat(1500)}1;\n`));
    expect(sites.filter((site) => site.endsWith(' call'))).toHaveLength(1500);
    expect(sites.length).toBeLessThan(1520);
  });
});
