/** Repositories that come again under other names, so that there are many. */
import { constants, copyFileSync, linkSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const copyFolder = /^copy\d+$/;
/** The index, which is written in place. All else is shared by hard links, on the file system of `folder`. */
const ownFolder = '.code-scout';

/** The repositories, and after them copies of them in `folder` until there are so many. A search finds each of them in files of its own. */
export function rootsWithCopies(roots: readonly string[], count: number, folder: string): string[] {
  return Array.from({ length: count }, (_, at) => {
    const root = roots[at % roots.length]!;
    const copy = Math.floor(at / roots.length);
    if (copy === 0) return root;
    const to = join(folder, `copy${copy}`, basename(root));
    copyTree(root, to, linkSync);
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

type CopyFile = (from: string, to: string) => void;

function copyTree(from: string, to: string, copy: CopyFile): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyTree(source, target, entry.name === ownFolder ? copyBytes : copy);
    else if (entry.isFile()) copy(source, target);
  }
}

const copyBytes: CopyFile = (from, to) => copyFileSync(from, to, constants.COPYFILE_FICLONE);
