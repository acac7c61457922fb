/**
 * The watched folders, with the ignore rules and the known files of each.
 * Invariants: an ignored folder has no handle. A folder gets its handle before its names are read, so that later names are reported.
 * Symbolic links are not followed.
 */
import { accessSync, constants, lstatSync, readdirSync, type Stats } from 'node:fs';
import { displayPath, fileSystemPath, rawPathOf } from '../../util/bytes/path-bytes.ts';
import { checkIgnore, isRepository } from '../ignore/confined-rules.ts';
import { findGit } from '../git/find-git.ts';
import { startListing, type Listing } from '../walk/listing.ts';
import type { WalkOptions } from '../source.ts';
import { isInternalName } from '../walk/skipped-names.ts';
import { otherSpellings } from '../walk/other-spellings.ts';
import { isExhausted } from '../read/open-file.ts';
import { silentFileSystem, type Obstacle } from './watch-filesystem.ts';
import type { FolderHandles } from './watch-handles.ts';
import { clockStepMs, identityOf, stampOf, type Stamp } from './watch-stamp.ts';
import { trackedIgnoredFiles } from './watch-tracked.ts';
import { WalkView } from './watch-view.ts';
import { isRuleFile, judgeByRules, rulesInside, startRules, type FolderRules } from './watch-rules.ts';
import { walk } from '../walk/walk.ts';

export interface FolderNode {
  /** `` or ending in `/`. */
  path: string;
  /** The rules that apply to the entries of the folder. */
  rules: FolderRules;
  folders: ReadonlyMap<string, FolderNode>;
  /**
   * Names that the ignore rules let through and that are not folders, and the rule files. The stamp is null before the first poll and without
   * polling; a rule file always has one.
   */
  files: Map<string, Stamp | null>;
  /** Whether the folder is another repository, whose files are not the project's. Such a folder is watched only to see whether it stays a repository. */
  isOtherRepository: boolean;
  isReadable: boolean;
  /** Identity of the folder's `.git`; empty where the folder is not the top of a repository. */
  repository: string;
  identity: string;
  stamp: Stamp;
}

export interface TreeOptions extends WalkOptions {
  handles: FolderHandles;
  /** Whether stamps are recorded, for polling. */
  isPolled: boolean;
  /** Whether a file system below the root that does not report changes is an obstacle. */
  needsEvents: boolean;
}

/** The content of a folder that has appeared. */
export interface Adopted {
  /** Files, by path. */
  files: string[];
  /** Why the project must be walked instead; null where `files` is complete. */
  rescan: string | null;
}

/** Permission bits: everybody may read and enter the folder. */
const openToAll = 0o555;
/** A folder that appears with more entries is left to a walk. */
const maxAdopted = 2000;
const maxIgnoredNames = 20_000;

export class WatchedTree {
  readonly root: string;
  readonly options: TreeOptions;
  /** By path. */
  nodes = new Map<string, FolderNode>();
  obstacle: Obstacle | null = null;
  /** Tracked files that a git rule matches, including those that do not exist on disk. */
  tracked = new Set<string>();
  usesGit = false;
  /** Files by the spelling that their folders list, where the walk uses another one. */
  spelledOtherwise: ReadonlyMap<string, string> = new Map();
  readonly #listing: Listing;
  readonly #signal: AbortSignal;
  /** Paths that git ignores by rules outside the project. */
  #ignoredByGit = new Set<string>();
  #device = 0;
  /** Start of the last listing less `clockStepMs` (ms since 1970). Rule files changed later may have been different when the files were listed. */
  #listingStartMs = 0;
  /** Whether a rule file changed after `#listingStartMs`. */
  #hasNewRules = false;

  constructor(root: string, options: TreeOptions, signal: AbortSignal) {
    this.root = root;
    this.options = options;
    this.#signal = signal;
    this.#listing = startListing(root, options, signal);
  }

  get timeSlices(): Listing['timeSlices'] {
    return this.#listing.timeSlices;
  }

  locate(path: string): string | Buffer {
    return path === '' ? this.root : fileSystemPath(this.root, path, rawPathOf(path));
  }

  /** Null for a path that does not exist or cannot be reached. */
  stat(path: string): Stats | null {
    try {
      return lstatSync(this.locate(path), { throwIfNoEntry: false }) ?? null;
    } catch {
      return null;
    }
  }

  /**
   * Lists the project and watches its folders, whatever was watched before; stops at an obstacle. Returns paths that have appeared since the
   * files were listed. Rejects where the root cannot be read, and when cancelled.
   */
  async sync(): Promise<string[]> {
    const { newPaths, isCertain } = await this.#syncOnce();
    // The second time, all handles exist from the start, so that a change of rules in between is reported.
    return isCertain || this.obstacle !== null ? newPaths : (await this.#syncOnce()).newPaths;
  }

  /** `isCertain`: no ignore rule changed between listing the files and reading the rules. */
  async #syncOnce(): Promise<{ newPaths: string[]; isCertain: boolean }> {
    const { maxFileSize, ignorePatterns, gitEnvironment } = this.options;
    const walkOptions = { maxFileSize, ignorePatterns, ...(gitEnvironment === undefined ? {} : { gitEnvironment }) };
    this.#listingStartMs = Date.now() - clockStepMs;
    const view = new WalkView(await walk(this.root, walkOptions, this.#signal));
    const oldNodes = this.nodes;
    this.nodes = new Map();
    this.usesGit = view.usedGit;
    this.#ignoredByGit.clear();
    this.#device = this.stat('')?.dev ?? 0;
    const unlistedPaths = await this.#enterAll(view, oldNodes);
    this.spelledOtherwise = otherSpellings(unlistedPaths, view.files, this);
    const newPaths = unlistedPaths.filter((path) => !this.spelledOtherwise.has(path));
    for (const folder of oldNodes.keys()) if (!this.nodes.has(folder)) this.options.handles.remove(folder);
    const hasAllRules = this.obstacle === null && (await this.#takeFiles(view));
    return { newPaths, isCertain: hasAllRules && !this.#hasNewRules };
  }

  async #enterAll(view: WalkView, oldNodes: ReadonlyMap<string, FolderNode>): Promise<string[]> {
    this.#hasNewRules = false;
    const newPaths: string[] = [];
    let pending: Visit[] = [{ path: '', above: startRules(this.#listing), parent: null, isOtherRepository: false }];
    while (pending.length > 0 && this.obstacle === null) {
      const undecided: Visit[] = [];
      for (let visit = pending.pop(); visit !== undefined; visit = pending.pop()) {
        if (this.timeSlices.isOver()) await this.timeSlices.yieldToQueries();
        const entered = this.#enter(visit, oldNodes);
        if (this.obstacle !== null) break;
        if (entered === null || entered.node.isOtherRepository) continue;
        for (const path of entered.files) if (!view.knows(path)) newPaths.push(path);
        for (const next of entered.folders) {
          const choice = this.#choose(next, view);
          if (choice === 'visit') pending.push(next);
          else if (choice === 'ask') undecided.push(next);
        }
      }
      pending = this.obstacle === null ? await this.#notIgnored(undecided) : [];
    }
    return newPaths;
  }

  /** What to do with a folder: visit it, ask git whether it is ignored, or skip it (null). */
  #choose(next: Visit, view: WalkView): 'visit' | 'ask' | null {
    const path = next.path.slice(0, -1);
    if (view.nestedRepositories.has(next.path)) {
      next.isOtherRepository = true;
      return 'visit';
    }
    const verdict = judgeByRules(next.above, path, true);
    if (verdict === 'ignored') return null;
    if (verdict === 'untracked') {
      if (!this.usesGit || !view.foldersWithFiles.has(next.path)) return null;
      next.above = { ...next.above, onlyTracked: true };
      return 'visit';
    }
    // Git also lists a folder whose files are all ignored, even if the folder itself is not.
    return this.usesGit && view.ignored.has(next.path) ? 'ask' : 'visit';
  }

  async #notIgnored(visits: readonly Visit[]): Promise<Visit[]> {
    const ignored = await this.askGit(visits.map(({ path }) => path.slice(0, -1)));
    return visits.filter(({ path }) => !ignored.has(path.slice(0, -1)));
  }

  /** Records the files that the walk found, and which ignored files git tracks. @returns false where a rule file that the walk found is gone */
  async #takeFiles(view: WalkView): Promise<boolean> {
    let hasAllRules = true;
    this.tracked.clear();
    for (const path of [...view.files, ...this.spelledOtherwise.keys()]) {
      if (this.timeSlices.isOver()) await this.timeSlices.yieldToQueries();
      const slash = path.lastIndexOf('/') + 1;
      const node = this.nodes.get(path.slice(0, slash));
      if (node === undefined) continue;
      const name = path.slice(slash);
      if (!node.files.has(name)) {
        if (isRuleFile(name)) hasAllRules = false;
        node.files.set(name, null);
      }
      if (this.usesGit && judgeByRules(node.rules, path, false) === 'untracked') this.tracked.add(path);
    }
    // Also tracked files that do not exist now and may return.
    const tracked = this.usesGit
      ? await trackedIgnoredFiles(this.root, this.options.gitEnvironment, this.#signal)
      : null;
    for (const path of tracked ?? []) this.tracked.add(path);
    return hasAllRules;
  }

  /** Watches a folder that has appeared (path without a final slash), and everything below it that the project's rules let through. */
  async adopt(path: string): Promise<Adopted> {
    const slash = path.lastIndexOf('/') + 1;
    const parent = this.nodes.get(path.slice(0, slash));
    const adopted: Adopted = { files: [], rescan: null };
    if (parent === undefined) return adopted;
    const onlyTracked = judgeByRules(parent.rules, path, true) === 'untracked';
    const above = onlyTracked ? { ...parent.rules, onlyTracked } : parent.rules;
    const pending: Visit[] = [{ path: `${path}/`, above, parent, isOtherRepository: false }];
    let entries = 0;
    for (let visit = pending.pop(); visit !== undefined; visit = pending.pop()) {
      if (this.timeSlices.isOver()) await this.timeSlices.rest();
      const entered = this.#enter(visit, null);
      if (entered === null) continue;
      entries += 1 + entered.files.length;
      if (this.obstacle !== null || entries > maxAdopted) return { files: [], rescan: 'a large folder appeared' };
      if (entered.node.repository !== '') return { files: [], rescan: 'a repository appeared' };
      for (const file of entered.files) if (this.letsThrough(entered.node, file, false)) adopted.files.push(file);
      for (const next of entered.folders) {
        if (!this.letsThrough(entered.node, next.path.slice(0, -1), true)) continue;
        const verdict = judgeByRules(next.above, next.path.slice(0, -1), true);
        if (verdict === 'untracked') next.above = { ...next.above, onlyTracked: true };
        pending.push(next);
      }
    }
    return adopted;
  }

  /** Removes a folder (`a/b/`) and everything below it. Returns the files that it contained. */
  drop(folder: string): string[] {
    const node = this.nodes.get(folder);
    if (node === undefined) return [];
    const files: string[] = [];
    const pending = [node];
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      for (const name of at.files.keys()) files.push(at.path + name);
      for (const below of at.folders.values()) pending.push(below);
      this.nodes.delete(at.path);
      this.options.handles.remove(at.path);
    }
    const slash = folder.lastIndexOf('/', folder.length - 2) + 1;
    const parent = this.nodes.get(folder.slice(0, slash));
    if (parent !== undefined) addFolder(parent, folder.slice(slash, -1), null);
    return files;
  }

  /** Whether a path is not ignored. The project's rules, the files that git tracks in spite of them, and earlier answers of git decide. */
  letsThrough(node: FolderNode, path: string, isFolder: boolean): boolean {
    const verdict = judgeByRules(node.rules, path, isFolder);
    if (verdict === 'undecided') return !this.#ignoredByGit.has(path);
    if (verdict === 'ignored') return false;
    if (!isFolder) return this.tracked.has(path);
    for (const file of this.tracked) if (file.startsWith(`${path}/`)) return true;
    return false;
  }

  /** The paths that git ignores. Paths for which git need not be asked count as not ignored. */
  async askGit(paths: readonly string[]): Promise<Set<string>> {
    const ignored = new Set<string>();
    const git = this.usesGit && paths.length > 0 ? findGit(this.root, this.options.gitEnvironment) : null;
    if (git === null) return ignored;
    const byRepository = new Map<string, string[]>();
    for (const path of paths) {
      const node = this.nodes.get(path.slice(0, path.lastIndexOf('/') + 1));
      if (node === undefined || this.tracked.has(path) || node.files.has(path.slice(node.path.length))) continue;
      const repository = node.rules.repository;
      const group = byRepository.get(repository);
      if (group === undefined) byRepository.set(repository, [path.slice(repository.length)]);
      else group.push(path.slice(repository.length));
    }
    if (this.#ignoredByGit.size > maxIgnoredNames) this.#ignoredByGit.clear();
    for (const [repository, group] of byRepository) {
      // A working directory cannot be given as bytes.
      if (rawPathOf(repository) !== null) continue;
      const start = String(this.locate(repository));
      const ignoredInGroup = await checkIgnore({ git, start, signal: this.#signal }, group);
      for (const path of ignoredInGroup ?? []) {
        ignored.add(repository + path);
        this.#ignoredByGit.add(repository + path);
      }
    }
    return ignored;
  }

  /** Records a file that the rules let through. */
  recordFile(node: FolderNode, name: string, stats: Stats): void {
    // A rule file keeps the stamp from before its rules were read, so that a change since then shows.
    if (isRuleFile(name) && node.files.has(name)) return;
    node.files.set(name, this.options.isPolled ? stampOf(stats) : null);
  }

  /** Identity of the folder's `.git`; empty where it does not make the folder a repository. */
  repositoryAt(node: FolderNode): string {
    const stats = this.stat(`${node.path}.git`);
    return stats === null || !isRepository(this.#listing, node.path) ? '' : identityOf(stats);
  }

  /** Watches a folder and reads its names and rules; null where it does not exist or must not be watched. @param oldNodes nodes of the last listing */
  #enter(visit: Visit, oldNodes: ReadonlyMap<string, FolderNode> | null): Entered | null {
    const { path, above, parent, isOtherRepository } = visit;
    const stats = path === '' ? this.stat('') : this.stat(path.slice(0, -1));
    if (stats === null || !stats.isDirectory()) return null;
    if (this.options.needsEvents && stats.dev !== this.#device) {
      this.obstacle = silentFileSystem(this.locate(path));
      if (this.obstacle !== null) return null;
    }
    const { handles } = this.options;
    const oldNode = oldNodes?.get(path);
    const identity = identityOf(stats);
    // Without a time of birth a new folder may have the inode number of a deleted one.
    const isWatched = oldNode?.identity === identity && oldNode.isReadable && stats.birthtimeMs > 0;
    const hasHandle = isWatched || handles.add(path);
    this.obstacle ??= handles.obstacle;
    const entries = hasHandle ? this.readNames(path) : null;
    const names = new Set(entries?.map(({ name }) => name));
    const node: FolderNode = {
      ...{ path, isOtherRepository, identity, folders: noFolders, files: new Map(), repository: '', rules: above },
      isReadable: entries !== null && ((stats.mode & openToAll) === openToAll || this.isReadable(path)),
      stamp: stampOf(stats),
    };
    if (names.has('.git')) node.repository = this.repositoryAt(node);
    for (const name of names) if (isRuleFile(name)) this.#stampRules(node, name, oldNode);
    node.rules = rulesInside(this.#listing, above, path, { names, isRepository: node.repository !== '' });
    this.nodes.set(path, node);
    if (parent !== null) addFolder(parent, path.slice(parent.path.length, -1), node);
    const entered: Entered = { node, files: [], folders: [] };
    for (const { name, isFolder } of entries ?? []) {
      if (isInternalName(name)) continue;
      if (isFolder)
        entered.folders.push({ path: `${path}${name}/`, above: node.rules, parent: node, isOtherRepository: false });
      else entered.files.push(path + name);
    }
    return entered;
  }

  /** Records the stamp of a rule file. Called before the rules are read, and without replacing an older stamp, so that every later change shows. */
  #stampRules(node: FolderNode, name: string, oldNode: FolderNode | undefined): void {
    const stats = this.stat(node.path + name);
    if (stats === null) return;
    node.files.set(name, oldNode?.files.get(name) ?? stampOf(stats));
    if (Math.max(stats.ctimeMs, stats.mtimeMs) >= this.#listingStartMs) this.#hasNewRules = true;
  }

  isReadable(folder: string): boolean {
    try {
      accessSync(this.locate(folder), constants.R_OK | constants.X_OK);
      return true;
    } catch {
      return false;
    }
  }

  /** Names as displayed; null where the folder cannot be read. */
  readNames(folder: string): { name: string; isFolder: boolean }[] | null {
    const location = this.locate(folder);
    try {
      return readdirSync(location, { encoding: 'buffer', withFileTypes: true }).map((entry) => ({
        name: displayPath(entry.name).path,
        isFolder: entry.isDirectory(),
      }));
    } catch (error) {
      // On a file system without entry types Node stats each name itself, which fails for some names.
      if (isExhausted(error)) throw error;
    }
    try {
      return readdirSync(location, { encoding: 'buffer' }).map((bytes) => {
        const name = displayPath(bytes).path;
        return { name, isFolder: this.stat(folder + name)?.isDirectory() === true };
      });
    } catch (error) {
      if (isExhausted(error)) throw error;
      return null;
    }
  }
}

/** Shared by all folders without subfolders, which most are. */
const noFolders: ReadonlyMap<string, FolderNode> = new Map();

function addFolder(parent: FolderNode, name: string, node: FolderNode | null): void {
  const folders =
    parent.folders === noFolders ? new Map<string, FolderNode>() : (parent.folders as Map<string, FolderNode>);
  if (node === null) folders.delete(name);
  else folders.set(name, node);
  parent.folders = folders;
}

interface Visit {
  path: string;
  /** The rules of the folder above. */
  above: FolderRules;
  parent: FolderNode | null;
  isOtherRepository: boolean;
}

interface Entered {
  node: FolderNode;
  files: string[];
  folders: Visit[];
}
