import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import { openEngine } from '../engine.ts';
import { byWorth, meantTerms } from './piece-order.ts';
import type { Engine, ExplorePiece, ExploreRequest, ExploreResult, Surroundings } from '../types.ts';

const lines = (name: string): string => Array.from({ length: 40 }, (_, at) => `  ${name}(${at});\n`).join('');
const files: Record<string, string> = {
  'src/session.ts':
    "import { save, type Store } from './store';\n\n" +
    `/** Ends a session that nobody used. */\nexport function expireSession(store: Store, id: string): void {\n  helper();\n  save(store, id);\n}\n\nfunction helper(): void {\n${lines('step')}}\n\n` +
    `/** Renews a session before it would expire. */\nexport function renewSession(store: Store): void {\n${lines('renew')}}\n`,
  'src/store.ts':
    'export interface Store {\n  name: string;\n}\n\nexport function save(store: Store, key: string): void {\n  void [store, key];\n}\n',
  'src/timer.ts':
    "import { expireSession } from './session';\n\nexport function tick(): void {\n  expireSession({ name: 'a' }, 'b');\n}\n",
  'test/session.test.ts':
    "import { expireSession } from '../src/session';\n\ntest('a session expires', () => expireSession({ name: 'a' }, 'b'));\n",
  'test/data/drought.ts': 'export function drought(): void {\n  drought();\n}\n',
  'src/rain.ts': `/** Waters the field in a drought. */\nexport function water(): void {\n${lines('pour')}}\n`,
  'docs/sessions.md': '# Sessions\n\nHow a session expires.\n\n## Renewal\n\nA session is renewed.\n',
  'vendor/log.ts': 'export function logLine(text: string): void {\n  void text;\n}\n',
  'src/queue.ts': Array.from({ length: 6 }, (_, at) => `export class Queue${at} {\n  follow(): void {}\n}\n`).join(''),
  'src/harbour.ts':
    "import { logLine } from '../vendor/log';\n\nexport function closeHarbour(): void {\n  logLine('closed');\n  lockGates();\n}\n\n" +
    `function lockGates(): void {\n${lines('lock')}}\n`,
  'src/tides.ts': `export class Tides {\n  follow(moon: number): void {\n${Array.from({ length: 160 }, (_, at) => `    ebbAndFlow(moon, ${at});\n`).join('')}  }\n}\n`,
  'src/light.rs': `/// Bends light.\n///\n/// The wavelength of ultraviolet light is short.\n${'/// It says more about this and that, and takes long to say so.\n'.repeat(90)}pub fn bend(angle: u8) -> u8 {\n    angle\n}\n`,
  'src/colour.rs':
    '/// Mixes two colours.\npub fn mix_colours(a: u8, b: u8) -> u8 {\n    a ^ b\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn mixes_colours() {\n        super::mix_colours(1, 2);\n    }\n}\n',
};

let root = '';
let engine: Engine;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'code-scout-explore-'));
  for (const [path, text] of Object.entries({ ...files, 'package.json': '{}' })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const flags = { 'database.path': ':memory:', 'embedding.provider': 'off' };
  const { config } = loadConfig({ root, flags, env: new Map(), userConfigDir: null });
  engine = await openEngine({ root, config, indexing: 'inline' });
  await engine.index();
});
afterAll(async () => {
  await engine.close();
  rmSync(root, { recursive: true, force: true });
});

const explore = (query: string, more: Partial<ExploreRequest> = {}): Promise<ExploreResult> =>
  engine.explore({ query, files: 20, chosen: 5, seen: new Set(), ...more });

function pieceOf({ pieces }: ExploreResult, symbol: string): ExplorePiece {
  const found = pieces.find(({ chunk }) => chunk.symbols.includes(symbol));
  if (found === undefined) throw new Error(`no piece has ${symbol}`);
  return found;
}

const namesOf = (surroundings: Surroundings): Record<string, string[]> =>
  Object.fromEntries(
    (['callers', 'users', 'callees', 'types', 'tests'] as const).map((kind) => [
      kind,
      surroundings[kind].map(({ node, site }) => `${node.id}:${site.line}`),
    ]),
  );

describe('exploring', () => {
  it('shows tests behind code', async () => {
    const shown = (await explore('drought')).pieces.filter(({ isChosen }) => isChosen).map(({ file }) => file.path);
    expect(shown).toEqual(['src/rain.ts', 'test/data/drought.ts']);
  });

  it('returns the code that a task is about, with its callers, callees, types and tests', async () => {
    const result = await explore('when does a session expire');
    const [first] = result.pieces;
    expect(first).toMatchObject({ role: 'code', isChosen: true, file: { path: 'src/session.ts' } });
    expect(first?.chunk.symbols).toContain('expireSession');
    expect(namesOf(first!.surroundings!)).toEqual({
      callers: ['src/timer.ts#tick:4'],
      users: [],
      callees: ['src/session.ts#helper:5', 'src/store.ts#save:6'],
      types: ['src/store.ts#Store:4'],
      tests: ['test/session.test.ts:3'],
    });
    expect(new Set(result.pieces.map(({ file, role }) => `${role} ${file.path}`))).toEqual(
      new Set(['code src/session.ts', 'code src/timer.ts', 'test test/session.test.ts', 'text docs/sessions.md']),
    );
  });

  it('leaves vendored code out of what a piece calls', async () => {
    const { surroundings } = pieceOf(await explore('closeHarbour'), 'closeHarbour');
    expect(namesOf(surroundings!)).toMatchObject({ callees: ['src/harbour.ts#lockGates:5'] });
  });

  it('returns each piece once, and no piece that the caller has', async () => {
    const query = 'session expires, renewed';
    const first = await explore(query);
    const keys = first.pieces.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    const seen = first.pieces.filter(({ isChosen }) => isChosen).map(({ key }) => key);
    const second = await explore(query, { seen: new Set(seen) });
    expect(second.passedOver).toBe(seen.length);
    expect(second.pieces.map(({ key }) => key).toSorted()).toEqual(
      keys.filter((key) => !seen.includes(key)).toSorted(),
    );
    const none = await explore(query, { seen: new Set(keys) });
    expect(none).toMatchObject({ pieces: [], passedOver: keys.length });
  });

  it('has for a part of a long function the lines of the whole function', async () => {
    const { pieces } = await explore('how does the moon ebb and flow');
    const parts = pieces.filter(({ file, whole }) => file.path === 'src/tides.ts' && whole !== null);
    expect(parts.length).toBeGreaterThan(1);
    for (const { whole } of parts) expect(whole).toEqual({ startLine: 2, endLine: 163 });
    expect(pieceOf(await explore('session store'), 'save').whole).toBeNull();
  });

  it('finds the definition by what a long comment before it says', async () => {
    const { pieces } = await explore('wavelength of ultraviolet light');
    expect(pieces[0]).toMatchObject({ file: { path: 'src/light.rs' }, isChosen: true });
    expect(pieces[0]!.chunk.symbols).toContain('bend');
  });

  it('shows a piece again that has changed', async () => {
    const seen = new Set([pieceOf(await explore('tick'), 'tick').key]);
    expect((await explore('tick', { seen })).pieces.some(({ file }) => file.path === 'src/timer.ts')).toBe(false);
    writeFileSync(join(root, 'src/timer.ts'), `${files['src/timer.ts']!}// Once a second.\n`);
    expect((await explore('tick', { seen })).pieces.some(({ file }) => file.path === 'src/timer.ts')).toBe(true);
    writeFileSync(join(root, 'src/timer.ts'), files['src/timer.ts']!);
  });

  it('recognises tests in the same file as the code, and prefers code to tests and prose', async () => {
    const result = await explore('mix colours');
    expect(pieceOf(result, 'mix_colours')).toMatchObject({ role: 'code', isChosen: true });
    expect((await explore('how sessions are renewed')).pieces[0]).toMatchObject({ role: 'code' });
  });

  it('respects the limits of pieces and files', async () => {
    const { pieces } = await explore('session store timer colour', { chosen: 2, files: 3 });
    expect(pieces.filter(({ isChosen }) => isChosen)).toHaveLength(2);
    expect(new Set(pieces.map(({ file }) => file.path)).size).toBe(3);
  });

  it('filters by language and path, and says if there is nothing', async () => {
    expect((await explore('colours', { language: 'rust' })).pieces.map(({ file }) => file.path)).toContain(
      'src/colour.rs',
    );
    expect((await explore('session', { pathPrefix: 'docs/' })).pieces[0]?.file.path).toBe('docs/sessions.md');
    expect(await explore('zebra')).toMatchObject({ pieces: [], files: 0, passedOver: 0 });
    await expect(explore('?!')).rejects.toMatchObject({ code: 'ValidationError' });
  });
});

describe('the order of pieces', () => {
  interface Given {
    kind: ExplorePiece['chunk']['kind'];
    isDeclaration: boolean;
    isForeign: boolean;
    isMentioned: boolean;
    lines: string[];
    fileLines: number;
    strength: number;
  }
  const piece = (
    path: string,
    likelihood: number,
    {
      kind = 'definition',
      lines = ['work();'],
      fileLines = 100,
      strength = 0.5,
      isDeclaration = false,
      isForeign = false,
      isMentioned = false,
    }: Partial<Given> = {},
  ): ExplorePiece =>
    ({
      file: { path, lines: [...lines, ...Array.from({ length: fileLines - lines.length }, () => 'more();')] },
      ...{ likelihood, strength, isDeclaration, isForeign, isMentioned },
      chunk: { kind, startLine: 1, endLine: lines.length },
    }) as unknown as ExplorePiece;
  const order = (...pieces: ExplorePiece[]): string[] =>
    byWorth(pieces, new Set()).map(({ file, strength }) => `${file.path} ${strength}`);

  it('goes by the likelihood of files and by the strength of pieces', () => {
    expect(order(piece('a', 0.3), piece('b', 0.4))).toEqual(['b 0.5', 'a 0.5']);
    expect(
      order(piece('a', 0.5, { strength: 0.2 }), piece('a', 0.5, { strength: 0.9 }), piece('b', 0.4, { strength: 0.6 })),
    ).toEqual(['a 0.9', 'b 0.6', 'a 0.2']);
  });

  it('has another file before further pieces of one file that are hardly better', () => {
    const [first, second] = [piece('a', 0.5, { strength: 1 }), piece('a', 0.5, { strength: 0.9 })];
    expect(order(first, second, piece('b', 0.5, { strength: 0.85 }))).toEqual(['a 1', 'b 0.85', 'a 0.9']);
    expect(order(first, second, piece('b', 0.5, { strength: 0.4 }))).toEqual(['a 1', 'a 0.9', 'b 0.4']);
  });

  it('has a piece of a small file before one of a huge file that is a little likelier', () => {
    expect(order(piece('huge', 0.8, { fileLines: 13_000 }), piece('small', 0.4))).toEqual(['small 0.5', 'huge 0.5']);
    expect(order(piece('huge', 0.8, { fileLines: 200 }), piece('small', 0.4))).toEqual(['huge 0.5', 'small 0.5']);
  });

  it('has a piece about another part of the question before one more about the same part', () => {
    const about = (path: string, word: string, strength: number): ExplorePiece =>
      piece(path, 0.5, { lines: [`${word}Element(order);`], strength });
    const load = ['a', 'b', 'c'].map((path) => about(path, 'load', 0.6));
    const group = about('z', 'group', 0.53);
    const pathsFor = (query: string): string[] =>
      byWorth([...load, group], meantTerms(query)).map(({ file }) => file.path);
    expect(pathsFor('loading and grouping')).toEqual(['a', 'z', 'b', 'c']);
    // The words have to be the question's: all four pieces are alike in this one.
    expect(pathsFor('order of elements')).toEqual(['a', 'b', 'c', 'z']);
  });

  it('has vendored and generated code last, unless the question names its file', () => {
    expect(order(piece('a', 1, { isForeign: true }), piece('b', 0.1))).toEqual(['b 0.5', 'a 0.5']);
    expect(order(piece('a', 1, { isForeign: true, isMentioned: true }), piece('b', 0.1))).toEqual(['a 0.5', 'b 0.5']);
  });

  it('has code before imports that have the same words', () => {
    expect(order(piece('a', 1, { kind: 'imports', strength: 1 }), piece('a', 1))).toEqual(['a 0.5', 'a 1']);
  });

  it('has code before comments and before types that do nothing, and does not mind a short comment', () => {
    const comments = Array.from({ length: 9 }, () => '// It works.');
    expect(order(piece('a', 1, { lines: comments }), piece('b', 0.5))).toEqual(['b 0.5', 'a 0.5']);
    expect(order(piece('a', 1, { isDeclaration: true }), piece('b', 0.6))).toEqual(['b 0.5', 'a 0.5']);
    const code = ['// It works.', 'work();', 'work();', 'work();'];
    expect(order(piece('a', 1, { lines: code }), piece('b', 0.9))).toEqual(['a 0.5', 'b 0.5']);
  });
});

describe('the ends of a path', () => {
  it.each([
    ['two names of the project, in their order', 'where does expireSession use logLine', 'expireSession', 'logLine'],
    [
      'from … to …, where one of them is written as a name',
      'how does it get from tick to expireSession',
      'tick',
      'expireSession',
    ],
    [
      'a member of a type, whose name others have too',
      'how does Tides.follow reach renewSession',
      'Tides.follow',
      'renewSession',
    ],
    ['a name in backticks and a member', 'what joins `tick` and Tides.follow?', 'tick', 'Tides.follow'],
  ])('are %s', async (_, query, from, to) => {
    expect((await explore(query)).ends).toEqual({ from, to });
  });

  it.each([
    ['one name', 'what calls expireSession'],
    ['three names', 'expireSession, renewSession and logLine'],
    ['a name that the project does not define', 'how does expireSession reach openGate'],
    ['words that are names too', 'go from tick to follow'],
  ])('are none in %s', async (_, query) => {
    expect((await explore(query)).ends).toBeNull();
  });
});
