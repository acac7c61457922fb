/**
 * A digest of the sources from which `dist/` was last built, so that a check after `npm ci`, which builds, does not
 * build again.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { at } from './repository.ts';

const stamp = at('node_modules', '.cache', 'code-scout', 'built-from');
const folders = ['src', 'web', 'scripts', 'embeddings'];
const files = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.api.json'];

/** The digest of all files that a build reads, and of the Node version. */
function digestOfSources(): string {
  const digest = createHash('sha256').update(process.version);
  const paths = folders.flatMap((folder) =>
    readdirSync(at(folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  for (const path of [...paths, ...files.map((file) => at(file))].toSorted()) {
    digest.update(`\0${path}\0`).update(readFileSync(path));
  }
  return digest.digest('hex');
}

export function isBuilt(): boolean {
  return existsSync(at('dist', 'bin.js')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === digestOfSources();
}

export function stampBuild(): void {
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, digestOfSources());
}
