import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { grammarsInC } from './sources.ts';

it('names a version of the C and samples for each grammar with a scanner', () => {
  const { found, missing } = grammarsInC();
  expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(['bash', 'c_sharp', 'swift', 'tsx', 'php']));
  expect(missing).toEqual(['dart']);
  for (const { name, pkg, folder } of found) {
    expect(pkg, name).toMatch(/^.+@\d+\.\d+\.\d+$/);
    expect(existsSync(join(import.meta.dirname, '../../src/languages', folder, 'sample')), name).toBe(true);
  }
});
