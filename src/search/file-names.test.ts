import { describe, expect, it } from 'vitest';
import { fileNameScorer } from './file-names.ts';
import { parseHybridQuery } from './hybrid/query.ts';
import { weighTerms } from './hybrid/ranking.ts';
import { TermImpacts } from './term-impacts.ts';

const score = (query: string): ((path: string) => number) => {
  const parsed = parseHybridQuery(query, () => false);
  const impacts = parsed.terms.map(
    () => new TermImpacts(1, false, { rows: Uint32Array.of(0), impacts: Uint16Array.of(1), named: Uint8Array.of(0) }),
  );
  return fileNameScorer(weighTerms(parsed, 10, impacts));
};

/** Paths in the expected order, best first. */
const orders: [query: string, ...paths: string[]][] = [
  [
    'how does the picker open',
    'lua/pickers.lua',
    'lua/picker_window.lua',
    'lua/picker/open_of_all_things.lua',
    'lua/other.lua',
  ],
  ['session store', 'src/session-store.ts', 'src/SessionStoreOfUsers.ts', 'src/session.of.users.ts'],
  ['flask', 'src/flask/__init__.py', 'src/flask/app.py'],
  ['session', 'session/index.test.ts', 'src/index/other.ts'],
];

describe('the name of a file', () => {
  it.each(orders)('%s', (query, ...paths) => {
    const scores = paths.map(score(query));
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(scores[0]).toBeGreaterThan(scores.at(-1)!);
  });

  it('scores nothing without a word of the query, or without any word', () => {
    const of = score('constructor __proto__ picker');
    expect(['a.b', '...', '', 'x/', '.other', 'index.ts', '/index.ts'].map(of)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });
});
