/**
 * Which code the tests start as `code-scout`: the bundle, which needs a quarter of the CPU time to start, where it was
 * built from the current sources, as in `npm run check`; else the sources themselves. TESTED_ENTRY names another: an
 * installed package.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const repository = join(import.meta.dirname, '..');
export const sourceEntry = join(repository, 'src', 'cli', 'bin.ts');
export const builtEntry = join(repository, 'dist', 'bin.js');

/** The files that the bundle is made from. */
const inputs = ['src', 'web', 'embeddings', 'package.json', join('scripts', 'build.ts'), join('scripts', 'lib')];

function changedAt(path: string): number {
  return statSync(path).mtimeMs;
}

/** Folders count too, because their times change when a file is removed. */
function isCurrent(): boolean {
  const built = statSync(builtEntry, { throwIfNoEntry: false });
  if (built === undefined) return false;
  const isOlder = (path: string): boolean => changedAt(path) < built.mtimeMs;
  return inputs.every((input) => {
    const path = join(repository, input);
    if (!statSync(path).isDirectory()) return isOlder(path);
    const found = readdirSync(path, { recursive: true, encoding: 'utf8' });
    return found.filter((name) => !name.endsWith('.test.ts')).every((name) => isOlder(join(path, name)));
  });
}

/** The file that Node runs. */
export const programEntry = process.env['TESTED_ENTRY'] ?? (isCurrent() ? builtEntry : sourceEntry);
