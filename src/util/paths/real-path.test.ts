import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('resolves paths in one place, spelled as the file system has them', () => {
  const files = globSync('src/**/*.ts', { exclude: (path) => /\.test\.ts$|testing$/.test(path) });
  expect(files.length).toBeGreaterThan(500);
  const others = files.filter((path) => /realpathSync\(|fs\.realpath|\brealpath\(/.test(readFileSync(path, 'utf8')));
  expect(others).toEqual([]);
});
