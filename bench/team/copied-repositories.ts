/** Repositories that come again under other names, so that there are many. */
import { linkSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const copyFolder = /^copy\d+$/;
const indexFolder = '.code-scout';

/**
 * The repositories, and after them copies of them in `folder` until there are so many. A copy has files of its own, which are hard links, and the index of the
 * original: an index that is copied is not opened.
 */
export function rootsWithCopies(roots: readonly string[], count: number, folder: string): string[] {
  return Array.from({ length: count }, (_, at) => {
    const root = roots[at % roots.length]!;
    const copy = Math.floor(at / roots.length);
    if (copy === 0) return root;
    const to = join(folder, `copy${copy}`, basename(root));
    linkTree(root, to);
    symlinkSync(root, originalOf(to));
    return to;
  });
}

export function isCopy(root: string): boolean {
  return copyFolder.test(basename(dirname(root)));
}

/** `owner/name`, and before that the number of the copy. */
export function repositoryName(root: string): string {
  const own = basename(root).replace('+', '/');
  return isCopy(root) ? `${basename(dirname(root))}/${own}` : own;
}

/** The index of a copy; none for a repository, which has it where it always is. */
export function indexOfCopy(root: string): { database?: string } {
  return isCopy(root) ? { database: join(readlinkSync(originalOf(root)), indexFolder, 'database.db') } : {};
}

function originalOf(copy: string): string {
  return `${copy}.original`;
}

function linkTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory() && entry.name !== indexFolder) linkTree(source, target);
    else if (entry.isFile()) linkSync(source, target);
  }
}
