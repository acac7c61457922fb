import { describe, expect, it } from 'vitest';
import type { ImpactAnswer } from '../../model/graph.ts';
import { callGraphTool } from '../testing/call-graph-tool.ts';
import { edge, impactAnswer, nothingUnresolved, reached, sites, symbol } from '../testing/fixed-graph.ts';
import { tool } from './tool.ts';

const session = symbol('src/session.ts#Session', { kind: 'interface', exported: true });
const token = symbol('src/session.ts#Session.token', { kind: 'property' });
const login = symbol('src/login.ts#login');
const memory = symbol('src/memory.ts#MemorySession', { kind: 'class' });
const main = symbol('src/main.ts');
const test = symbol('src/login.test.ts', { isTest: true });
const helper = symbol('test/helper.ts#signIn', { isTest: true });

const rich = impactAnswer(
  session,
  [
    reached(test, 2, [edge(test, login)]),
    reached(helper, 1, [edge(helper, session, sites([2], 'type'))]),
    reached(symbol('test/helper.ts#other', { isTest: true }), 3, [edge(test, helper)]),
    reached(login, 1, [edge(login, session, sites([5], 'type')), edge(login, token, sites([7, 9], 'read'))]),
    reached(memory, 1, [edge(memory, session, sites([1], 'implements'))]),
    reached(main, 2, [edge(main, login, sites([3], 'import'))]),
  ],
  { unresolved: { sites: 1, files: 1, samples: [{ path: 'a.lua', line: 3, column: 1, caller: null, kind: 'read' }] } },
);

async function impact(args: Record<string, unknown>, answer: ImpactAnswer) {
  return callGraphTool(tool, { symbol: answer.target.id, ...args }, { impact: answer });
}

describe('get_impact', () => {
  it('shows what is reached by distance and file, and the tests by file', async () => {
    const { text, data, asked } = await impact({}, rich);
    await expect(text).toMatchFileSnapshot('golden/rich.txt');
    expect(asked).toEqual([['impact', { symbol: session.id }]]);
    expect(data).toMatchObject({
      symbols: 3,
      files: 3,
      test_symbols: 3,
      test_files: 2,
      tests: [
        { path: 'test/helper.ts', symbols: 2, nearest: 1 },
        { path: 'src/login.test.ts', symbols: 1, nearest: 2 },
      ],
    });
  });

  it('is one line for each file with detail: files', async () => {
    const { text, data } = await impact({ detail: 'files' }, rich);
    expect(text).toContain(
      'impact: 3 symbols in 3 files; tests: 3 in 2; together 6 in 5\n\n' +
        '  src/login.ts: 1\n  src/memory.ts: 1\n  src/main.ts: 1, nearest at distance 2\n\ntests:\n' +
        '  test/helper.ts: 2\n  src/login.test.ts: 1, nearest at distance 2\n',
    );
    expect(data).toMatchObject({ symbols: 3, test_symbols: 3, by_file: { length: 5 } });
    expect(data['distances']).toBeUndefined();
  });

  it('names the next depth when one was asked for', async () => {
    const { text, asked } = await impact({ maxDepth: 2 }, rich);
    expect(asked).toEqual([['impact', { symbol: session.id, maxDepth: 2 }]]);
    expect(text).toContain('note: What reaches these: maxDepth: 3, or none for all.');
  });

  it.each<[string, Partial<ImpactAnswer>, string]>([
    ['nothing open', { unresolved: nothingUnresolved }, 'impact: nothing in this project\n'],
    ['an open place', { unresolved: rich.unresolved }, 'impact: nothing found, but 1 unresolved place may use it\n'],
    ['a walk cut short', { truncation: { reason: 'nodes', frontier: 7 } }, 'impact: nothing known\n'],
  ])('says how sure it is of an empty answer: %s', async (_, parts, words) => {
    const { text, data } = await impact({}, impactAnswer(session, [], parts));
    expect(text).toContain(words);
    expect(data['summary']).toBe(words.trim());
  });

  it('says where the walk stopped', async () => {
    const { text } = await impact({}, { ...rich, truncation: { reason: 'nodes', frontier: 7 } });
    expect(text).toContain(
      'note: The walk stopped at its limit (number of symbols); 7 symbols it reached were not followed. Ask for',
    );
  });

  it('drops links before symbols, keeps the tests, and counts what it cut', async () => {
    const found = Array.from({ length: 2000 }, (_, i) => {
      const isTest = i % 3 === 0;
      const node = symbol(`src/part-${i % 5}/file-${i}.ts#function${i}`, { isTest });
      return reached(node, 1 + (i % 4), [edge(node, session, sites([1, 2, 3], 'type'))]);
    });
    for (const max of [1000, 8000, 50_000]) {
      const { text, data } = await impact({ max_chars: max }, impactAnswer(session, found));
      expect(text.length).toBeLessThan(max);
      expect(JSON.stringify(data).length).toBeLessThan(max);
      const shown = Number(data['shown']);
      const total = found.filter(({ node }) => !node.isTest).length;
      expect(text).toContain(
        `impact: ${total} symbols in ${total} files; tests: ${2000 - total} symbols in ${2000 - total} files`,
      );
      expect(text).toContain(`note: ${total - shown} of the ${total} symbols do not fit into ${max} characters`);
      expect(text).toMatch(/\ntests: 667 symbols in 667 files\n {2}src\/part/);
      expect(text).toMatch(/note: \d+ of the 667 test files do not fit either\./);
    }
    const few = await impact({}, impactAnswer(session, found.slice(0, 90)));
    expect(few.text).not.toContain('showing:');
    const names = await impact({}, impactAnswer(session, found.slice(0, 130)));
    expect(names.text).toContain('note: To show more symbols, their links are left out');
  });
});
