/**
 * The modes of the files that npm packs. npm keeps the modes that it finds, and those of a checkout and a build depend
 * on the umask.
 */
import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { at } from './repository.ts';

const topFiles = ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md'];

/** Gives the program's file the mode 755, all others 644. */
export function settleModes(): void {
  const built = readdirSync(at('dist'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  for (const file of [...topFiles.map((name) => at(name)), ...built]) chmodSync(file, 0o644);
  chmodSync(at('dist', 'bin.js'), 0o755);
}
