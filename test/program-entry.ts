/**
 * Which code the tests start as `code-scout`: the bundle, which starts in a quarter of the sources' CPU time, wherever it is what the
 * sources say now, as it is in `npm run check`; else the sources themselves.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const repository = join(import.meta.dirname, '..');
export const sourceEntry = join(repository, 'src', 'cli', 'bin.ts');
export const builtEntry = join(repository, 'dist', 'bin.js');

/** What the bundle is made of. */
const inputs = ['src', 'embeddings', 'package.json', join('scripts', 'build.ts'), join('scripts', 'lib')];

function changedAt(path: string): number {
  return statSync(path).mtimeMs;
}

/** Folders count too, since they tell of files that went. */
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

/** A file for Node. */
export const programEntry = isCurrent() ? builtEntry : sourceEntry;
