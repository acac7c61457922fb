import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HybridHit, HybridSearchResult } from '../../engine/types.ts';
import { callTool } from '../call-tool.ts';
import { chunkedFile } from '../testing/fixed-chunks.ts';
import { fixedEngine } from '../testing/fixed-engine.ts';
import { hybridSearchData } from './data.ts';
import { tool } from './tool.ts';

async function ask(args: Record<string, unknown>, repo?: HybridSearchResult) {
  const engine = fixedEngine(repo === undefined ? {} : { repo });
  const context = { signal: new AbortController().signal, progress: null };
  const answer = await callTool(tool, args, async () => engine, context);
  return { text: answer.texts.join('\n'), asked: engine.asked.repo, answer };
}

const login = chunkedFile(
  'src/auth/login.ts',
  [
    "import { database } from './database';",
    'function authenticateUser(username, password) {\n\treturn database.findUser(username);\n}\n\nconst tries = 3;\n\n',
    'export class Session {\n  token = 1;\n  user = 2;\n}',
  ],
  [
    { kind: 'imports' },
    { kind: 'group', symbols: ['authenticateUser', 'tries'] },
    { kind: 'definition', symbols: ['Session', 'Session.token', 'Session.user'] },
  ],
);
const body = Array.from({ length: 60 }, (_, i) =>
  i === 40 ? '    checkPassword(user);' : `    step${i}(user, 'words');`,
);
const long = chunkedFile(
  'src/long.ts',
  [
    `  /** Signs in. */\n  async signIn(\n    user: User,\n  ): Promise<void> {\n${body.join('\n')}\n  }`,
    'a',
    'b',
    'c',
    'd',
  ],
  [{ kind: 'definition', symbols: ['Login.signIn'], container: 'Login' }],
);

function hit(file: typeof login, at: number, score: number, others: readonly number[] = []): HybridHit {
  return { file, chunk: file.chunks[at]!, score, others: others.map((one) => file.chunks[one]!) };
}
const found: HybridSearchResult = {
  total: 12,
  hits: [hit(login, 1, 0.953, [2, 0]), hit(long, 0, 0.41, [1, 2, 3, 4])],
  notes: ['Still indexing: 3 of 9 files.'],
};

describe('search_repo', () => {
  it('prints the expected text', async () => {
    const { text } = await ask({ query: 'check the password', limit: 2, max_chars: 2000 }, found);
    await expect(text).toMatchFileSnapshot('golden/two.txt');
  });

  it('shows declarations and the lines around the words, and says what it left out', async () => {
    const { text } = await ask(
      { query: 'where is checkPassword called', max_chars: 1200 },
      { ...found, hits: [hit(long, 0, 1)] },
    );
    expect(text).toContain('  async signIn(\n');
    expect(text).toContain('\n      checkPassword(user);\n');
    const left = [...text.matchAll(/^ {2}… (\d+) lines? \((\d+)(?:-(\d+))?\)$/gm)];
    expect(left.length).toBeGreaterThan(0);
    for (const [, count, from, to = from] of left) expect(Number(count)).toBe(Number(to) - Number(from) + 1);
    expect(text).toContain('note: … marks what is left out of a chunk: get_chunk shows all of it.');
  });

  it('reads a line of a megabyte of spaces', async () => {
    const text = `if (checkPassword(user)) {\n${' '.repeat(1_000_000)}s\n${')'.repeat(1_000_000)}s\n}`;
    const wide = chunkedFile('src/wide.ts', [text], [{ kind: 'definition', symbols: ['wide'] }]);
    const answer = await ask({ query: 'checkPassword' }, { total: 1, hits: [hit(wide, 0, 1)], notes: [] });
    expect(answer.text).toContain('if (checkPassword(user)) {');
  });

  it('gives later results less room', async () => {
    const hits = Array.from({ length: 10 }, () => hit(long, 0, 0.9));
    const { text } = await ask({ query: 'user' }, { total: 10, hits, notes: [] });
    const sizes = text
      .split(/^\[/m)
      .slice(1)
      .map((one) => one.length);
    expect(sizes).toHaveLength(10);
    expect(sizes[0]).toBeGreaterThan(2 * sizes[9]!);
    expect(sizes.slice(0, 9).every((size, index) => size + 60 > sizes[index + 1]!)).toBe(true);
  });

  it('never cuts a body of few lines that has some room', async () => {
    const few = chunkedFile(
      'src/few.ts',
      [`function few(user: User): void {\n${"  checkPassword(user, 'words');\n".repeat(13)}}\n`],
      [{ kind: 'definition', symbols: ['few'] }],
    );
    const hits = [hit(long, 0, 0.9), ...Array.from({ length: 5 }, () => hit(few, 0, 0.3))];
    const { text } = await ask({ query: 'user', max_chars: 3800 }, { total: 6, hits, notes: [] });
    expect(text).toMatch(/ … \d+ lines/);
    for (const one of text.split(/^\[30/m).slice(1)) expect(one.match(/checkPassword/g)).toHaveLength(13);
  });

  it('shows the whole block around what matched', async () => {
    const block =
      '    for (const one of user.all) {\n      first(one);\n      checkPassword(one);\n      last(one);\n    }\n';
    const many = Array.from({ length: 40 }, (_, at) => `    step${at}();\n`);
    const blocks = chunkedFile(
      'src/blocks.ts',
      [`  run(): void {\n${many.join('')}${block}${many.join('')}  }\n`],
      [{ kind: 'definition', symbols: ['Login.run'], container: 'Login' }],
    );
    const { text } = await ask(
      { query: 'checkPassword', max_chars: 1000 },
      { total: 1, hits: [hit(blocks, 0, 1)], notes: [] },
    );
    expect(text).toContain(block.replaceAll(/^/gm, '  ').trimEnd());
  });

  it('leaves out doc comments before code', async () => {
    const told = chunkedFile(
      'src/told.ts',
      [
        `/**\n${' * The password of a user is checked.\n'.repeat(20)} */\nfunction told(): void {\n${'  work();\n'.repeat(20)}}\n`,
      ],
      [{ kind: 'definition', symbols: ['told'] }],
    );
    const { text } = await ask(
      { query: 'user password checked', max_chars: 1000 },
      { total: 1, hits: [hit(told, 0, 1)], notes: [] },
    );
    expect(text.match(/work\(\);/g)).toHaveLength(20);
    expect(text).toMatch(/^ {2}… \d+ lines \(\d+-22\)$/m);
  });

  it('counts results that do not fit, and names the call that shows them', async () => {
    const hits = Array.from({ length: 50 }, () => hit(login, 1, 0.9));
    const { text } = await ask(
      { query: 'user', limit: 50, offset: 50, max_chars: 2000 },
      { total: 300, hits, notes: [] },
    );
    const shown = text.split(/^\[90/m).length - 1;
    expect(text).toMatch(new RegExp(`^Found ${shown} result\\(s\\) for query: "user"\n`));
    expect(text).toContain(
      `note: ${50 - shown} of the 50 results do not fit into 2000 characters: the same call with offset: ${50 + shown} goes on there`,
    );
  });

  it.each<[string, Record<string, unknown>, Partial<HybridSearchResult>, string]>([
    ['without filters', {}, {}, 'note: Try other words for the same thing'],
    ['with filters', { language: 'py', after: 5 }, {}, 'note: Try without language, after, or other words'],
    ['with filters in the query', { query: 'user lang:cobol' }, {}, 'note: Try without lang:, or other'],
    ['with a least score', { minScore: 0.9 }, {}, 'note: Try without minScore, or other'],
    ['past the end', { offset: 30 }, { total: 12 }, 'note: offset is past the last of the 12 files found.'],
    ['while it is indexed', {}, { notes: ['Still indexing.'] }, 'note: Still indexing.\n'],
  ])('says that nothing was found %s, and what to do', async (_, args, parts, words) => {
    const { text, answer } = await ask({ query: 'user', ...args }, { total: 0, hits: [], notes: [], ...parts });
    expect(text).toMatch(/^No matches found\n\nnote: /);
    expect(text).toContain(words);
    expect([answer.isError, answer.log]).toEqual([
      undefined,
      { query: args['query'] ?? 'user', results: 0, cache: false },
    ]);
  });

  it.each<[number, number, boolean]>([
    [0.05, 0, true],
    [0.05, 10, false],
    [0.5, 0, false],
  ])('says whether the best is likely (%f from %i on)', async (score, offset, said) => {
    const { text } = await ask({ query: 'user', offset }, { ...found, hits: [hit(login, 1, score)] });
    expect(text.includes('\nnote: Even the first result is unlikely to answer')).toBe(said);
  });

  it('passes exact filters to the engine', async () => {
    const filters = {
      language: 'C#',
      pathPrefix: './src/',
      after: 100,
      before: 200.5,
      minScore: 0.5,
      offset: 3,
      limit: 7,
    };
    const { asked } = await ask({ query: ' find users ', ...filters });
    const exact = { language: 'csharp', pathPrefix: 'src/', afterMs: 100_000, beforeMs: 200_500 };
    expect(asked).toEqual([{ query: 'find users', minScore: 0.5, offset: 3, limit: 7, ...exact }]);
    expect((await ask({ query: 'x', language: '', pathPrefix: '/project/' })).asked).toEqual([
      { query: 'x', limit: 10 },
    ]);
  });

  it.each<[Record<string, unknown>, string]>([
    [{}, 'Error: Query is required\n'],
    [{ query: ' \n' }, 'Error: Query is required\n'],
    [{ query: 5 }, 'Error: query must be a string\n'],
    [{ query: 'x', limit: 51 }, 'Error: limit must be at most 50\n'],
    [{ query: 'x', minScore: 50 }, 'Error: minScore must be at most 1\n'],
    [{ query: 'x', after: 1_763_800_000_000 }, 'Error: after is in Unix seconds, not milliseconds\n'],
    [{ query: 'x', after: 20, before: 10 }, 'Error: after must be earlier than before\n'],
    [{ query: 'x', language: 'pythn' }, 'Error: Unknown language: pythn\nDid you mean python?'],
    [{ query: 'x', path: 'src' }, 'Error: Unknown argument: path\n'],
  ])('refuses %j', async (args, words) => {
    const { text, asked } = await ask(args);
    expect(text).toContain(words);
    expect(asked).toEqual([]);
  });

  it('has the same facts as data, each chunk complete', () => {
    expect(hybridSearchData(found, { query: 'user', limit: 2 })).toMatchObject({
      total: 12,
      hits: [
        {
          path: 'src/auth/login.ts',
          startLine: 2,
          endLine: 8,
          score: 0.953,
          language: 'typescript',
          symbols: ['authenticateUser', 'tries'],
          text: 'function authenticateUser(username, password) {\n\treturn database.findUser(username);\n}\n\nconst tries = 3;\n\n',
          others: [{ startLine: 9, symbols: ['Session', 'Session.token', 'Session.user'] }, { startLine: 1 }],
        },
        { container: 'Login' },
      ],
      notes: found.notes,
      next_offset: 2,
    });
    expect(hybridSearchData(found, { query: 'user', limit: 3 })).not.toHaveProperty('next_offset');
  });
});

const word = fc.constantFrom(
  'user',
  'checkPassword',
  '}',
  '',
  '\t',
  '// why',
  'é'.repeat(30),
  '😀',
  '\u0007',
  'x'.repeat(3000),
);
const line = fc.array(word, { maxLength: 5 }).map((parts) => parts.join(' '));
const name = fc.constantFrom('user', 'Outer.user', 'n'.repeat(300), 'a\nb', '__proto__', '#x');
const chunk = fc.record({
  text: fc.array(line, { minLength: 1, maxLength: 70, size: 'max' }).map((lines) => lines.join('\n')),
  part: fc.record({
    symbols: fc.uniqueArray(name, { maxLength: 6 }),
    container: fc.constantFrom(null, 'Outer', 'o'.repeat(400)),
  }),
});
const anyHit = fc
  .record({
    chunks: fc.array(chunk, { minLength: 1, maxLength: 4 }),
    path: fc.constantFrom('a.ts', 'd/'.repeat(400), 'odd\nname'),
    score: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ chunks, path, score }) => {
    const texts = chunks.map(({ text }) => text);
    const file = chunkedFile(
      path,
      texts,
      chunks.map(({ part }) => part),
    );
    return { file, chunk: file.chunks[0]!, score, others: file.chunks.slice(1) };
  });

describe('any answer', () => {
  it('stays within its size, shows lines as they are and in order, and counts every other one', async () => {
    const limits = fc.constantFrom(1000, 3000, 8000, 50_000);
    const notes = fc.array(fc.constantFrom('Still indexing.', 'n'.repeat(900)), { maxLength: 2 });
    const query = fc.constantFrom('user', '"'.repeat(500), 'how is checkPassword done', '😀'.repeat(90), 'a\nb');
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyHit, { minLength: 1, maxLength: 30 }),
        query,
        limits,
        notes,
        async (hits, asked, max, said) => {
          const { text } = await ask({ query: asked, limit: 50, max_chars: max }, { total: 99, hits, notes: said });
          expect(text.length).toBeLessThan(max);
          const blocks = text.split(/^\[\d+\.\d% match\] /m).slice(1);
          expect(blocks.length).toBeGreaterThan(0);
          expect(text).toContain(`Found ${blocks.length} result(s)`);
          for (const [index, block] of blocks.entries()) expectWhole(hits[index]!, block);
        },
      ),
      { numRuns: 60 },
    );
  });
});

/** Each line of the chunk is there, or counted. */
function expectWhole({ file, chunk: { startLine, endLine } }: HybridHit, block: string): void {
  // A line of code that looks like the end of the block is none here.
  const shown = block.split('\n').slice(2);
  let number = startLine;
  for (const text of shown) {
    const [, count, from, to = from] = /^ {2}… (\d+) lines? \((\d+)(?:-(\d+))?\)$/.exec(text) ?? [];
    if (count !== undefined) {
      expect([Number(from), Number(to) - Number(from) + 1]).toEqual([number, Number(count)]);
      number = Number(to) + 1;
      continue;
    }
    const expected = file.lines.slice(number - 1, number)[0];
    if (number > endLine || expected === undefined) break;
    const [, start, cut] = /^ {2}([^]*)… \((\d+) more characters\)$/.exec(text) ?? [];
    if (start === undefined && text !== (expected === '' ? '' : `  ${expected}`)) break;
    if (start !== undefined) {
      expect([expected.startsWith(start), start.length + Number(cut)]).toEqual([true, expected.length]);
      // The words about it would take more.
      expect(Number(cut)).toBeGreaterThan(`… (${cut} more characters)`.length);
    }
    number++;
  }
  const rest = file.lines.slice(number - 1, endLine);
  expect(rest.filter((one) => one.trim() !== '')).toEqual([]);
}
