import { describe, expect, it } from 'vitest';
import type { UsageAnswer } from '../../model/graph.ts';
import { callGraphTool } from '../testing/call-graph-tool.ts';
import { symbol, usageAnswer } from '../testing/fixed-graph.ts';
import { tool } from './tool.ts';

const login = symbol('src/auth/login.ts#authenticateUser', { startLine: 15, endLine: 17, exported: true });
const use = (path: string, parts: Partial<UsageAnswer['uses'][number]> = {}): UsageAnswer['uses'][number] => ({
  path,
  isTest: false,
  startLine: 10,
  endLine: 15,
  line: 12,
  column: 3,
  kind: 'call',
  resolution: 'scope',
  caller: 'route',
  text: 'authenticateUser(req.body.username, req.body.password)',
  chunk: null,
  ...parts,
});
const code = 'function authenticateUser(username, password) {\n\treturn verify(`a`, username);\r\n}';

const rich = usageAnswer({
  definitions: [
    { node: login, docstring: 'Checks a user.\nThen more.', text: code, cutLines: 4, chunks: ['chunk_definition0'] },
  ],
  uses: [
    use('src/routes/auth.ts'),
    use('src/top.ts', {
      startLine: 2,
      endLine: 2,
      line: 2,
      caller: null,
      resolution: 'name',
      kind: 'read',
      text: 'hand(authenticateUser)',
    }),
    use('src/tests/auth.test.ts', { isTest: true, caller: null, text: "test('authenticateUser', () => { ... })" }),
  ],
  totalUses: 5,
  unresolved: { sites: 1, files: 1, samples: [{ path: 'x.js', line: 4, column: 1, caller: null, kind: 'call' }] },
});

const ask = async (args: Record<string, unknown>, usage = rich) =>
  callGraphTool(tool, { symbol: usage.definitions[0]?.node.id, ...args }, { usage });

const route = {
  id: 'chunk_route00000000',
  path: 'src/routes/auth.ts',
  startLine: 1,
  endLine: 60,
  lines: Array.from({ length: 60 }, (_, i) =>
    [11, 13, 40].includes(i) ? `\t\tauthenticateUser(${i + 1});` : `\t\tstep(${i + 1});`,
  ),
};
const atLine = (line: number, parts: Partial<UsageAnswer['uses'][number]> = {}) =>
  use(route.path, { line, startLine: 8, endLine: 58, chunk: route.id, text: `authenticateUser(${line});`, ...parts });
const chunked = usageAnswer({
  definitions: rich.definitions,
  uses: [
    atLine(12),
    atLine(14),
    use('src/gone.ts'),
    atLine(41, { kind: 'read', caller: 'Routes.all', resolution: 'name' }),
  ],
  chunks: [route],
});

describe('explain_usage by chunks', () => {
  it.each([50_000, 8000])('shows those around the uses, each once (max_chars %i)', async (max_chars) => {
    const { text } = await ask({ max_chars }, chunked);
    expect(text).toContain('Found in 3 chunk(s)\nUses: 4 (called 3, read 1)\n');
    expect(text).toContain(
      '\n  1. ./src/routes/auth.ts:1-60 (called at 12, 14 in route; read at 41 in Routes.all, by name only) | Chunk: chunk_route00000000\n' +
        '       … 7 lines (1-7)\n       step(8);\n',
    );
    expect(text).toContain('\n       step(24);\n       … 6 lines (25-30)\n       step(31);\n');
    expect(text).toContain('\n       step(51);\n       … 9 lines (52-60)\n');
    expect(text.match(/^ {7}authenticateUser\(41\);$/gm)).toHaveLength(1);
    expect(text).toContain('\n  2. ./src/gone.ts:10-15 (called at 12 in route)\n       authenticateUser(req.');
    expect(text).toContain('note: Of each chunk, only the lines around its uses are shown: get_chunk shows all of it.');
  });

  it('shows fewer lines around the uses if there is less room, down to the uses themselves', async () => {
    const long = { ...route, lines: route.lines.map((line) => `${line} // ${'x'.repeat(90)}`) };
    const text = async (max: number): Promise<string> =>
      (await ask({ max_chars: max }, { ...chunked, chunks: [long] })).text;
    const around = async (max: number): Promise<string[]> =>
      [...(await text(max)).matchAll(/^ {7}(?:step|authenticateUser)\((\d+)\)/gm)].map(([, line]) => line!);
    expect((await around(3000)).length).toBeLessThan((await around(8000)).length);
    expect(await around(1200)).toEqual(['12', '13', '14', '41']);
    expect(await text(1200)).toContain('… 26 lines (15-40)\n');
  });
});

describe('explain_usage', () => {
  it('prints the expected text', async () => {
    const { text, asked, answer } = await ask({});
    await expect(text).toMatchFileSnapshot('golden/rich.txt');
    expect(asked).toEqual([['usage', { symbol: login.id, limit: 20 }]]);
    expect(answer.structured).toBeUndefined();
  });

  it('shows each of several definitions', async () => {
    const other = symbol('b.ts#authenticateUser', { kind: 'variable' });
    const definitions = [
      ...rich.definitions,
      { node: other, docstring: null, text: 'let authenticateUser;', cutLines: 0, chunks: [] },
    ];
    const { text } = await callGraphTool(tool, { symbol: 'authenticateUser' }, { usage: { ...rich, definitions } });
    expect(text).toContain('\nDefinition 1 of 2:\n  File: ./src/auth/login.ts\n');
    expect(text).toContain('\nDefinition 2 of 2:\n  File: ./b.ts\n  Lines: 10-20\n');
  });

  it.each<[string, Partial<UsageAnswer>, string]>([
    ['nothing', {}, 'Uses: none\n'],
    ['open places', { unresolved: rich.unresolved }, 'Uses: none found, but 1 unresolved place may use it\n'],
  ])('says how sure it is that there is no use: %s', async (_, parts, words) => {
    const { text } = await ask({}, usageAnswer({ definitions: rich.definitions, ...parts }));
    expect(text).toContain(words);
    expect(text).not.toContain('Usage:');
  });

  it('names the nearest symbols for an unknown one', async () => {
    const { answer, text } = await callGraphTool(tool, { symbol: 'nope' }, { nearest: ['note'] });
    expect(text).toMatch(/^Error: Symbol not found: nope\nThe nearest: note\./);
    expect(answer.structured).toMatchObject({ error: { type: 'NotFoundError' } });
  });

  it.each([1000, 8000, 50_000])(
    'holds %i characters, code first and uses last to go, and counts what it cut',
    async (max) => {
      const long = Array.from({ length: 60 }, (_, i) => `  line(${i}, '${'x'.repeat(150)}');`).join('\n');
      const definitions = Array.from({ length: 8 }, () => ({
        node: login,
        docstring: null,
        text: long,
        cutLines: 0,
        chunks: [],
      }));
      const uses = Array.from({ length: 400 }, (_, i) => use(`src/file-${i}.ts`));
      const { text } = await ask({ limit: 400, max_chars: max }, usageAnswer({ definitions, uses, totalUses: 900 }));
      expect(text.length).toBeLessThan(max);
      const shown = text.match(/^ {2}\d+\. /gm)?.length ?? 0;
      expect(shown).toBeGreaterThan(0);
      expect(text).toMatch(/ {4}\.\.\. and \d+ more lines\n/);
      if (shown < 400)
        expect(text).toContain(`note: ${400 - shown} of the 400 uses found do not fit into ${max} characters`);
      expect(text).toContain('note: 500 more uses: a larger limit (up to 500) shows more.');
    },
  );
});

describe('explain_usage without code', () => {
  it('names the users by file with their lines', async () => {
    const { text } = await ask({ detail: 'names' });
    expect(text).toContain(
      'explain_usage: src/auth/login.ts#authenticateUser\nfunction [15-17] exp in src/auth/login.ts\nUses: 5',
    );
    expect(text).toContain('\nfile: src/routes/auth.ts\n  route calls at 12\n');
    expect(text).toContain('\nfile: src/top.ts\n  (top level) reads at 2 (by name only)\n');
    expect(text).toContain('\nfile: src/tests/auth.test.ts (test)\n  (top level) calls at 12\n');
    expect(text).not.toContain('verify(');
    expect(text).toContain('note: 2 more uses: ');
  });

  it('counts the uses of each file, and what does not fit', async () => {
    const { text, asked } = await ask({ detail: 'files' });
    expect(asked).toEqual([['usage', { symbol: 'src/auth/login.ts#authenticateUser', limit: 500 }]]);
    expect(text).toContain(
      '\n2 uses in 2 files; tests: 1 in 1; together 3 in 3\n\n  src/routes/auth.ts: 1\n  src/top.ts: 1\n\ntests:\n  src/tests/auth.test.ts: 1\n',
    );
    const many = Array.from({ length: 300 }, (_, i) => use(`src/part-${i}.ts`));
    const cut = await ask({ detail: 'names', max_chars: 2000 }, usageAnswer({ ...rich, uses: many, totalUses: 300 }));
    expect(cut.text.length).toBeLessThan(2000);
    expect(cut.text).toMatch(/note: \d+ of the 300 uses do not fit/);
  });
});
