/** An impact as Markdown. */
import { expect, it } from 'vitest';
import type { ImpactAnswer } from './contract.ts';
import { code, impactMarkdown } from './impact-markdown.ts';

const symbol = {
  id: 'a.ts#price',
  name: 'price',
  qualified: 'price',
  kind: 'function',
  path: 'a.ts',
  line: 1,
  endLine: 2,
} as const;

function answerWith(reached: number): ImpactAnswer {
  const shown = Array.from({ length: reached }, (_, at) => ({
    ...{ qualified: `user${at}`, path: `src/user${at}.ts`, kind: 'function', through: 'price', line: at + 1 },
    ...{ use: 'call', resolution: 'scope' },
  }));
  return {
    of: { kind: 'symbol', symbol: { ...symbol, signature: null, exported: true, isTest: false, package: null } },
    ...{ reached, reachedFiles: reached, shown: reached },
    columns: [
      {
        distance: 1,
        total: reached,
        groups: [{ name: 'shop', symbols: { total: reached, shown } }],
        rest: { symbols: 0, folders: { total: 0, shown: [] } },
      },
    ],
    tests: { total: 2, shown: [{ path: 'a.test.ts', distance: 1, isChanged: false, reason: 'uses a.ts' }] },
    unresolved: { sites: 3, places: { total: 3, shown: [] } },
    ...{ dangling: { total: 0, shown: [] }, frontier: 0, notes: ['A note.'], markdown: '' },
  } as ImpactAnswer;
}

it('says what is reached, which tests to run, and what is not known', () => {
  expect(impactMarkdown(answerWith(1), 5000)).toBe(
    '# Impact of `price`\n\n## Tests to run: 2\n\n- `a.test.ts`: uses a.ts\n- 1 more tests\n\n## Reached: 1 symbols in 1 files\n\n' +
      '### Distance 1: 1\n\n- `shop`: 1\n  - `user0` uses `price` at `src/user0.ts:1`\n\n3 unresolved places may belong to it.\n\nA note.\n',
  );
});

it('says where the symbols are that it does not list', () => {
  const answer = answerWith(1);
  answer.columns[0]!.rest = { symbols: 7, folders: { total: 2, shown: [{ folder: 'src/cart', symbols: 5 }] } };
  expect(impactMarkdown(answer, 5000)).toContain(
    'at `src/user0.ts:1`\n- not listed: 7 symbols in 2 folders\n  - `src/cart`: 5\n',
  );
});

it('leaves out the farthest and says so where it would be too long', () => {
  const text = impactMarkdown(answerWith(200), 2000);
  expect(text.length).toBeLessThanOrEqual(2000);
  expect(text).toContain('`user0`');
  expect(text).not.toContain('`user199`');
  expect(text).toContain('Not all are listed.');
  expect(text).toContain('A note.');
});

it('counts bytes, not letters', () => {
  const answer = answerWith(200);
  answer.columns[0]!.groups[0]!.symbols.shown.forEach((one) => (one.qualified = '名'.repeat(20)));
  expect(Buffer.byteLength(impactMarkdown(answer, 3000))).toBeLessThanOrEqual(3000);
  expect(Buffer.byteLength(impactMarkdown({ ...answer, notes: ['名'.repeat(2000)] }, 1000))).toBeLessThanOrEqual(1000);
});

it('shows names as code, whatever they contain', () => {
  expect(code('a`b``c')).toBe('``` a`b``c ```');
  expect(code('<script>\n# x')).toBe('`<script> # x`');
});
