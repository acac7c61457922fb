/** Which parser reads which file, and how much of broken files is found. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { javascript } from '../languages/javascript/javascript.ts';
import { typescript } from '../languages/typescript/typescript.ts';
import type { Language } from '../languages/language.ts';
import type { Definition } from '../model/definition.ts';
import type { Extraction } from '../model/extraction.ts';
import { entityFields, entityWidth, siteWidth } from '../model/file-summary.ts';
import { assetUrl } from '../util/assets.ts';
import { Extractor } from './extract.ts';
import { growthExponent, linear } from '../util/testing/growth.ts';

const extractor = new Extractor((wasm) => assetUrl(`grammars/${wasm}`));
afterAll(() => extractor.close());

function extract(path: string, text: string): Promise<Extraction> {
  return extractor.extract(/\.[mc]?tsx?$/.test(path) ? typescript : javascript, path, text);
}

function names({ definitions }: Extraction): string[] {
  return definitions.map(({ name }) => name);
}

describe('a file that the fast parser refuses', () => {
  const cases: [
    what: string,
    path: string,
    text: string,
    names: string[],
    issues: [code: string, line: number | null][],
  ][] = [
    ['unclosed', 'a.ts', 'export function a() { if (x) { while (\nexport const z = [1, 2\n', ['a'], [['syntax', 2]]],
    [
      'unclosed class',
      'a.tsx',
      'export class A {\n  m() {\n    return <p>;\n  n() {}\n',
      ['A', 'm', 'n'],
      [['syntax', 4]],
    ],
    ['a NUL byte', 'a.js', 'function a() {}\n\0\nfunction b() {}\n', ['a', 'b'], [['syntax', 2]]],
    ['an open template', 'a.js', 'function a() {}\nconst t = `${a + `${b}\n', ['a', 't'], [['syntax', 2]]],
    [
      'elements where there are none',
      'a.ts',
      'function a() {}\nconst b = <p>it is</p>;\nfunction c() {}\n',
      ['a', 'b', 'c'],
      [['syntax', 2]],
    ],
    [
      'deep parentheses',
      'a.js',
      `function a() {}\nx = ${'('.repeat(20_000)}1${')'.repeat(20_000)};\nfunction b() {}\n`,
      ['a', 'b'],
      [['tooDeep', 2]],
    ],
    ['open parentheses', 'a.js', `function a() {}\n${'('.repeat(50_000)}\n`, ['a'], [['tooDeep', 2]]],
    [
      'a long sum',
      'a.ts',
      `function a() {}\nconst b = ${Array<string>(20_000).fill('a').join(' + ')};\nfunction c() {}\n`,
      ['a', 'b', 'c'],
      [['tooDeep', 2]],
    ],
    ['a long chain', 'a.js', `function a() {}\nx${'.then(f)'.repeat(5_000)};\n`, ['a'], [['tooDeep', null]]],
    ['deep generics', 'a.ts', `type A = ${'Array<'.repeat(1_000)}1${'>'.repeat(1_000)};\n`, ['A'], [['tooDeep', 1]]],
    [
      'one long line',
      'a.js',
      `function a() {}${'var b=function(c){return c};'.repeat(4_000)}`,
      ['a', ...Array<string>(4_000).fill('b')],
      [],
    ],
  ];
  for (const [what, path, text, expected, issues] of cases) {
    it(what, async () => {
      const extraction = await extract(path, text);
      expect(names(extraction).slice(0, expected.length)).toEqual(expected);
      expect(extraction.issues.map(({ code, line }) => [code, line])).toEqual(issues);
    });
  }

  it('is read at a cost that grows linearly with the number of functions', async () => {
    const functions = (count: number): string =>
      Array.from({ length: count }, (_, i) => `export function f${i}() { return f${(i * 7) % count}() }`).join('\n');
    const { definitions, summary } = await extract('a.ts', functions(20_000));
    expect([definitions.length, summary!.sites.length / siteWidth]).toEqual([20_000, 20_000]);
    expect(definitions[19_999]).toMatchObject({ name: 'f19999', line: 20_000, exported: true });
    expect(await growthExponent([1_000, 16_000], functions, (text) => extract('a.ts', text))).toBeLessThan(linear);
  });
});

/** One of the samples that use everything, and its definitions when it is intact. */
interface Whole {
  path: string;
  language: Language;
  text: string;
  definitions: Definition[];
}

const samples = ['typescript/sample/sample.ts', 'javascript/sample/sample.js'];

async function wholeSample(file: string): Promise<Whole> {
  const path = join(import.meta.dirname, '../languages', file);
  const text = readFileSync(path, 'utf8');
  const language = file.startsWith('typescript') ? typescript : javascript;
  const { definitions } = await extractor.extract(language, path, text);
  return { path, language, text, definitions };
}

function nameOf({ container, name }: Definition): string {
  return container === null ? name : `${container}.${name}`;
}

describe('a broken file retains most of its definitions', () => {
  const breaks: [what: string, least: number, variants: (text: string) => string[]][] = [
    [
      'a brace deleted',
      0.7,
      (text) => [...text.matchAll(/[{}]/g)].map(({ index }) => text.slice(0, index) + text.slice(index + 1)),
    ],
    [
      'half a line',
      0.85,
      (text) => {
        const lines = text.split('\n');
        return lines.map((line, i) => lines.with(i, line.slice(0, line.length / 2)).join('\n'));
      },
    ],
    [
      'typing',
      0.8,
      (text) => {
        const lines = text.split('\n');
        return lines.map((_, i) =>
          lines.toSpliced(i, 0, ['  foo.', '  const x = ', '  if (a', '  return {'][i % 4]!).join('\n'),
        );
      },
    ],
    [
      'a conflict',
      0.95,
      (text) => {
        const lines = text.split('\n');
        return lines.map((line, i) =>
          lines.toSpliced(i, 1, '<<<<<<< HEAD', line, '=======', line, '>>>>>>> other').join('\n'),
        );
      },
    ],
  ];
  for (const file of samples) {
    for (const [what, least, variants] of breaks) {
      it(`${file}: ${what}`, async () => {
        const { path, language, text, definitions } = await wholeSample(file);
        let kept = 0;
        let all = 0;
        for (const [i, variant] of variants(text).entries()) {
          if (i % 3 !== 0) continue;
          const left = new Set((await extractor.extract(language, path, variant)).definitions.map(({ name }) => name));
          all += definitions.length;
          kept += definitions.filter(({ name }) => left.has(name)).length;
        }
        expect(kept / all).toBeGreaterThan(least);
      });
    }
  }
});

describe('definitions recovered from blanked lines', () => {
  it('leave the file summaries of all other definitions unchanged', async () => {
    const text = 'const lost = = 5;\nfunction kept() {}\nclass A {\n  m() {}\n}\nlet late = = 6;\nfunction last() {}\n';
    const { definitions, summary } = await extract('a.ts', text);
    expect(definitions.map(({ name }) => name)).toEqual(['lost', 'kept', 'A', 'm', 'late', 'last']);
    const { entities, strings } = summary!;
    const named: [entity: string, definition: string | undefined][] = [];
    for (let at = 0; at < entities.length; at += entityWidth) {
      const index = entities[at + entityFields.definition]!;
      named.push([strings[entities[at + entityFields.name]!]!, definitions[index]?.name]);
    }
    expect(named).toEqual(['kept', 'A', 'm', 'last'].map((name) => [name, name]));
  });
});

describe('the parser for broken files agrees with the fast one', () => {
  for (const file of samples) {
    it(file, async () => {
      const { path, language, text, definitions } = await wholeSample(file);
      // A line at the end that no parser can read.
      const broken = await extractor.extract(language, path, `${text}\nlet a = ) 1;\n`);
      expect(broken.issues[0]).toMatchObject({ code: 'syntax', line: text.split('\n').length + 1 });
      const found = new Map(broken.definitions.map((one) => [nameOf(one), one]));
      const missing = definitions.filter((one) => !found.has(nameOf(one))).map(nameOf);
      const other = definitions.filter((one) => {
        const same = found.get(nameOf(one));
        return same !== undefined && (same.kind !== one.kind || same.exported !== one.exported);
      });
      expect(missing.length / definitions.length).toBeLessThan(0.12);
      expect(other.map(nameOf).length / definitions.length).toBeLessThan(0.05);
    });
  }
});
