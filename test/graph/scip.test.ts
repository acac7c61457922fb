/**
 * SCIP indexes of real trees: exported, imported again, and imported from other tools, with the real engine and index.
 */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { openEngine } from '../../src/engine/engine.ts';
import type { Engine } from '../../src/engine/types.ts';
import { ScipIndex } from '../../src/graph/scip/read-index.ts';
import {
  encodeDocument,
  encodeMetadata,
  indexFields,
  type Occurrence,
  type ScipDocument,
} from '../../src/graph/scip/schema.ts';
import { MessageWriter } from '../../src/graph/scip/wire.ts';
import { symbolKey } from '../../src/model/link.ts';
import { unpackLinks } from '../../src/store/packed/packed-links.ts';
import { openStore } from '../../src/store/registry.ts';

const work = mkdtempSync(join(tmpdir(), 'code-scout-scip-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

const sources: Record<string, string> = {
  'package.json': '{ "name": "sample" }\n',
  'src/shape.ts': `export interface Shape { area(): number }
export abstract class Base implements Shape {
  #size = 1;
  constructor(protected readonly 𝒳: number) {}
  area() { return this.#size * this.𝒳; }
}
export class Square extends Base { override area() { return super.area(); } }
export const make = () => new Square(2), 世 = make().area(), constructor = 3;
`,
  'src/use it.tsx': `import { make as build, type Shape } from './shape';
import * as all from './shape';
export function use(shape: Shape) { /* 😀 */ shape.area(); return build().area() + new all.Square(1).area(); }
export const View = () => <Inner size={use(build())} />;
function Inner(props: { size: number }) { return curried(props.size)(2); }
const curried = (a: number) => (b: number) => a + b;
`,
  'src/shape.test.ts': "import { make } from './shape';\ntest('area', () => { make().area(); });\n",
  'app/__init__.py': 'from .models import User\n',
  'app/models.py':
    'class Base:\n    def save(self):\n        return 1\n\nclass User(Base):\n    def save(self):\n        return super().save()\n',
  'app/views.py': 'from app import User\n\ndef view():\n    User().save()\n',
  'lib/say.lua': 'function greet(name)\n  return name:upper()\nend\n\nfunction main()\n  greet("x")\nend\n',
};

let trees = 0;
let clock = 1_600_000_000;

function put(root: string, path: string, text: string): void {
  const place = join(root, path);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, text);
  clock += 10;
  utimesSync(place, clock, clock);
}

function tree(files: Readonly<Record<string, string>>): string {
  const root = join(work, `tree${trees++}`);
  for (const [path, text] of Object.entries(files)) put(root, path, text);
  return root;
}

async function withEngine<T>(root: string, use: (engine: Engine) => Promise<T>): Promise<T> {
  const { config } = loadConfig({ root });
  const engine = await openEngine({ root, config, indexing: 'inline' });
  try {
    await engine.index();
    return await use(engine);
  } finally {
    await engine.close();
  }
}

async function exported(engine: Engine): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of engine.scip.export().pieces) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function importInto(root: string, bytes: Uint8Array, options: { prefix?: string; whole?: boolean } = {}) {
  return withEngine(root, (engine) => engine.scip.import(bytes, { prefix: '', whole: false, ...options }));
}

/** All links; with their resolution where asked for. */
async function linksIn(root: string, resolutions = false): Promise<string[]> {
  const store = await openStore({ file: join(root, '.code-scout/database.db') });
  try {
    expect(await store.check()).toEqual([]);
    const places = await store.linkPlaces();
    const path = new Map(places.map(({ id, path: of }) => [id, of]));
    const lines: string[] = [];
    for (const { from, to, data } of await store.linksFrom(places.map(({ id }) => id))) {
      for (const { target, kind, line, column, container, resolution } of unpackLinks(data)) {
        const place = `${path.get(from)}:${line}:${column} in ${container}`;
        lines.push(`${place} ${kind} ${path.get(to)} ${target}${resolutions ? ` ${resolution}` : ''}`);
      }
    }
    return lines.sort();
  } finally {
    await store.close();
  }
}

function index(documents: readonly (Partial<ScipDocument> & { path: string })[], toolName = 'scip-other'): Uint8Array {
  const metadata = encodeMetadata({ toolName, toolVersion: '1', projectRoot: 'file:///x' });
  const writer = new MessageWriter().message(indexFields.metadata, metadata);
  for (const document of documents) {
    const none = { language: '', text: '', positionEncoding: 2, occurrences: [], symbols: [] };
    writer.message(indexFields.document, encodeDocument({ ...none, ...document }));
  }
  return writer.bytes();
}

/** The occurrences of the given words in a text, in order. */
function occurrences(text: string, wanted: readonly [word: string, symbol: string, roles: number][]): Occurrence[] {
  let from = 0;
  return wanted.map(([word, symbol, roles]) => {
    const at = text.indexOf(word, from);
    if (at === -1) throw new Error(`${word} is not there`);
    from = at + word.length;
    const line = text.slice(0, at).split('\n').length - 1;
    const start = at - (text.lastIndexOf('\n', at) + 1);
    return { range: [line, start, start + word.length], symbol, roles, enclosingRange: [] };
  });
}

const greet = 'scip-lua rock x 1 Object#greet().';
const upper = 'scip-lua rock lua 5 string#upper().';
const lua = sources['lib/say.lua']!;
/** The document that a Lua indexer would write for `say.lua`. */
const luaDocument = {
  path: 'lib/say.lua',
  occurrences: occurrences(lua, [
    ['greet', greet, 1],
    ['name', 'local 0', 1],
    ['name', 'local 0', 0],
    ['upper', upper, 0],
    ['main', 'scip-lua rock x 1 Object#main().', 1],
    ['greet', greet, 0],
  ]),
};
const greetLink = `lib/say.lua:6:3 in 1 call lib/say.lua ${symbolKey('greet')}`;

describe('an exported index', () => {
  it('gives the same links when it is imported again, marked as the compiler’s', async () => {
    const root = tree(sources);
    const bytes = await withEngine(root, exported);
    const before = await linksIn(root);
    expect(before.length).toBeGreaterThan(25);
    expect(before.some((line) => line.includes(' overrides '))).toBe(true);
    for (const whole of [false, true]) {
      const report = await importInto(root, bytes, { whole });
      expect(report).toMatchObject({ maker: 'code-scout-mcp 0.1.0', covered: 7, documents: 7, stale: [], outside: [] });
      expect(await linksIn(root)).toEqual(before);
      expect(new Set((await linksIn(root, true)).map((line) => line.split(' ').at(-1)))).toEqual(new Set(['compiler']));
    }
  });

  it('is the same every time, and names symbols, texts and roles', async () => {
    const root = tree(sources);
    const bytes = await withEngine(root, exported);
    const { href } = pathToFileURL(root);
    expect(await withEngine(tree(sources), exported)).toEqual(
      Buffer.from(bytes.toString('latin1').replace(href, href.replace(/\d+$/, String(trees - 1))), 'latin1'),
    );
    const documents = new ScipIndex(bytes).documents(0, 100);
    expect(documents.map(({ path, language }) => [path, language])).toEqual([
      ['app/__init__.py', 'Python'],
      ['app/models.py', 'Python'],
      ['app/views.py', 'Python'],
      ['lib/say.lua', 'Lua'],
      ['src/shape.test.ts', 'TypeScript'],
      ['src/shape.ts', 'TypeScript'],
      ['src/use it.tsx', 'TypeScriptReact'],
    ]);
    const shape = documents[5]!;
    const area = shape.symbols.find(({ symbol }) => symbol.endsWith('Square#area().'))!;
    expect(area).toMatchObject({
      symbol: 'code-scout . . . src/`shape.ts`/Square#area().',
      displayName: 'area',
      kind: 26,
      signature: 'area()',
      relationships: [{ symbol: 'code-scout . . . src/`shape.ts`/Base#area().', isImplementation: true }],
    });
    expect(shape.occurrences).toContainEqual({
      range: [6, 44, 48],
      symbol: area.symbol,
      roles: 1,
      enclosingRange: [6, 35, 6, 75],
    });
    expect(documents[4]!.occurrences.map(({ roles }) => roles)).toEqual([32 | 2, 32 | 8, 32 | 8]);
  });

  it('keeps the names of symbols when other parts of the file change', async () => {
    const symbols = async (files: Record<string, string>): Promise<string[]> => {
      const bytes = await withEngine(tree(files), exported);
      return new ScipIndex(bytes).documents(0, 100).flatMap((document) => document.symbols.map(({ symbol }) => symbol));
    };
    const before = await symbols(sources);
    const after = await symbols({ ...sources, 'app/models.py': `import os\n\n\n${sources['app/models.py']}` });
    expect(after).toEqual(before);
    expect(new Set(after).size).toBe(after.length);
  });
});

describe('an index of another tool', () => {
  it('links a language that is otherwise linked by name only, and marks external sites as such', async () => {
    const root = tree(sources);
    const report = await importInto(root, index([luaDocument]));
    expect(report).toEqual({ maker: 'scip-other 1', documents: 1, covered: 1, links: 1, stale: [], outside: [] });
    expect((await linksIn(root)).filter((line) => line.startsWith('lib/'))).toEqual([greetLink]);
    const store = await openStore({ file: join(root, '.code-scout/database.db') });
    expect(await store.unresolvedSites(['greet', 'upcase'])).toEqual([]);
    await store.close();
  });

  const beforeGreet = 'x = "𝒳"; def ';
  it.each([
    [1, Buffer.byteLength(beforeGreet)],
    [2, beforeGreet.length],
    [3, [...beforeGreet].length],
  ])('counts characters in its declared encoding (%i)', async (positionEncoding, start) => {
    const root = tree({ 'package.json': '{}', 'a.rb': `é = 1\n${beforeGreet}greet; end\n`, 'b.rb': 'greet\n' });
    const at = (range: number[], roles: number): Occurrence => ({ range, symbol: greet, roles, enclosingRange: [] });
    const bytes = index([
      { path: 'a.rb', positionEncoding, occurrences: [at([1, start, start + 5], 1)] },
      { path: 'b.rb', positionEncoding, occurrences: [at([0, 0, 5], 0)] },
    ]);
    expect(await importInto(root, bytes)).toMatchObject({ covered: 2, links: 1, stale: [] });
    expect(await linksIn(root)).toEqual([
      expect.stringMatching(new RegExp(`^b\\.rb:1:1 in -1 \\w+ a\\.rb ${symbolKey('greet')}$`)),
    ]);
  });

  it('made in a folder of the project is imported with that prefix', async () => {
    const root = tree({ ...sources, 'lib/say.lua': '-- moved\n', 'rocks/one/lib/say.lua': lua });
    expect(await importInto(root, index([luaDocument]))).toMatchObject({ covered: 0, stale: ['lib/say.lua'] });
    expect(await importInto(root, index([luaDocument]), { prefix: 'none' })).toMatchObject({
      covered: 0,
      outside: ['none/lib/say.lua'],
    });
    expect(await importInto(root, index([luaDocument]), { prefix: 'rocks/one' })).toMatchObject({
      covered: 1,
      links: 1,
    });
    expect(await linksIn(root)).toContain(greetLink.replaceAll('lib/', 'rocks/one/lib/'));
  });

  it('never links to paths outside the project', async () => {
    const root = tree(sources);
    const paths = ['../say.lua', '/etc/passwd', 'lib/../../x.lua'];
    const report = await importInto(root, index(paths.map((path) => ({ ...luaDocument, path }))));
    expect(report).toMatchObject({ covered: 0, stale: [] });
    expect(report.outside).toHaveLength(3);
  });

  it('leaves symbols alone that another package of the project may define', async () => {
    const root = tree(sources);
    const text = sources['app/views.py']!;
    const indexNaming = (name: string): Uint8Array =>
      index([
        {
          path: 'app/views.py',
          occurrences: occurrences(text, [['save', `scip-python pip ${name} 1 models/Base#save().`, 0]]),
        },
      ]);
    await withEngine(root, async () => {});
    const before = await linksIn(root);
    await importInto(root, indexNaming('sample'));
    expect(await linksIn(root)).toEqual(before);
    await importInto(root, indexNaming('elsewhere'));
    const rest = await linksIn(root);
    expect(before.filter((line) => !rest.includes(line))).toEqual([
      expect.stringMatching(/^app\/views\.py:4:12 in 0 call app\/models\.py /),
    ]);
  });
});

describe('imported links', () => {
  it('are dropped when their file changes, and stay when other files do', async () => {
    const root = tree(sources);
    await importInto(root, index([luaDocument]));
    put(root, 'app/views.py', `${sources['app/views.py']}\n`);
    await withEngine(root, async () => {});
    expect(await linksIn(root)).toContain(greetLink);
    put(root, 'lib/say.lua', `${lua}\n`);
    await withEngine(root, async (engine) => {
      expect(await engine.scip.import(index([]), { prefix: '', whole: false })).toMatchObject({ covered: 0 });
    });
    // The links that our own linker makes for the file remain.
    expect((await linksIn(root)).filter((line) => line.startsWith('lib/'))).toEqual([greetLink]);
    const store = await openStore({ file: join(root, '.code-scout/database.db') });
    expect(await store.preciseFiles()).toEqual([]);
    expect(await store.unresolvedSites(['greet'])).toEqual([]);
    await store.close();
  });

  it('give way to our own links where their target is gone, as in a new index', async () => {
    const root = tree(sources);
    await importInto(root, await withEngine(root, exported));
    const renamed = sources['app/models.py']!.replace('class Base:\n    def save', 'class Base:\n    def store');
    put(root, 'app/models.py', renamed);
    await withEngine(root, async () => {});
    const whole = tree({ ...sources, 'app/models.py': renamed });
    await withEngine(whole, async () => {});
    expect(await linksIn(root)).toEqual(await linksIn(whole));
  });

  it('survive a new index', async () => {
    const root = tree(sources);
    await importInto(root, index([luaDocument]));
    const before = await linksIn(root, true);
    await withEngine(root, (engine) => engine.index({ force: true }));
    expect(await linksIn(root, true)).toEqual(before);
  });

  it('are removed on request', async () => {
    const root = tree(sources);
    await withEngine(root, async () => {});
    const before = await linksIn(root, true);
    await importInto(root, index([luaDocument]));
    await importInto(root, index([luaDocument], 'scip-second'));
    expect(await withEngine(root, (engine) => engine.scip.forget())).toBe(1);
    expect(await linksIn(root, true)).toEqual(before);
  });
});

describe('a file that is not a complete index', () => {
  it.each([
    ['empty', () => new Uint8Array()],
    ['of text', () => Buffer.from('{"not": "protobuf"}\n')],
    ['of random bytes', () => Uint8Array.from({ length: 400 }, (_, at) => (at * 73) % 251)],
    ['without its end', () => index([luaDocument]).slice(0, -7)],
    ['whose inside is broken', () => index([luaDocument]).map((byte, at) => (at > 40 && at % 5 === 0 ? 0xff : byte))],
  ])('is refused as %s, and changes nothing', async (_, bytes) => {
    const root = tree({ 'package.json': '{}', 'lib/say.lua': lua });
    await expect(importInto(root, bytes())).rejects.toMatchObject({
      code: 'ParsingError',
      message: expect.stringContaining('not a complete SCIP index') as string,
    });
    expect(await linksIn(root)).toEqual([greetLink]);
  });
});
