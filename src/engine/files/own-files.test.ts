import { describe, expect, it } from 'vitest';
import { ownFilePatterns } from './own-files.ts';

describe('the index among the files of the project', () => {
  it.each([
    [':memory:', []],
    ['/elsewhere/x.db', []],
    ['.code-scout/database.db', []],
    ['/project/.code-scout/other.db', []],
    ['x.db', ['/x.db', '/x.db-*', '/x.db.*', '/x.*.db*', '/x.*.sqlite*']],
    ['/project/a b/[x]', [String.raw`/a\ b/\[x\]`, String.raw`/a\ b/\[x\]-*`, String.raw`/a\ b/\[x\].*`]],
  ])('%s', (path, patterns) => {
    expect(ownFilePatterns('/project', { database: { path } })).toEqual(patterns);
  });
});
