import { existsSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { checkUnit } from './check-boundaries.ts';
import { at, start } from './lib/repository.ts';
import { kinds, scaffold } from './lib/scaffold.ts';

describe('scaffold', () => {
  it.each(kinds)('writes a %s that parses and follows the rules', (kind) => {
    const { files, next } = scaffold(kind, 'sample');
    for (const [path, content] of Object.entries(files)) {
      expect(parseSync(path, content).errors).toEqual([]);
      expect(checkUnit(path, content)).toEqual([]);
    }
    expect(Object.keys(files).length).toBeGreaterThan(0);
    expect(next).toContain('fails until then');
  });

  it.each([
    ['tool', 'get-callers', true],
    ['tool', 'Get', false],
    ['tool', '../evil', false],
    ['tool', '', false],
    ['language', 'csharp', true],
    ['language', 'c-sharp', false],
  ] as const)('%s %s: %s', (kind, name, fine) => {
    const attempt = (): unknown => scaffold(kind, name);
    if (fine) expect(attempt).not.toThrow();
    else expect(attempt).toThrow('must match');
  });

  it('writes nothing for a language of which only words are indexed so far, and says what to do', async () => {
    const { code, output } = await start('node', [at('scripts', 'new.ts'), 'language', 'haskell']);
    expect([code, output]).toEqual([2, expect.stringContaining('out of src/languages/text first')]);
    expect(existsSync(at('src', 'languages', 'haskell'))).toBe(false);
  });
});
