import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pieceKey } from '../../engine/search/explore.ts';
import type { ExplorePiece, ExploreResult, Linked, Surroundings } from '../../engine/types.ts';
import type { ChunkedFile } from '../../model/chunk.ts';
import { callTool } from '../call-tool.ts';
import { chunkedFile } from '../testing/fixed-chunks.ts';
import { fixedEngine } from '../testing/fixed-engine.ts';
import { nothingUnresolved, symbol } from '../testing/fixed-graph.ts';
import { exploreData } from './data.ts';
import { approximateTokens } from './tokens.ts';
import { tool } from './tool.ts';

async function ask(args: Record<string, unknown>, explored?: ExploreResult) {
  const engine = fixedEngine(explored === undefined ? {} : { explored });
  const context = { signal: new AbortController().signal, progress: null };
  const answer = await callTool(tool, args, async () => engine, context);
  return { text: answer.texts.join('\n'), asked: engine.asked.explored, answer };
}

const login = chunkedFile(
  'src/auth/login.ts',
  [
    "import { database } from './database';",
    'export function authenticateUser(username: string, password: string): Promise<User> {\n\treturn database.findUser(username, hash(password));\n}\n',
    'export class Session {\n  token = 1;\n  user = 2;\n}\n',
  ],
  [
    { kind: 'imports' },
    { kind: 'definition', symbols: ['authenticateUser'] },
    { kind: 'definition', symbols: ['Session', 'Session.token', 'Session.user'] },
  ],
);
const steps = Array.from({ length: 60 }, (_, at) =>
  at === 40 ? '    checkPassword(user);' : `    step${at}(user, 'words');`,
);
const long = chunkedFile(
  'src/long.ts',
  [`/** Signs in. */\nexport async function signIn(user: User): Promise<void> {\n${steps.join('\n')}\n}`],
  [{ kind: 'definition', symbols: ['signIn'] }],
);
const test = chunkedFile('test/login.test.ts', ["it('checks the password', () => {});"], [{ kind: 'text' }]);
const guide = chunkedFile(
  'docs/guide.md',
  ['# Passwords\n\nHow they are checked.'],
  [{ kind: 'section', symbols: ['Passwords'] }],
);

const evidence = { found: 1, absent: 0, unknownNames: 0, scarce: 0, length: 1, similarity: 1, words: 2 };

function piece(file: ChunkedFile, at: number, parts: Partial<ExplorePiece> = {}): ExplorePiece {
  const chunk = file.chunks[at]!;
  const usual = {
    role: 'code' as const,
    score: 0.5,
    likelihood: 0.5,
    strength: 1,
    isMentioned: false,
    isDeclaration: false,
    isForeign: false,
    isChosen: false,
    whole: null,
    surroundings: null,
  };
  return { file, chunk, key: pieceKey(chunk), ...usual, ...parts };
}

function linked(id: string, line: number): Linked {
  return {
    node: symbol(id, { line }),
    site: { line: line + 1, column: 3, kind: 'call', resolution: 'scope' },
    sites: 1,
  };
}

const around: Surroundings = {
  node: symbol('src/auth/login.ts#authenticateUser'),
  callers: [linked('src/long.ts#signIn', 2), ...[1, 2, 3, 4].map((at) => linked(`src/api/route${at}.ts#post`, at))],
  users: [],
  callees: [linked('src/auth/hash.ts#hash', 9), linked('src/database.ts#database.findUser', 20)],
  types: [linked('src/model/user.ts#User', 3)],
  tests: [linked('test/login.test.ts#checks', 4)],
  unresolved: { in: { ...nothingUnresolved, sites: 2 }, out: nothingUnresolved },
};

const found: ExploreResult = {
  pieces: [
    piece(login, 1, { score: 0.93, isChosen: true, surroundings: around }),
    piece(long, 0, {
      score: 0.41,
      isChosen: true,
      isMentioned: true,
      surroundings: { ...around, node: symbol('src/long.ts#signIn'), callers: [], tests: [] },
    }),
    piece(login, 2, { score: 0.2 }),
    piece(test, 0, { role: 'test', score: 0.1 }),
    piece(guide, 0, { role: 'text', score: 0.05 }),
  ],
  files: 12,
  passedOver: 0,
  evidence,
  ends: null,
  notes: ['Still indexing: 3 of 9 files.'],
};

describe('explore', () => {
  it('shows code with its linked symbols, then the rest by name', async () => {
    const { text, asked } = await ask({ query: 'check the password' }, found);
    await expect(text).toMatchFileSnapshot('golden/whole.txt');
    expect(asked).toEqual([{ query: 'check the password', files: 17, chosen: 8, seen: new Set() }]);
  });

  it('names the path between the two symbols of the question as the next call', async () => {
    const { text } = await ask({ query: 'signIn to hash' }, { ...found, ends: { from: 'signIn', to: 'hash' } });
    expect(text).toContain('\nnote: How one leads to the other: find_path with from: "signIn", to: "hash".\n');
    expect((await ask({ query: 'signIn' }, found)).text).not.toContain('find_path');
  });

  it('keeps within few tokens: less of each piece, then fewer pieces', async () => {
    const { text } = await ask({ query: 'check the password', max_tokens: 400 }, found);
    await expect(text).toMatchFileSnapshot('golden/short.txt');
    expect(approximateTokens(text)).toBeLessThanOrEqual(400);
  });

  it('never cuts a short piece: it is whole, or only named', async () => {
    const body = (at: number): string =>
      `function task${at}(user: User): void {\n${`  check${at}(user, 'a password');\n`.repeat(10)}}\n`;
    const short = chunkedFile(
      'src/short.ts',
      Array.from({ length: 8 }, (_, at) => body(at)),
      Array.from({ length: 8 }, (_, at) => ({ kind: 'definition' as const, symbols: [`task${at}`] })),
    );
    const pieces = short.chunks.map((_, at) => piece(short, at, { score: 1 - at / 10, isChosen: true }));
    const { text } = await ask(
      { query: 'check the password', max_tokens: 700 },
      { pieces, files: 1, passedOver: 0, evidence, ends: null, notes: [] },
    );
    expect(text).not.toContain('…');
    expect(text).toMatch(/^## src\/short\.ts:1-13 task0$/m);
    expect(text).toMatch(/^src\/short\.ts: .*task7 \d+-\d+/m);
  });

  it('names some ten pieces at the default size, because readers use no more', async () => {
    const all = Array.from({ length: 40 }, (_, at) =>
      chunkedFile(
        `src/parts/part${at}.ts`,
        [`function task${at}(): void {\n${'  check();\n'.repeat(40)}}\n`],
        [{ kind: 'definition' as const, symbols: [`task${at}`] }],
      ),
    );
    const pieces = all.map((file, at) => piece(file, 0, { isChosen: at < 12 }));
    const { text } = await ask(
      { query: 'check' },
      { pieces, files: 40, passedOver: 0, evidence, ends: null, notes: [] },
    );
    const named = text.match(/^src\/parts\/part\d+\.ts: /gm)?.length;
    expect(named).toBeGreaterThanOrEqual(8);
    expect(named).toBeLessThanOrEqual(12);
  });

  it('names more pieces of a file where the answer has more room', async () => {
    const body = (at: number): string => `function task${at}(): void {\n  check${at}();\n}\n`;
    const wide = chunkedFile(
      'src/wide.ts',
      Array.from({ length: 12 }, (_, at) => body(at)),
      Array.from({ length: 12 }, (_, at) => ({ kind: 'definition' as const, symbols: [`task${at}`] })),
    );
    const pieces = wide.chunks.map((_, at) => piece(wide, at, { isChosen: at === 0 }));
    const answer = { pieces, files: 1, passedOver: 0, evidence, ends: null, notes: [] };
    const named = async (tokens: number): Promise<number | undefined> =>
      (await ask({ query: 'check', max_tokens: tokens }, answer)).text.match(/task\d+ \d+-\d+/g)?.length;
    expect(await named(1500)).toBe(4);
    expect(await named(4000)).toBe(11);
  });

  it('cuts a long piece after the first where other pieces need the room, and has it whole where none does', async () => {
    const body = (name: string): string =>
      `function ${name}(user: User): void {\n${`  ${name}Step(user, 'words');\n`.repeat(45)}}\n`;
    const names = ['one', 'two', 'three', 'four', 'five'];
    const files = names.map((name) =>
      chunkedFile(`src/${name}.ts`, [body(name)], [{ kind: 'definition', symbols: [name] }]),
    );
    const answer = async (count: number): Promise<string> => {
      const pieces = files.slice(0, count).map((file) => piece(file, 0, { isChosen: true }));
      return (await ask({ query: 'words' }, { pieces, files: count, passedOver: 0, evidence, ends: null, notes: [] }))
        .text;
    };
    const many = await answer(5);
    expect(many.match(/^## src\/\w+\.ts:1-\d+ /gm)?.length).toBeGreaterThanOrEqual(4);
    expect(many.match(/oneStep/g)).toHaveLength(45);
    expect(many.match(/twoStep/g)?.length).toBeLessThan(25);
    expect((await answer(2)).match(/twoStep/g)).toHaveLength(45);
  });

  it('names a long function once, with all its lines', async () => {
    const parts = chunkedFile(
      'src/parts.ts',
      ['function parts(): void {\n  step();\n', '  step();\n', '  step();\n}\n'],
      [
        { kind: 'part', symbols: ['parts'] },
        { kind: 'part', container: 'parts' },
        { kind: 'part', container: 'parts' },
      ],
    );
    const whole = { startLine: 1, endLine: 5 };
    const pieces = [piece(login, 1, { isChosen: true }), ...[2, 0, 1].map((at) => piece(parts, at, { whole }))];
    const { text } = await ask(
      { query: 'check' },
      { pieces, files: 2, passedOver: 0, evidence, ends: null, notes: [] },
    );
    expect(text).toContain('\nsrc/parts.ts: parts 1-5\n');
    expect(text).toContain(', 1 more by name,');
  });

  it('cuts long doc comments, and no comments within code', async () => {
    const told = chunkedFile(
      'src/told.ts',
      [
        `/**\n${' * A long story.\n'.repeat(20)} */\nfunction told(): void {\n${'  // Why it does so.\n'.repeat(6)}  password();\n}\n`,
      ],
      [{ kind: 'definition', symbols: ['told'] }],
    );
    const pieces = [piece(told, 0, { score: 1, isChosen: true })];
    const { text } = await ask(
      { query: 'check the password' },
      { pieces, files: 1, passedOver: 0, evidence, ends: null, notes: [] },
    );
    expect(text).toContain(
      `  /**\n   * A long story.\n  … 20 lines (3-22)\n  function told(): void {\n${'    // Why it does so.\n'.repeat(6)}    password();\n  }\n`,
    );
  });

  it('says of the best files without code what they are', async () => {
    const told = (name: string): ChunkedFile =>
      chunkedFile(
        `src/${name}.ts`,
        [`/**\n * Keeps ${name} safe. More is said below.\n */\nfunction ${name}(): void {}\n`],
        [{ kind: 'definition', symbols: [name] }],
      );
    const python = chunkedFile(
      'src/c.py',
      ['def c():\n    """Keeps c safe.\n\n    More is said below.\n    """\n    pass\n', 'def e():\n    pass\n'],
      [
        { kind: 'definition', symbols: ['c'] },
        { kind: 'definition', symbols: ['e'] },
      ],
    );
    const pieces = [
      piece(login, 1, { score: 1, isChosen: true }),
      ...['a', 'b'].map((name) => piece(told(name), 0)),
      ...[0, 1].map((at) => piece(python, at)),
      piece(told('d'), 0),
    ];
    const { text } = await ask(
      { query: 'check' },
      { pieces, files: 5, passedOver: 0, evidence, ends: null, notes: [] },
    );
    expect(text).toContain(
      '\nsrc/a.ts: a 1-5; Keeps a safe.\nsrc/b.ts: b 1-5; Keeps b safe.\nsrc/c.py: c 1-7, e 8-10; c: Keeps c safe.\nsrc/d.ts: d 1-5\n',
    );
  });

  it('repeats the seen keys, and says when nothing new is left', async () => {
    const first = /seen: "([^"]+)"/.exec((await ask({ query: 'x' }, found)).text)?.[1];
    expect(first?.split(' ')).toHaveLength(2);
    const { text, asked } = await ask(
      { query: 'x', seen: `"abcde, ${first}"` },
      { ...found, pieces: found.pieces.slice(0, 1) },
    );
    expect([...(asked[0]?.seen ?? [])]).toEqual(['abcde', ...first!.split(' ')]);
    expect(text).toContain('seen: "abcde ');
    const nothing = await ask(
      { query: 'x', seen: 'abcde' },
      { pieces: [], files: 3, passedOver: 4, evidence, ends: null, notes: [] },
    );
    expect(nothing.text).toBe(
      'Nothing new found for "x"\n\nnote: All that was found has been seen: ask in other words, or without seen.\n',
    );
    expect((await ask({ query: 'x' })).text).toContain('Nothing found for "x"');
  });

  it.each([
    [{}, 'Query is required'],
    [{ query: ' ' }, 'Query is required'],
    [{ query: 'a', max_tokens: 10 }, 'max_tokens must be'],
    [{ query: 'a', tokens: 10 }, 'tokens'],
    [{ query: 'a', language: 'klingon' }, 'klingon'],
  ])('refuses %j', async (args, message) => {
    const { answer, text } = await ask(args);
    expect(answer.isError).toBe(true);
    expect(text).toContain(message);
  });

  it('never exceeds its budget, whatever it shows, and shows each piece once', async () => {
    const name = fc.stringMatching(/^[a-z/]{1,30}\n?$/);
    const someFile = fc
      .tuple(name, fc.array(fc.string({ unit: 'grapheme', maxLength: 400 }), { minLength: 1, maxLength: 4 }))
      .map(([path, texts]) =>
        chunkedFile(
          path,
          texts,
          texts.map((_, at) => ({ kind: 'definition' as const, symbols: [`s${at}`, 'x'.repeat(at * 90)] })),
        ),
      );
    const pieces = fc.uniqueArray(someFile, { selector: ({ path }) => path, maxLength: 12 }).chain((some) =>
      fc.tuple(
        ...some.flatMap((file) =>
          file.chunks.map((_, at) =>
            fc
              .record({
                score: fc.double({ min: 0, max: 1, noNaN: true }),
                isChosen: fc.boolean(),
                isMentioned: fc.boolean(),
              })
              .map((parts) => piece(file, at, { ...parts, surroundings: parts.isChosen ? around : null })),
          ),
        ),
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        pieces,
        fc.record(
          { max_tokens: fc.integer({ min: 400, max: 12_000 }), max_chars: fc.integer({ min: 1000, max: 50_000 }) },
          { requiredKeys: [] },
        ),
        fc.string({ minLength: 1, maxLength: 3000 }),
        fc.array(fc.stringMatching(/^[0-9a-z]{5}$/), { maxLength: 300 }),
        async (some, sizes, query, keys) => {
          fc.pre(query.trim() !== '');
          const sorted = some.toSorted((a, b) => b.score - a.score);
          const { text } = await ask(
            { query, seen: keys.join(' '), ...sizes },
            { pieces: sorted, files: 100, passedOver: 0, evidence, ends: null, notes: ['A'.repeat(500)] },
          );
          const usualChars = (sizes.max_tokens ?? 0) > 1500 ? 50_000 : 8000;
          expect(text.length).toBeLessThan(sizes.max_chars ?? usualChars);
          expect(approximateTokens(text)).toBeLessThanOrEqual(sizes.max_tokens ?? 12_000);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('has the same facts as data', () => {
    const data = exploreData('check the password', found) as {
      pieces: { path: string; text?: string; around?: { callers: unknown[] } }[];
    };
    expect(data.pieces.map(({ path }) => path)).toEqual(found.pieces.map(({ file }) => file.path));
    expect(data.pieces[0]?.around?.callers).toHaveLength(5);
    expect(data.pieces[1]?.text).toContain('step59');
    expect(data.pieces[2]?.text).toBeUndefined();
  });
});
