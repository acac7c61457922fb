/** Tests a file's summary before linking; the tests of the linker test the links that come out of it. */
import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { Language, Parser } from 'web-tree-sitter';
import {
  entityFields,
  entityFlags,
  entityKinds,
  entityWidth,
  exportWidth,
  siteKinds,
  siteWidth,
  type FileSummary,
} from '../../../model/file-summary.ts';
import { assetUrl } from '../../../util/assets.ts';
import { collectGoSummary } from './go-summary.ts';
import { packageName } from './imports.ts';

await Parser.init();
const parser = new Parser();
parser.setLanguage(await Language.load(await readFile(assetUrl('grammars/tree-sitter-go.wasm'))));
afterAll(() => parser.delete());

function read(text: string, path = 'a.go', everySite = false): FileSummary {
  const tree = parser.parse(text)!;
  try {
    return collectGoSummary({ path, text, root: tree.rootNode, definitions: [{ line: 2, column: 6 }] }, { everySite });
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

describe('units', () => {
  it.each([
    ['a.go', 'package a', 'go:'],
    ['x/y/a.go', 'package a', 'go:x/y'],
    ['x/a_test.go', 'package a', 'go:x'],
    ['x/a_test.go', 'package a_test', 'go:x:a_test'],
    ['x/gen.go', '//go:build ignore\n\npackage main', 'go:x:gen.go'],
    ['x/gen.go', '// +build ignore\n\npackage main', 'go:x:gen.go'],
    ['x/a.go', '//go:build linux\n\npackage a', 'go:x'],
    ['x/a.go', '', 'go:x'],
  ])('%s with %j', (path, text, unit) => {
    expect(read(text, path).unit).toBe(unit);
  });
});

describe('package names', () => {
  it.each([
    ['fmt', 'fmt'],
    ['a.b/c/v2', 'c'],
    ['gopkg.in/yaml.v3', 'yaml'],
    ['v2', 'v2'],
  ])('%s', (path, name) => {
    expect(packageName(path)).toBe(name);
  });
});

it('exports all top-level names except init, blank names and imports', () => {
  const { exports: all, strings } = read(
    'package a\nimport "fmt"\nfunc f() {}\nfunc init() {}\nvar _, X = 1, 2\nconst c = 1\ntype T struct{}\ntype I = int\nfunc (T) m() {}\n',
  );
  const names = Array.from({ length: all.length / exportWidth }, (_, index) => strings[all[index * exportWidth]!]);
  expect(names).toEqual(['f', 'X', 'c', 'T', 'I']);
});

it('gives each type of another file one stub for its methods, and finds definitions by place', () => {
  const summary = read('package a\nfunc F() {}\nfunc (t *T) m() {}\nfunc (T) n() {}\n');
  const field = (entity: number, name: keyof typeof entityFields): number =>
    summary.entities[entity * entityWidth + entityFields[name]]!;
  const entities = Array.from({ length: summary.entities.length / entityWidth }, (_, entity) => entity);
  const stubs = entities.filter((entity) => (field(entity, 'flags') & entityFlags.extension) !== 0);
  const methods = entities.filter((entity) => field(entity, 'kind') === entityKinds.method);
  expect(stubs.map((stub) => summary.strings[field(stub, 'name')])).toEqual(['T']);
  expect(methods.map((method) => field(method, 'parent'))).toEqual([stubs[0], stubs[0]]);
  expect(
    entities.filter((entity) => field(entity, 'definition') === 0).map((e) => summary.strings[field(e, 'name')]),
  ).toEqual(['F']);
});

it('has sites for local variables where they are called, or where every site is wanted', () => {
  const text = 'package a\nfunc f(x func()) {\n\ty := x\n\ty()\n\ty = x\n}\n';
  expect(sitesOf(read(text))).toEqual(['4:2 call']);
  expect(sitesOf(read(text, 'a.go', true))).toEqual(['3:7 read', '4:2 call', '5:6 read', '5:2 write']);
});

describe('any text', () => {
  it('is read when it is cut off or lacks a piece', async () => {
    const text = await readFile(new URL('../sample/orders.go', import.meta.url), 'utf8');
    for (let at = 0; at < text.length; at += 71) {
      expect(() => read(text.slice(0, at))).not.toThrow();
      expect(() => read(text.slice(0, at) + text.slice(at + 37))).not.toThrow();
    }
  });

  it.each([
    ['nothing', ''],
    ['text that is not Go', '\0\u{1F600} }}}} ((( :="'],
    [
      'names that every object has',
      'package a\ntype __proto__ struct{ constructor int }\nfunc (x __proto__) toString() { x.constructor++ }\n',
    ],
    ['deep nesting', `package a\nvar x = ${'('.repeat(3000)}1${')'.repeat(3000)}\n`],
    ['deep blocks', `package a\nfunc f() ${'{'.repeat(2000)}${'}'.repeat(2000)}\n`],
    ['deep types', `package a\nvar x ${'[]'.repeat(3000)}int\n`],
    ['long sums', `package a\nvar x = ${'f() + '.repeat(3000)}1\n`],
  ])('is read: %s', (_, text) => {
    expect(() => read(text)).not.toThrow();
  });

  it('keeps every call of a long sum', () => {
    expect(sitesOf(read(`package a\nvar x = ${'f() + '.repeat(1500)}1\n`))).toHaveLength(1500);
  });
});
