/**
 * The few files of git that determine which files a project has: HEAD, the index, `info/exclude`, and the rules of folders above the root.
 * Invariant: nothing else in a git folder is watched, and only the content of HEAD is read.
 */
import { dirname, join } from 'node:path';
import { findRepository } from '../git/git-folders.ts';
import { readSmallFile } from '../read/open-file.ts';
import type { Obstacle } from './watch-filesystem.ts';
import { systemHandles, type FolderHandles, type HandleRequest } from './watch-handles.ts';
import { trackedIgnoredFiles } from './watch-tracked.ts';
import type { WatchedTree } from './watch-tree.ts';

/** The paths under which changes of git files are marked, wherever these files are. All rule files of git share the path `rules`. */
export const gitMarks = { head: '.git/HEAD', index: '.git/index', rules: '.git/info/exclude' } as const;
export type GitMark = (typeof gitMarks)[keyof typeof gitMarks];

interface GitFile {
  /** Absolute path. */
  location: string;
  path: GitMark;
}

const maxHeadSize = 4096;

export class GitWatch {
  readonly #files = new Map<string, GitMark>();
  readonly #folders: FolderHandles[] = [];
  #head: string;
  readonly #headLocation: string | null;

  constructor(root: string) {
    const repository = findRepository(root);
    this.#headLocation = repository === null ? null : join(repository.gitDir, 'HEAD');
    if (repository !== null) {
      this.#files.set(join(repository.gitDir, 'HEAD'), gitMarks.head);
      this.#files.set(join(repository.gitDir, 'index'), gitMarks.index);
      this.#files.set(join(repository.commonDir, 'info', 'exclude'), gitMarks.rules);
      for (let folder = root; folder !== repository.top && folder !== dirname(folder);) {
        folder = dirname(folder);
        this.#files.set(join(folder, '.gitignore'), gitMarks.rules);
      }
    }
    this.#head = this.#readHead();
  }

  files(): GitFile[] {
    return [...this.#files].map(([location, path]) => ({ location, path }));
  }

  /** Watches the folders of git's files. Returns an obstacle, or null. */
  watch(mark: (path: GitMark) => void, open: HandleRequest['open']): Obstacle | null {
    const folders = new Set([...this.#files.keys()].map((location) => dirname(location)));
    for (const folder of folders) {
      const listener = {
        mark: (name: string) => {
          const path = this.#files.get(join(folder, name));
          if (path !== undefined) mark(path);
        },
        lost: () => mark(gitMarks.rules),
      };
      const handles = systemHandles({ root: folder, listener, isDeep: false, open });
      // An `info` folder that is made later is found by the reconciliation (once an hour by default).
      handles.add('');
      this.#folders.push(handles);
      if (handles.obstacle !== null) return handles.obstacle;
    }
    this.#head = this.#readHead();
    return null;
  }

  /** Whether HEAD has changed since the last call. */
  hasSwitched(): boolean {
    const previousHead = this.#head;
    this.#head = this.#readHead();
    return previousHead !== this.#head;
  }

  close(): void {
    for (const handles of this.#folders) handles.close();
    this.#folders.length = 0;
  }

  #readHead(): string {
    if (this.#headLocation === null) return '';
    return readSmallFile(this.#headLocation, maxHeadSize)?.toString('latin1') ?? '';
  }
}

/**
 * Whether git's index tracks other ignored files than the watched tree has recorded. Files that do not exist on disk do not count; the record is
 * only corrected.
 */
export async function tracksOtherFiles(tree: WatchedTree, signal: AbortSignal): Promise<boolean> {
  if (!tree.usesGit) return false;
  const trackedNow = await trackedIgnoredFiles(tree.root, tree.options.gitEnvironment, signal);
  if (trackedNow === null) return false;
  const exists = (path: string): boolean => tree.stat(path)?.isFile() === true;
  const repository = tree.nodes.get('')?.rules.repository;
  for (const path of tree.tracked) {
    if (trackedNow.has(path)) continue;
    // Submodules have an index of their own.
    const node = tree.nodes.get(path.slice(0, path.lastIndexOf('/') + 1));
    if (node !== undefined && node.rules.repository !== repository) continue;
    if (exists(path)) return true;
    tree.tracked.delete(path);
  }
  for (const path of trackedNow) {
    if (!tree.tracked.has(path) && exists(path)) return true;
    tree.tracked.add(path);
  }
  return false;
}
