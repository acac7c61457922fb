/** The explorer's questions on a real project: small answers, with true totals. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../config/load.ts';
import { openEngine } from '../engine/engine.ts';
import type { Engine } from '../engine/types.ts';
import { maxAnswerBytes, spanClasses, type CodeAnswer, type QuestionName, type Questions } from './contract.ts';
import { answerExplorer } from './explorer.ts';

let root = '';
let engine: Engine;

function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const callers = 60;
const longName = `x${'y'.repeat(9000)}`;
/** As long as a name may be in a file that is not taken for a minified one. */
const ratherLongName = longName.slice(0, 900);

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'code-scout-explorer-'));
  put('.git/HEAD', 'ref: refs/heads/main\n');
  put('package.json', '{"name":"shop"}');
  put(
    'src/price.ts',
    `/** Whatever costs. */\nexport interface Priced { price(): number }\nexport class Item implements Priced {\n  price() { return 12; } // dear\n}\n`,
  );
  put('src/popular.ts', `/** Much loved. */\nexport function popular(what: string) {\n  return \`\${what} is\`;\n}\n`);
  for (let at = 0; at < callers; at++) {
    put(
      `src/many/caller${at}.ts`,
      `import { popular } from '../popular.ts';\nexport function caller${at}() {\n  return popular('it');\n}\n`,
    );
  }
  put('test/popular.test.ts', `import { popular } from '../src/popular.ts';\ntest('it', () => popular('it'));\n`);
  put('src/long.ts', Array.from({ length: 5000 }, (_, at) => `export const value${at} = ${at};\n`).join(''));
  put('src/wide.ts', `export const ${longName} = '${'z'.repeat(50_000)}';\n`.repeat(1));
  put(
    'src/dense.ts',
    `export const dense = [${'popular(1),'.repeat(20_000)}];\nfunction popular(n: number) { return n; }\n`,
  );
  const numbers = [...Array(40).keys()];
  const body = '  // nothing\n'.repeat(20);
  const functions = numbers.map((at) => `export function f${at}${ratherLongName}() {\n${body}}\n`);
  const calls = numbers.map((at) => `  // calls\n  f${at}${ratherLongName}();\n`);
  put('src/names.ts', `${functions.join('')}export function all() {\n${calls.join('')}}\n`);
  put(
    'src/pets.ts',
    `export interface Pet { call(): string }\nexport class Cat implements Pet {\n  call() { return 'miaow'; }\n}\nexport class Feeder {\n  feed(pet: Pet) { pet.call(); }\n}\nexport function both(pet: Pet, cat: Cat) {\n  return pet.call() + cat.call();\n}\n`,
  );
  put(
    'src/bowl.py',
    'class Bowl:\n    @property\n    def food(self): return 1\n    @food.setter\n    def food(self, much): pass\n    def fill(self): pass\n',
  );
  const inner = Array.from({ length: 40 }, (_, at) => `  method${at}(${'much: string, '.repeat(6)}) {}\n`).join('');
  put('src/deep.ts', Array.from({ length: 20 }, (_, at) => `export class Deep${at} {\n${inner}}\n`).join(''));
  put('docs/kanji.md', `${'漢'.repeat(400)}\n`.repeat(400));
  put('docs/guide.md', '# Guide\n\nDon\'t use "popular" here.\n');
  const { config } = loadConfig({ root });
  engine = await openEngine({ root, config, indexing: 'inline' });
  await engine.index();
});
afterAll(async () => {
  await engine.close();
  rmSync(root, { recursive: true, force: true });
});

async function ask<Name extends QuestionName>(
  name: Name,
  query: string | Record<string, string>,
): Promise<Questions[Name]['answer']> {
  const text = typeof query === 'string' ? query : new URLSearchParams(query).toString();
  const json = await answerExplorer(engine, { name, query: text, signal: new AbortController().signal });
  expect(Buffer.byteLength(json), `${name}?${text.slice(0, 100)}`).toBeLessThan(maxAnswerBytes);
  return JSON.parse(json) as Questions[Name]['answer'];
}

describe('parameters', () => {
  it.each([
    ['nothing', '', 'There is no question "nothing"'],
    ['constructor', '', 'There is no question "constructor"'],
    ['symbol', '', 'id is missing'],
    ['symbol', 'id=a&id=b', '"id" is given twice'],
    ['symbol', 'id=popular&ids=x', 'There is no parameter "ids"'],
    ['symbol', 'id=popular&known=guessed', 'known must be one of compiler, type, scope, name'],
    ['code', 'path=src/long.ts&start=0', 'start must be a whole number from 1'],
    ['code', 'path=src/long.ts&start=1e3', 'start must be a whole number from 1'],
    ['file', `path=${'x'.repeat(30_000)}`, 'path is too long'],
    ['file', 'path=../outside.ts', 'outside'],
  ])('of %s?%s are refused with a sentence', async (name, query, message) => {
    const asked = answerExplorer(engine, { name, query, signal: new AbortController().signal });
    await expect(asked).rejects.toThrow(message);
  });
});

describe('a symbol', () => {
  it('has the first callers, and the others by file, with the true total', async () => {
    const answer = await ask('symbol', 'id=popular&tests=without&package=shop');
    if (answer.found === 'several') {
      expect(answer.candidates.shown.map(({ path }) => path)).toContain('src/popular.ts');
    }
    const one = await ask('symbol', { id: 'src/popular.ts#popular' });
    if (one.found !== 'one') throw new Error(one.found);
    expect(one.doc).toBe('Much loved.');
    expect(one.callers.total).toBe(callers + 1);
    expect(one.callers.shown).toHaveLength(25);
    const more = one.callers.byFile.shown.reduce((sum, { symbols }) => sum + symbols, 0);
    expect(one.callers.byFile.total).toBe(callers + 1 - 25);
    expect(more).toBe(one.callers.byFile.shown.length);
    expect(one.users.total).toBe(0);
    expect(one.tests.shown.map(({ symbol }) => symbol.path)).toEqual(['test/popular.test.ts']);
  });

  it('that is called itself and through an interface stands once, with all places', async () => {
    const cat = await ask('symbol', { id: 'src/pets.ts#Cat.call' });
    if (cat.found !== 'one') throw new Error(cat.found);
    // What calls it itself stands before what may call it.
    expect(cat.callers.shown.map(({ symbol, sites, via }) => [symbol.qualified, sites, via])).toEqual([
      ['both', 2, null],
      ['Feeder.feed', 1, 'Pet.call'],
    ]);
    expect(cat.callers.total).toBe(2);
  });

  it('has members of one name once, counted', async () => {
    const bowl = await ask('symbol', { id: 'src/bowl.py#Bowl' });
    if (bowl.found !== 'one') throw new Error(bowl.found);
    expect(bowl.members.shown.map(({ name, declarations }) => [name, declarations])).toEqual([
      ['food', 2],
      ['fill', 1],
    ]);
  });

  it('is filtered by tests, and by how links are known', async () => {
    const totals = async (filter: Record<string, string>): Promise<number> => {
      const one = await ask('symbol', { id: 'src/popular.ts#popular', ...filter });
      return one.found === 'one' ? one.callers.total : -1;
    };
    expect(await totals({ tests: 'only' })).toBe(1);
    expect(await totals({ tests: 'without' })).toBe(callers);
    expect(await totals({ known: 'scope' })).toBe(callers + 1);
    expect(await totals({ known: 'compiler' })).toBe(0);
    expect(await totals({ package: 'other' })).toBe(0);
  });

  it('has its types in both directions', async () => {
    const relationsOf = async (id: string): Promise<string[]> => {
      const one = await ask('symbol', { id });
      return one.found === 'one'
        ? one.types.shown.map(
            ({ relation, isIncoming, symbol }) => `${isIncoming ? 'heir' : 'base'} ${relation} ${symbol.qualified}`,
          )
        : [];
    };
    expect(await relationsOf('src/price.ts#Item')).toEqual(['base implements Priced']);
    expect(await relationsOf('src/price.ts#Priced')).toEqual(['heir implements Item']);
  });

  it('with long names stays small', async () => {
    const one = await ask('symbol', { id: 'src/names.ts#all' });
    if (one.found !== 'one') throw new Error(one.found);
    expect(one.callees.total).toBe(40);
    expect(one.callees.shown.length).toBeGreaterThan(0);
    expect(one.callees.byFile.shown).toEqual([{ path: 'src/names.ts', symbols: 40 - one.callees.shown.length }]);
  });

  it('that is none has the nearest names', async () => {
    expect(await ask('symbol', 'id=populr1')).toMatchObject({ found: expect.stringMatching(/none|several|one/) });
    expect(await ask('symbol', 'id=qqqqzzzz')).toMatchObject({ found: 'none' });
  });
});

describe('code', () => {
  const textOf = (code: CodeAnswer, line: number, flat: readonly number[]): string[] => {
    const found: string[] = [];
    for (let at = 0; at < flat.length; at += 3)
      found.push(code.lines[line]!.slice(flat[at], flat[at]! + flat[at + 1]!));
    return found;
  };

  it('has its keywords, comments, strings and numbers, and the symbol of every name', async () => {
    const code = await ask('code', 'path=src/price.ts');
    expect(code).toMatchObject({ language: 'typescript', totalLines: 5, startLine: 1, indexed: true });
    const classes = code.spans[3]!.filter((_, at) => at % 3 === 2).map((one) => spanClasses[one]);
    expect(classes).toEqual(['definition', 'keyword', 'number', 'comment']);
    expect(textOf(code, 3, code.spans[3]!)).toEqual(['price', 'return', '12', '// dear']);
    expect(textOf(code, 2, code.links[2]!)).toEqual(['Item', 'Priced']);
    const target = code.targets[code.links[2]![5]!];
    expect(target).toMatchObject({ id: 'src/price.ts#Priced', kind: 'interface' });
  });

  it('of a long file comes in parts, each with the whole number of lines', async () => {
    const first = await ask('code', 'path=src/long.ts');
    expect(first.totalLines).toBe(5000);
    expect(first.lines.length).toBeLessThanOrEqual(400);
    const next = await ask('code', `path=src/long.ts&start=${first.lines.length + 1}&end=4000`);
    expect(next.lines[0]).toBe(`export const value${first.lines.length} = ${first.lines.length};`);
    const last = await ask('code', 'path=src/long.ts&start=5000');
    expect(last.lines).toEqual(['export const value4999 = 4999;']);
  });

  it.each(['src/wide.ts', 'src/dense.ts'])('of lines that are too long is cut, and says so: %s', async (path) => {
    const code = await ask('code', { path });
    expect(code.lines.length).toBeGreaterThan(0);
    expect(code.cutLines).toContain(1);
    expect(code.lines[0]).toHaveLength(2000);
  });

  it('of letters of several bytes is as small as any other', async () => {
    const code = await ask('code', 'path=docs/kanji.md');
    expect(code.totalLines).toBe(400);
    expect(code.lines.length).toBeGreaterThan(20);
  });

  it('of prose has no strings', async () => {
    const code = await ask('code', 'path=docs/guide.md');
    expect(code.lines[2]).toBe('Don\'t use "popular" here.');
    expect(code.spans.flat()).toEqual([]);
  });
});

describe('a file', () => {
  it('has its outline, its users and its chunks', async () => {
    const file = await ask('file', 'path=src/popular.ts');
    expect(file.outline.shown.map(({ name }) => name)).toEqual(['popular']);
    expect(file.importedBy.total).toBe(callers + 1);
    expect(file.importedBy.shown).toHaveLength(50);
    expect(file.importedBy.shown[0]).toMatchObject({ isImport: true });
    expect(file.chunks.total).toBe(file.chunks.shown.length);
    expect((await ask('file', 'path=src/long.ts')).outline).toMatchObject({ total: 5000 });
  });

  it('with too many symbols for its outline shows the outer ones', async () => {
    const { outline } = await ask('file', 'path=src/deep.ts');
    expect(outline.total).toBe(20 * 41);
    expect(outline.shown.map(({ name }) => name)).toEqual(Array.from({ length: 20 }, (_, at) => `Deep${at}`));
  });
});

describe('the palette', () => {
  it('finds symbols and files by parts of their names', async () => {
    const found = await ask('palette', 'q=popul');
    expect(found.symbols.shown.map(({ id }) => id)).toContain('src/popular.ts#popular');
    expect(found.files.shown).toEqual(['src/popular.ts', 'test/popular.test.ts']);
    expect(await ask('palette', 'q=')).toEqual({ symbols: { total: 0, shown: [] }, files: { total: 0, shown: [] } });
    const many = await ask('palette', 'q=caller');
    expect(many.symbols).toMatchObject({ total: callers, shown: expect.objectContaining({ length: 30 }) });
    expect((await ask('palette', `q=${'y'.repeat(50)}`)).symbols.total).toBeGreaterThan(30);
  });
});

it('the palette corrects a name that nobody has as the tools do, and says so', async () => {
  const found = await ask('palette', 'q=populer');
  expect(found.isCorrected).toBe(true);
  expect(found.symbols.shown.map(({ name }) => name)).toEqual(['popular', 'popular']);
  expect(await ask('palette', 'q=popular')).not.toHaveProperty('isCorrected');
  expect((await ask('palette', 'q=zebra')).symbols.total).toBe(0);
  const several = await ask('palette', 'q=callerx');
  expect([several.isCorrected, several.symbols.total]).toEqual([true, 3]);
});

describe('a search', () => {
  it('says why a place was found', async () => {
    const { hits } = await ask('search', 'q=who is much loved');
    expect(hits[0]).toMatchObject({ path: 'src/popular.ts' });
    expect(hits[0]!.why.join()).toContain('“much”, “loved” in the lines');
    const line = hits[0]!.lines.find(({ text }) => text.includes('Much loved'))!;
    expect(line.marks).toEqual([4, 4, 9, 5]);
  });

  it('for a text marks it, and is cut to a folder', async () => {
    const all = await ask('search', 'q=popular(&mode=text');
    expect(all.total).toBeGreaterThan(callers);
    expect(all.hits).toHaveLength(50);
    const some = await ask('search', 'q=popular(&mode=text&prefix=test/');
    expect(some.hits.map(({ path }) => path)).toEqual(['test/popular.test.ts']);
    const [hit] = some.hits;
    const marked = hit!.lines.find(({ marks }) => marks.length > 0)!;
    expect(marked.text.slice(marked.marks[0], marked.marks[0]! + marked.marks[1]!)).toBe('popular(');
  });
});

describe('hovering', () => {
  it('shows signature, doc and callers', async () => {
    const { symbol, doc, callers: count } = await ask('hover', { id: 'src/popular.ts#popular' });
    expect([symbol.signature, doc, count]).toEqual(['(what: string)', 'Much loved.', callers + 1]);
  });
});
