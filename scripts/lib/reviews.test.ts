/** The tests that docs/history/reviews.md names exist, so that the table stays true. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';

const top = join(import.meta.dirname, '../..');
const files = globSync('{src,test,scripts}/**/*.test.ts', { cwd: top });

it('names tests that exist', () => {
  const rows = readFileSync(join(top, 'docs/history/reviews.md'), 'utf8').split('\n');
  let named = 0;
  const missing: string[] = [];
  for (const row of rows.filter((line) => line.startsWith('| '))) {
    let candidates: string[] = [];
    for (const [, words = ''] of (row.split('|').at(-2) ?? '').matchAll(/`([^`]+)`/g)) {
      const [, name, title = words] = /^(\S+\.test\.ts)(?:: (.+))?$/.exec(words) ?? [];
      if (name !== undefined) candidates = files.filter((path) => basename(path) === name);
      const wanted = name === words ? '' : title;
      named++;
      if (!candidates.some((path) => readFileSync(join(top, path), 'utf8').includes(wanted))) missing.push(words);
    }
  }
  expect(missing).toEqual([]);
  expect(named).toBeGreaterThan(30);
});
