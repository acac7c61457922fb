import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findWithoutRipgrep } from './plain-search.ts';
import { findText } from './ripgrep.ts';
import type { TextPattern } from './text-search.ts';

let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'code-scout-plain-'));
});
afterAll(() => rmSync(root, { recursive: true }));

/** Letters with case mappings, word and non-word characters, and everything that ends a line or has a meaning in a regular expression. */
const pieces = 'a A k K \u212a s \u017f é É _ 1 - . $ ( ] { \\ / ß İ ı \u0301 \u200d 😀 猫 \r\n \n \r'
  .split(' ')
  .concat(' ', '\t');
const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join(''));
const patterns = fc.record({
  query: fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('')),
  isRegex: fc.constant(false),
  case: fc.constantFrom('smart' as const, 'sensitive' as const, 'insensitive' as const),
  wholeWord: fc.boolean(),
  multiline: fc.constant(false),
});

describe('text by this thread', () => {
  it('finds the same as ripgrep', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(texts, { minLength: 4, maxLength: 12 }),
        patterns,
        async (files, pattern: TextPattern) => {
          const paths = files.map((_, at) => `${at}.txt`);
          for (const [at, text] of files.entries()) writeFileSync(join(root, paths[at]!), text);
          const search = { root, pattern, most: 1000, timeoutMs: 20_000 };
          const here = findWithoutRipgrep({ ...search, paths });
          if (here === null) return;
          expect(here.left).toEqual([]);
          // Too many files for this thread are left to ripgrep.
          const many = Array.from({ length: 250 }, (_, at) => `none-${at}.txt`);
          const { matches } = await findText({ ...search, paths: [...paths, ...many] });
          const inOrder = matches.sort((a, b) => paths.indexOf(a.path) - paths.indexOf(b.path) || a.line - b.line);
          expect(here.matches).toEqual(inOrder);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('leaves files to ripgrep that are read in other ways, and skips missing ones', () => {
    const files: Record<string, Buffer> = {
      'bom.txt': Buffer.from('\ufeffword'),
      'utf16.txt': Buffer.from('\ufeffword', 'utf16le'),
      'latin.txt': Buffer.from('caf\xe9 word', 'latin1'),
      'zero.txt': Buffer.from('word\0word'),
      'large.txt': Buffer.alloc(5_000_000, 'word '),
      'plain.txt': Buffer.from('one\r\ntwo word\r\n'),
    };
    for (const [path, bytes] of Object.entries(files)) writeFileSync(join(root, path), bytes);
    const usual = { isRegex: false, case: 'smart' as const, wholeWord: false, multiline: false };
    const search = { root, paths: [...Object.keys(files), 'gone.txt'], most: 10, timeoutMs: 1000 };
    const found = findWithoutRipgrep({ ...search, pattern: { query: 'word', ...usual } });
    expect(found?.left).toEqual(['bom.txt', 'utf16.txt', 'latin.txt', 'zero.txt', 'large.txt']);
    expect(found?.matches).toEqual([
      { path: 'plain.txt', line: 2, column: 5, length: 4, text: 'two word', isUtf8: true },
    ]);
    expect(findWithoutRipgrep({ ...search, pattern: { query: 'w.rd', ...usual, isRegex: true } })).toBeNull();
  });
});
