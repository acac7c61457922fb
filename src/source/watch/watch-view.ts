/** The result of a walk, in the form that the watched tree needs. */
import type { WalkResult } from '../source.ts';

export class WalkView {
  /** Files that the rules let through, including those left out for another reason. */
  readonly files = new Set<string>();
  /** Folders (ending in `/`) that contain some of `files` at any depth. */
  readonly foldersWithFiles = new Set<string>();
  /** Ignored files, and ignored folders (ending in `/`). */
  readonly ignored = new Set<string>();
  /** Folders (ending in `/`) that are repositories of their own. */
  readonly nestedRepositories = new Set<string>();

  readonly usedGit: boolean;

  constructor({ files, leftOut, usedGit }: WalkResult) {
    this.usedGit = usedGit;
    for (const { path } of files) this.#add(path);
    for (const { path, reason } of leftOut) {
      if (reason === 'ignored') this.ignored.add(path);
      else if (reason === 'nestedRepository') this.nestedRepositories.add(path);
      else if (!path.endsWith('/')) this.#add(path);
    }
  }

  knows(path: string): boolean {
    return this.files.has(path) || this.ignored.has(path);
  }

  #add(path: string): void {
    this.files.add(path);
    for (let slash = path.lastIndexOf('/'); slash !== -1; slash = path.lastIndexOf('/', slash - 1)) {
      const folder = path.slice(0, slash + 1);
      if (this.foldersWithFiles.has(folder)) return;
      this.foldersWithFiles.add(folder);
      if (slash === 0) return;
    }
  }
}
