/** `search_repo` and its command on a small project, over a real server and real processes. */
import { readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProject, type TestProject } from './cli-process.ts';
import { permittedName } from './fixture-project.ts';
import { RawClient, type ToolResult } from './raw-client.ts';

const filler = (name: string): string =>
  Array.from({ length: 30 }, (_, i) => `  ${name}.push(prepare(${name}[${i}], 'some words of this step'));\n`).join('');
const sources = {
  'src/net/retry.ts':
    `/** Tries a request again, a few times. */\nexport async function retryRequest(parts: string[]): Promise<void> {\n${filler('parts')}` +
    `  const retryLimit = 5;\n${filler('parts')}}\n\nexport const patience = 3;\n`,
  'src/net/socket.ts': 'export class SocketPool {\n  open(host: string): void {\n    void host;\n  }\n}\n',
  'src/auth/login.ts':
    '/** Checks the password of a user. */\nexport function authenticateUser(name: string, password: string): boolean {\n  return name === password;\n}\n',
  'src/auth/login.test.ts':
    "import { authenticateUser } from './login.ts';\ntest('password', () => authenticateUser('a', 'b'));\n",
  'tools/report.py': 'def write_report(user):\n    """Writes a report of the user."""\n    return user\n',
  'docs/guide.md': '# Guide\n\nHow users log in, and how a request is tried again.\n',
  'src/i18n/greeting.ts': '// 用户登录 时 显示 问候\nexport const greeting = "こんにちは世界";\n',
  [permittedName('src/odd "name" [x].ts')]: 'export const oddName = /a+(b|c)*$/;\n',
  'empty.ts': '',
};

let project: TestProject;
let client: RawClient;

beforeAll(async () => {
  project = createProject(sources);
  client = new RawClient({ cwd: project.root });
  await client.initialize();
  await client.call('code-scout_index', { background: false });
});
afterAll(async () => {
  await client.close();
  project.remove();
});

/** Asks as an agent does: again, where the answer says that files have just changed. */
async function search(args: Record<string, unknown>): Promise<ToolResult> {
  for (let tries = 0; ; tries++) {
    const answer = await client.call('search_repo', args);
    if (tries === 100 || !/Ask again\.|is being updated/.test(answer.text)) return answer;
    await sleep(20);
  }
}

interface ShownHit {
  score: number;
  path: string;
  start: number;
  end: number;
  language: string;
  chunk: string;
  code: string;
}
const head =
  /^\[(\d+\.\d)% match\] \.\/(.+):(\d+)-(\d+)\nLanguage: (\S+) \| Symbols: .+? \| Chunk: (chunk_\w{14})(?: \| In: .+)?\n/;

function hits({ text }: ToolResult): ShownHit[] {
  return text
    .split(/\n(?=\[\d+\.\d% match\] )/)
    .slice(1)
    .map((block) => {
      const [all = '', score, path = '', start, end, language = '', chunk = ''] = head.exec(block) ?? [];
      expect(block).toMatch(head);
      return {
        score: Number(score),
        path,
        start: Number(start),
        end: Number(end),
        language,
        chunk,
        code: block.slice(all.length),
      };
    });
}
const paths = (result: ToolResult): string[] => hits(result).map(({ path }) => path);

describe('search_repo', () => {
  it('answers a question in words as text only, without data that a client would show instead', async () => {
    const found = await search({ query: 'how is the password checked' });
    expect(found.text).toMatch(/^Found \d+ result\(s\) for query: "how is the password checked"\n\n\[/);
    const [first] = hits(found);
    expect(first).toMatchObject({ path: 'src/auth/login.ts', language: 'typescript', start: 1, end: 4 });
    expect(first?.code).toContain('  export function authenticateUser(name: string, password: string): boolean {\n');
    expect(found.data).toEqual({});
  });

  it('finds a name, and shows the relevant lines of a long chunk', async () => {
    const [first] = hits(await search({ query: 'retryLimit', limit: 1, max_chars: 1000 }));
    expect(first?.path).toBe('src/net/retry.ts');
    expect(first?.code).toContain('\n    const retryLimit = 5;\n'.slice(2));
    expect(first?.code).toMatch(/ {2}… \d+ lines \(\d+-\d+\)\n/);
    expect(first?.code).toContain('note: … marks what is left out of a chunk: get_chunk');
    const whole = await client.call('get_chunk', { chunkId: first?.chunk });
    expect(whole.text).toContain(`Lines: ${first?.start}-${first?.end}\n`);
    expect(whole.text).toContain('  const retryLimit = 5;\n');
  });

  it.each<[string, Record<string, unknown>, (path: string) => boolean]>([
    ['language', { language: 'py' }, (path) => path.endsWith('.py')],
    ['language by name', { language: 'TypeScript' }, (path) => path.endsWith('.ts')],
    ['pathPrefix', { pathPrefix: './src/auth' }, (path) => path.startsWith('src/auth/')],
    ['lang: in the query', { query: 'user lang:python' }, (path) => path.endsWith('.py')],
    ['path: in the query', { query: 'user path:auth' }, (path) => path.includes('auth')],
    ['kind: in the query', { query: 'user kind:definition' }, (path) => /\.(?:ts|py)$/.test(path)],
  ])('filters by %s', async (_, args, fits) => {
    const found = paths(await search({ query: 'user', ...args }));
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((path) => !fits(path))).toEqual([]);
  });

  it('filters by modification time', async () => {
    utimesSync(join(project.root, 'src/auth/login.ts'), 1_000_000, 1_000_000);
    await client.call('code-scout_index', { background: false });
    const old = { query: 'password', before: 2_000_000 };
    expect(paths(await search(old))).toEqual(['src/auth/login.ts']);
    expect(paths(await search({ query: 'password', after: 2_000_000 }))).toContain('src/auth/login.test.ts');
    expect((await search({ ...old, after: 1_500_000 })).text).toMatch(
      /^No matches found\n\nnote: Try without after, before/,
    );
  });

  it('pages through results, best first, and leaves out those below minScore', async () => {
    const all = await search({ query: 'user password request', limit: 50 });
    const pages = [await search({ query: 'user password request', limit: 2 })];
    expect(pages[0]?.text).toMatch(/note: \d+ more files match: the same call with offset: 2 goes on there\.\n/);
    pages.push(await search({ query: 'user password request', limit: 48, offset: 2 }));
    expect(pages.flatMap(paths)).toEqual(paths(all));
    const scores = hits(all).map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    const least = (scores[0]! + scores.at(-1)!) / 200;
    const better = hits(await search({ query: 'user password request', limit: 50, minScore: least }));
    expect(better.map(({ score }) => score)).toEqual(scores.filter((score) => score >= least * 100));
    expect((await search({ query: 'user', offset: 500 })).text).toMatch(/^No matches found\n\nnote: offset is past/);
  });

  it('shows the text that is on disk now', async () => {
    project.write({ 'src/fresh.ts': 'export const freshlyWritten = 1;\n' });
    await client.call('code-scout_index', { background: false });
    project.write({ 'src/fresh.ts': 'const before = 0;\nexport const freshlyWritten = 2;\n' });
    const found = () => search({ query: 'freshlyWritten' });
    // On a machine that is very busy an answer may leave the file out, and say so.
    await expect.poll(async () => hits(await found())[0]?.code).toContain('export const freshlyWritten = 2;');
    project.write({ 'src/fresh.ts': null });
    await expect.poll(async () => paths(await found())).not.toContain('src/fresh.ts');
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['no query', {}, /^Error: Query is required\n/],
    ['an empty query', { query: '' }, /^Error: Query is required\n/],
    ['a query without a word', { query: '?!… ()*' }, /^Error: The query has no word/],
    ['only stop words', { query: 'the of and how is it' }, /^(?:Found|No matches found\n)/],
    [
      'a word that occurs nowhere',
      { query: 'zyxwvut' },
      /^No matches found\n\nnote: Try other words|\nnote: Even the first result is unlikely to answer: try/,
    ],
    [
      'an unknown language in the query',
      { query: 'user lang:nonsense' },
      /^Error: Unknown language: nonsense\nLanguages of this/,
    ],
    ['only a filter', { query: 'lang:nonsense' }, /^Error: The query has no word/],
    [
      'an unknown language',
      { query: 'user', language: 'pithon' },
      /^Error: Unknown language: pithon\nDid you mean python/,
    ],
    [
      'ten thousand characters',
      { query: 'user password '.repeat(714) },
      /^Found \d+ result\(s\) for query: "user password .*…"\n/,
    ],
    ['Chinese', { query: '用户登录' }, /^Found \d+ result\(s\) for query: "用户登录"\n\n.*greeting\.ts:1-2\n/],
    ['Japanese', { query: '世界' }, /\.\/src\/i18n\/greeting\.ts/],
    ['quotes', { query: '"password of a user" "' }, /^Found \d+ .*\n\n.*login\.ts/],
    [
      'line breaks and controls',
      { query: 'user\n\u0000password\t\u001b[2J' },
      /^Found \d+ result\(s\) for query: "user\\n\\u0000password\\t\\u001b\[2J"\n/,
    ],
    ['regex characters', { query: '^a+(b|c)*$ oddName [' }, /odd "?name"? \[x\]\.ts/],
    ['names of object members', { query: '__proto__ constructor toString' }, /^(?:Found|No matches found\n)/],
  ])('accepts %s', async (_, args, words) => {
    const { text, isError } = await search(args);
    expect(text).toMatch(words);
    expect(isError).toBe(text.startsWith('Error:'));
    expect(text.length).toBeLessThan(8000);
  });

  it('gives any query a valid answer of less than 8,000 characters', async () => {
    const word = fc.oneof(
      fc.constantFrom(
        'user',
        'password',
        'retryRequest',
        'how',
        '"some words"',
        'lang:ts',
        'path:src',
        'kind:class',
        '世界',
        '\n',
      ),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
    );
    const query = fc.array(word, { minLength: 1, maxLength: 40 }).map((words) => words.join(' '));
    const limit = fc.constantFrom(1, 10, 50);
    await fc.assert(
      fc.asyncProperty(query, limit, async (asked, most) => {
        const found = await search({ query: asked, limit: most });
        expect(found.text.length).toBeLessThan(8000);
        if (found.isError) {
          expect(found.text).toMatch(/^Error: (?:The query has no word|Query is required)/);
          return;
        }
        const shown = hits(found);
        if (shown.length === 0) {
          expect(found.text).toMatch(/^No matches found\n\nnote: /);
          return;
        }
        expect(found.text.startsWith(`Found ${shown.length} result(s) for query: "`)).toBe(true);
        expect(shown.length).toBeLessThanOrEqual(most);
        for (const { path, start, end, score } of shown) {
          const text = readFileSync(join(project.root, path), 'utf8');
          const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
          expect([start >= 1, start <= end, end <= lines, score <= 100]).toEqual([true, true, true, true]);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('code-scout search', () => {
  it.each<[string[], string]>([
    [['search', 'where', 'is', 'the', 'password', 'checked'], 'src/auth/login.ts:2  function authenticateUser\n'],
    [['search', 'user', '--language', 'py', '--prefix', 'tools/', '--limit', '1'], 'tools/report.py:1  '],
    [
      ['--max-results', '2', 'search', 'user password', '--after', '1970-02-01', '--min-score', '0'],
      'more files match: --offset 2 goes on there',
    ],
  ])('%j', async (args, words) => {
    const { code, stdout } = await project.run(args);
    expect(stdout).toContain(words);
    expect(code).toBe(0);
  });

  it('prints data with --json', async () => {
    const { stdout } = await project.run(['search', 'password', 'user', '--limit', '1', '--json']);
    const data = JSON.parse(stdout) as { total: number; hits: { chunkId: string }[] };
    expect(data).toMatchObject({
      query: 'password user',
      hits: [
        {
          path: 'src/auth/login.ts',
          startLine: 1,
          endLine: 4,
          language: 'typescript',
          symbols: ['authenticateUser'],
          text: sources['src/auth/login.ts'].trimEnd(),
          others: [],
        },
      ],
      next_offset: 1,
    });
    expect(data.total).toBeGreaterThan(1);
    const chunk = await project.run(['chunk', data.hits[0]?.chunkId ?? '']);
    expect(chunk.stdout).toContain('Symbols: authenticateUser\n');
  });

  it.each<[string[], number, string, string]>([
    [['search', 'user', '--prefix', 'nowhere/'], 1, 'No matches found\n\nnote: Try without --prefix,', ''],
    [['search', ' ', '--limit', '5'], 2, '', 'Error: Query is required'],
    [['search', 'x', '--min-score', 'high'], 2, '', 'Error: --min-score must be'],
    [['search', 'x', '--after', '2026-13-45'], 2, '', 'Error: Not a time: 2026-13-45'],
  ])('%j ends with %i', async (args, code, out, err) => {
    const outcome = await project.run(args);
    expect(outcome.stdout).toContain(out);
    expect(outcome.stderr).toContain(err);
    expect(outcome.code).toBe(code);
  });
});
