import { describe, expect, it } from 'vitest';
import { mentionedFiles } from './mentioned-paths.ts';

const paths = [
  'django/db/models/__init__.py',
  'django/db/models/query.py',
  'django/db/models/sql/query.py',
  'docs/query.md',
  'lib/index.ts',
  'packages/a/src/parse.ts',
  'packages/b/src/parse.ts',
  'src/Router.ts',
  'docs/setup.py',
  'setup.py',
];

const cases: [question: string, found: Record<string, number>][] = [
  ['nothing is named here, nor v1.2.3 or e.g. this', {}],
  ['File "/usr/lib/python3/site-packages/django/db/models/query.py", line 10', { 'django/db/models/query.py': 1 }],
  ['see sql/query.py.', { 'django/db/models/sql/query.py': 1 }],
  ['query.py fails', { 'django/db/models/query.py': 0.5, 'django/db/models/sql/query.py': 0.5 }],
  ['https://github.com/x/y/blob/abc/docs/query.md#L10', { 'docs/query.md': 1 }],
  ['C:\\work\\packages\\a\\src\\parse.ts:3', { 'packages/a/src/parse.ts': 1 }],
  ['./src/router.ts', { 'src/Router.ts': 1 }],
  ['django.db.models.sql.query.Query.chain', { 'django/db/models/sql/query.py': 1 }],
  ['at /home/u/mod/project@v2/setup.py:3', { 'setup.py': 1 }],
  ['setup.py', { 'setup.py': 0.5, 'docs/setup.py': 0.5 }],
  ['import django.db.models', { 'django/db/models/__init__.py': 1 }],
  ['self.query.filter() and a.b.query', {}],
  ['queryXpy and Xquery.py', {}],
  ['__proto__.constructor.toString ../../../ // \\\\ a/b/c/', {}],
];

describe('files that a query mentions', () => {
  it.each(cases)('%s', (question, found) => {
    const named = [...mentionedFiles(question, paths)].map(([row, { share }]) => [paths[row], share]);
    expect(Object.fromEntries(named)).toEqual(found);
  });

  it.each([
    ['File "/app/django/db/models/sql/query.py", line 10, in chain', [10]],
    ['at Query.chain (sql/query.py:12:5) and sql/query.py:30', [12, 30]],
    ['in /_/django/db/models/sql/query.py:line 7', [7]],
    ['sql/query.py(8,1): error', [8]],
    ['https://github.com/x/y/blob/abc/sql/query.py#L9-L11', [9]],
    ['the loop in sql/query.py line 5', [5]],
    ['sql/query.py: 3 things, sql/query.py:4th, and sql/query.py:0', []],
  ])('with the given lines: %s', (question, lines) => {
    expect([...mentionedFiles(question, paths).values()]).toEqual([{ share: 1, lines }]);
  });

  it('finds nothing for a name that too many files have', () => {
    const many = Array.from({ length: 30 }, (_, at) => `packages/p${at}/index.ts`);
    expect(mentionedFiles('index.ts', many).size).toBe(0);
    expect([...mentionedFiles('p7/index.ts', many).keys()]).toEqual([7]);
  });

  it('reads very long queries in time linear in their length', () => {
    const long = `${'a/'.repeat(100_000)} ${'a.'.repeat(100_000)} ${'x'.repeat(100_000)}`;
    expect(mentionedFiles(long, paths).size).toBe(0);
  });
});
