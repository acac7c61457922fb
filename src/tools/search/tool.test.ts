import { describe, expect, it } from 'vitest';
import { callGraphTool } from '../testing/call-graph-tool.ts';
import { fresh, symbol, symbolsAnswer } from '../testing/fixed-graph.ts';
import { tool } from './tool.ts';

const place = { module: 'core', package: 'main', exported: true };
const users = symbolsAnswer([
  symbol('src/types.ts#User', { ...place, kind: 'interface', startLine: 1, endLine: 10 }),
  symbol('src/types.ts#UserId', { ...place, kind: 'typeAlias', startLine: 12, endLine: 12, signature: '= string' }),
  symbol('src/models/User.ts#UserService', { ...place, module: 'models', kind: 'class', startLine: 5, endLine: 50 }),
]);

const ask = async (args: Record<string, unknown>, search = users) =>
  callGraphTool(tool, { pattern: 'User*', ...args }, { search });

describe('search', () => {
  it('prints the expected text', async () => {
    const { text, asked } = await ask({});
    await expect(text).toMatchFileSnapshot('golden/users.txt');
    expect(asked).toEqual([['search', { pattern: 'User*', offset: 0, limit: 100 }]]);
  });

  it('has the same facts as data', async () => {
    const { data } = await ask({});
    await expect(`${JSON.stringify(data, null, 2)}\n`).toMatchFileSnapshot('golden/users.json');
  });

  it('passes the arguments on', async () => {
    const filters = { type: 'class', module: 'core', package: 'main', exported: false, offset: 5, limit: 7 };
    expect((await ask(filters)).asked).toEqual([['search', { pattern: 'User*', ...filters }]]);
    expect((await ask({ module: '', package: '' })).asked).toEqual([
      ['search', { pattern: 'User*', offset: 0, limit: 100 }],
    ]);
  });

  it('groups by kind within a file, members by their whole names', async () => {
    const found = symbolsAnswer(
      [
        symbol('a\n.ts#A.b', { kind: 'method', isTest: true }),
        symbol('a\n.ts#A', { kind: 'class', isTest: true }),
        symbol('a\n.ts#A.__proto__', { kind: 'method', isTest: true, signature: '(`x`)' }),
      ],
      { total: 9 },
    );
    const { text, data } = await ask({}, found);
    expect(text).toContain(
      'file: a\\n.ts (test)\n  matches: 3\n  classes[1]:\n    A [10-20]\n  methods[2]:\n    A.b [10-20]\n    A.__proto__ [10-20] (`x`)\n',
    );
    expect(text).toContain('note: 6 more match: the same call with offset: 3 goes on there.');
    expect(data).toMatchObject({ count: 9, showing: 3, next_offset: 3 });
  });

  it('says what to try when nothing matches', async () => {
    const none = await ask({ pattern: 'Usr' }, symbolsAnswer([], { nearest: ['User'] }));
    expect(none.text).toContain('count: 0\nshowing: 0 (offset: 0, limit: 100)\nfiles: 0\n');
    expect(none.text).toContain(
      'note: The nearest names: User.\nnote: Nothing matches; use * for any letters (*Usr*);',
    );
    const others = { total: 7, first: symbol('src/a.ts#User', { module: 'core', exported: false }) };
    const filtered = await ask({ pattern: 'User', exported: true, module: 'api' }, symbolsAnswer([], { others }));
    expect(filtered.text).toContain(
      'note: Without module and exported 7 would match, such as src/a.ts#User (module core, exported false).\n',
    );
    expect((await ask({ pattern: '*' }, symbolsAnswer([]))).text).toContain('note: Nothing matches; code-scout_search');
    const past = await ask({ offset: 50 }, symbolsAnswer([], { total: 9 }));
    expect(past.text).toContain('note: offset is past the last of the 9 symbols that match.');
    const state = { ...fresh, freshness: { state: 'indexing' as const, refreshed: 0, note: 'Still indexing.' } };
    expect((await ask({}, symbolsAnswer([], { state }))).text).toContain('note: Still indexing.');
  });

  it.each([1000, 8000, 50_000])('holds %i characters and pages on', async (max) => {
    const symbols = Array.from({ length: 1000 }, (_, i) =>
      symbol(`src/file-${i % 90}.ts#${'name'.repeat(9)}${i}`, { signature: `(${'x'.repeat(150)})` }),
    );
    const { text, data } = await ask(
      { limit: 1000, offset: 10, max_chars: max },
      symbolsAnswer(symbols, { total: 2000 }),
    );
    expect(text.length).toBeLessThan(max);
    expect(JSON.stringify(data).length).toBeLessThan(max);
    const shown = Number(data['showing']);
    expect(data['next_offset']).toBe(10 + shown);
    expect(text).toContain(
      `${1000 - shown} of the 1000 symbols found do not fit into ${max} characters: the same call with offset: ${10 + shown}`,
    );
    expect(text.match(/^ {4}\S/gm)).toHaveLength(shown);
  });

  it.each([
    [{ pattern: undefined }, 'pattern is required'],
    [{ pattern: '' }, 'pattern is required'],
    [{ limit: 1001 }, 'limit must be at most 1000'],
    [{ type: 'klass' }, 'type must be one of class, interface'],
  ])('refuses %j', async (args, message) => {
    expect((await ask(args)).text).toMatch(new RegExp(`^Error: ${message}`));
  });
});
