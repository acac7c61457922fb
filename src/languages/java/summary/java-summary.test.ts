/**
 * Tests the summaries of Java files before linking: units, definitions, what is left out; and that no text makes the collector
 * fail.
 */
import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { Language, Parser } from 'web-tree-sitter';
import { entityFields, entityWidth, siteWidth, type FileSummary } from '../../../model/file-summary.ts';
import { assetUrl } from '../../../util/assets.ts';
import { collectJavaSummary, type JavaSummaryOptions } from './java-summary.ts';

await Parser.init();
const parser = new Parser();
parser.setLanguage(await Language.load(await readFile(assetUrl('grammars/tree-sitter-java.wasm'))));
afterAll(() => parser.delete());

function read(
  source: string,
  { definitions = [], ...options }: JavaSummaryOptions & { definitions?: { line: number; column: number }[] } = {},
): FileSummary {
  const tree = parser.parse(source)!;
  try {
    return collectJavaSummary(tree.rootNode, source, definitions, options);
  } finally {
    tree.delete();
  }
}

function names({ entities, strings }: FileSummary): string[] {
  return Array.from({ length: entities.length / entityWidth }, (_, at) => strings[entities[at * entityWidth]!]!);
}

function places({ sites }: FileSummary): string[] {
  return Array.from({ length: sites.length / siteWidth }, (_, at) =>
    sites.slice(at * siteWidth + 2, at * siteWidth + 4),
  )
    .map(([line, column]) => `${line}:${column}`)
    .sort();
}

describe('units', () => {
  it.each([
    ['package a.b;\nclass A {}', 'x/y/A.java', 'java:a.b'],
    ['@Mark package a /* c */ . b ;', 'A.java', 'java:a.b'],
    ['class A {}', 'x/y/A.java', 'java:x/y'],
    ['class A {}', 'A.java', 'java:'],
  ])('%j in %s', (source, path, unit) => {
    expect(read(source, { path }).unit).toBe(unit);
  });
});

it('names the package of each import as a module', () => {
  const { modules } = read(
    'import a.b.C;\nimport a.b.*;\nimport static d.E.f;\nimport static d.E.*;\nimport g.H.I;\nimport x.y;',
  );
  expect(modules).toEqual(['a.b', 'd', 'g', 'x']);
});

it('connects entities with the definitions at their places', () => {
  const summary = read('class A {\n  A() {}\n  int f, g;\n}', {
    definitions: [
      { line: 1, column: 7 },
      { line: 2, column: 3 },
      { line: 3, column: 10 },
    ],
  });
  const joined = Array.from({ length: summary.entities.length / entityWidth }, (_, at) => [
    names(summary)[at],
    summary.entities[at * entityWidth + entityFields.definition],
  ]);
  expect(joined).toEqual([
    ['A', 0],
    ['constructor', 1],
    ['f', -1],
    ['g', 2],
  ]);
});

it('has sites for local variables only where every site is wanted', () => {
  const source = 'class A {\n  int f;\n  int m(int a) { int b = a; f = b; return b; }\n}';
  expect(places(read(source))).toEqual(['3:29']);
  expect(places(read(source, { everySite: true }))).toEqual(['3:26', '3:29', '3:33', '3:43']);
});

describe('never throws', () => {
  it('for any part of a file', async () => {
    const folder = new URL('../sample/', import.meta.url);
    for (const name of ['Main.java', 'Order.java', 'module-info.java']) {
      const text = await readFile(new URL(name, folder), 'utf8');
      for (let end = 0; end <= text.length; end += 41) {
        expect(read(text.slice(0, end)).entities.length % entityWidth).toBe(0);
        expect(read(text.slice(end)).sites.length % siteWidth).toBe(0);
      }
    }
  });

  it.each([
    ['nested calls', `class A { int x = ${'f('.repeat(3000)}1${')'.repeat(3000)}; }`],
    ['nested blocks', `class A { void f() ${'{'.repeat(3000)}${'}'.repeat(3000)} }`],
    ['long sums', `class A { String x = "a"${' + f(1)'.repeat(3000)}; }`],
    ['long chains', `class A { Object x = a${'.b()'.repeat(3000)}; }`],
    ['nested types', `class A { ${'List<'.repeat(2000)}A${'>'.repeat(2000)} x; }`],
    ['nested classes', `${'class A { '.repeat(400)}${'}'.repeat(400)}`],
    [
      'names of objects',
      'class __proto__ { int constructor, hasOwnProperty; void toString() { constructor = __proto__.x; } }',
    ],
    ['stray words', 'import ; package ; class { enum } @ -> :: case new int[ try ( switch { case'],
  ])('for %s', (_, source) => {
    expect(read(source, { everySite: true }).strings[0]).toBe('*');
  });
});
