/**
 * The folders that are watched, the rules in each, and which files are known in it.
 * Invariants: an ignored folder has no handle; a folder has its handle before its names are read, so that what comes later is told;
 * no link is followed.
 */
import { accessSync, constants, lstatSync, readdirSync, type Stats } from 'node:fs';
import { displayPath, fileSystemPath, rawPathOf } from '../../util/bytes/path-bytes.ts';
import { checkIgnore, isRepository } from '../ignore/confined-rules.ts';
import { findGit } from '../git/find-git.ts';
import { startListing, type Listing } from '../walk/listing.ts';
import type { WalkOptions } from '../source.ts';
import { isInternalName } from '../walk/skipped-names.ts';
import { otherSpellings } from './other-spellings.ts';
import { isExhausted } from '../read/open-file.ts';
import { silentFileSystem, type Obstacle } from './watch-filesystem.ts';
import type { FolderHandles } from './watch-handles.ts';
import { clockStepMs, identityOf, stampOf, type Stamp } from './watch-stamp.ts';
import { trackedBehindRules } from './watch-tracked.ts';
import { WalkView } from './watch-view.ts';
import { isRuleFile, judgeByRules, rulesInside, startRules, type FolderRules } from './watch-rules.ts';
import { walk } from '../walk/walk.ts';

export interface FolderNode {
  /** `` or ending in `/`. */
  path: string;
  /** Inside it. */
  rules: FolderRules;
  folders: ReadonlyMap<string, FolderNode>;
  /** Names that the ignore rules let through and that are no folders. */
  files: Map<string, Stamp | null>;
  /** Another repository, whose files are not the project's: of interest is only whether it stays one. */
  isSealed: boolean;
  isReadable: boolean;
  /** Its `.git`, or empty. */
  repository: string;
  identity: string;
  stamp: Stamp;
}

export interface TreeOptions extends WalkOptions {
  handles: FolderHandles;
  /** Whether stamps are kept. */
  isPolled: boolean;
  /** Whether file systems below the root that tell of nothing are an obstacle. */
  minds: boolean;
}

/** What an appearing folder brings. */
export interface Adopted {
  /** Files, by path. */
  files: string[];
  /** Why the walk has to be asked instead. */
  rescan: string | null;
}

const openToAll = 0o555;
/** Folders that appear with more entries are left to a walk. */
const maxAdopted = 2000;
const maxIgnoredNames = 20_000;

export class WatchedTree {
  readonly root: string;
  readonly options: TreeOptions;
  /** By path. */
  nodes = new Map<string, FolderNode>();
  obstacle: Obstacle | null = null;
  /** Tracked files that a rule of git's matches, also those that are not there. */
  tracked = new Set<string>();
  usesGit = false;
  /** Files by the spelling that their folders list, where the walk gives another. */
  spelledOtherwise: ReadonlyMap<string, string> = new Map();
  readonly #listing: Listing;
  readonly #signal: AbortSignal;
  /** Paths that git ignores by rules outside of the project. */
  #ignoredByGit = new Set<string>();
  #device = 0;
  /** Ignore files changed after this (ms since 1970) may have been others when the files were listed. */
  #rulesOf = 0;
  #hasNewRules = false;

  constructor(root: string, options: TreeOptions, signal: AbortSignal) {
    this.root = root;
    this.options = options;
    this.#signal = signal;
    this.#listing = startListing(root, options, signal);
  }

  get slices(): Listing['slices'] {
    return this.#listing.slices;
  }

  locate(path: string): string | Buffer {
    return path === '' ? this.root : fileSystemPath(this.root, path, rawPathOf(path));
  }

  /** Null for what is not there or cannot be reached. */
  look(path: string): Stats | null {
    try {
      return lstatSync(this.locate(path), { throwIfNoEntry: false }) ?? null;
    } catch {
      return null;
    }
  }

  /**
   * Lists the project and watches its folders, whatever was watched before; stops at an obstacle. Gives paths that have come since the
   * files were listed. Rejects where the root cannot be read and when cancelled.
   */
  async sync(): Promise<string[]> {
    const { late, isCertain } = await this.#syncOnce();
    // The second time, all handles stand from the start: a change of rules in between is told.
    return isCertain || this.obstacle !== null ? late : (await this.#syncOnce()).late;
  }

  /** `isCertain`: no ignore rule changed between the listing of the files and the reading of the rules. */
  async #syncOnce(): Promise<{ late: string[]; isCertain: boolean }> {
    const { maxFileSize, ignorePatterns, gitEnvironment } = this.options;
    const walkOptions = { maxFileSize, ignorePatterns, ...(gitEnvironment === undefined ? {} : { gitEnvironment }) };
    this.#rulesOf = Date.now() - clockStepMs;
    const view = new WalkView(await walk(this.root, walkOptions, this.#signal));
    const before = this.nodes;
    this.nodes = new Map();
    this.usesGit = view.usedGit;
    this.#ignoredByGit.clear();
    this.#device = this.look('')?.dev ?? 0;
    const unknown = await this.#enterAll(view, before);
    this.spelledOtherwise = otherSpellings(unknown, view.files, this);
    const late = unknown.filter((path) => !this.spelledOtherwise.has(path));
    for (const folder of before.keys()) if (!this.nodes.has(folder)) this.options.handles.remove(folder);
    const hasAllRules = this.obstacle === null && (await this.#takeFiles(view));
    return { late, isCertain: hasAllRules && !this.#hasNewRules };
  }

  async #enterAll(view: WalkView, before: ReadonlyMap<string, FolderNode>): Promise<string[]> {
    this.#hasNewRules = false;
    const late: string[] = [];
    let pending: Visit[] = [{ path: '', above: startRules(this.#listing), parent: null, isSealed: false }];
    while (pending.length > 0 && this.obstacle === null) {
      const open: Visit[] = [];
      for (let visit = pending.pop(); visit !== undefined; visit = pending.pop()) {
        if (this.slices.isOver()) await this.slices.standBack();
        const entered = this.#enter(visit, before);
        if (this.obstacle !== null) break;
        if (entered === null || entered.node.isSealed) continue;
        for (const path of entered.files) if (!view.knows(path)) late.push(path);
        for (const next of entered.folders) {
          const choice = this.#choose(next, view);
          if (choice === 'visit') pending.push(next);
          else if (choice === 'ask') open.push(next);
        }
      }
      pending = this.obstacle === null ? await this.#notIgnored(open) : [];
    }
    return late;
  }

  #choose(next: Visit, view: WalkView): 'visit' | 'ask' | null {
    const path = next.path.slice(0, -1);
    if (view.nested.has(next.path)) {
      next.isSealed = true;
      return 'visit';
    }
    const verdict = judgeByRules(next.above, path, true);
    if (verdict === 'ignored') return null;
    if (verdict === 'untracked') {
      if (!this.usesGit || !view.withFiles.has(next.path)) return null;
      next.above = { ...next.above, onlyTracked: true };
      return 'visit';
    }
    // Git also names a folder so of which every file is ignored, but not the folder itself.
    return this.usesGit && view.ignored.has(next.path) ? 'ask' : 'visit';
  }

  async #notIgnored(visits: readonly Visit[]): Promise<Visit[]> {
    const ignored = await this.askGit(visits.map(({ path }) => path.slice(0, -1)));
    return visits.filter(({ path }) => !ignored.has(path.slice(0, -1)));
  }

  /** False where rules that the walk found are gone. */
  async #takeFiles(view: WalkView): Promise<boolean> {
    let hasAllRules = true;
    this.tracked.clear();
    for (const path of [...view.files, ...this.spelledOtherwise.keys()]) {
      if (this.slices.isOver()) await this.slices.standBack();
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
    // Also those that are not there now and may come back.
    const tracked = this.usesGit
      ? await trackedBehindRules(this.root, this.options.gitEnvironment, this.#signal)
      : null;
    for (const path of tracked ?? []) this.tracked.add(path);
    return hasAllRules;
  }

  /** Watches a folder that has appeared (path without a final slash) and all below it that the project's rules let through. */
  async adopt(path: string): Promise<Adopted> {
    const slash = path.lastIndexOf('/') + 1;
    const parent = this.nodes.get(path.slice(0, slash));
    const adopted: Adopted = { files: [], rescan: null };
    if (parent === undefined) return adopted;
    const onlyTracked = judgeByRules(parent.rules, path, true) === 'untracked';
    const above = onlyTracked ? { ...parent.rules, onlyTracked } : parent.rules;
    const pending: Visit[] = [{ path: `${path}/`, above, parent, isSealed: false }];
    let entries = 0;
    for (let visit = pending.pop(); visit !== undefined; visit = pending.pop()) {
      if (this.slices.isOver()) await this.slices.rest();
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

  /** Forgets a folder (`a/b/`) and all below it. Gives the files that were known there. */
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

  /** By the project's own rules, the files that are tracked behind them and what git said before. */
  letsThrough(node: FolderNode, path: string, isFolder: boolean): boolean {
    const verdict = judgeByRules(node.rules, path, isFolder);
    if (verdict === 'open') return !this.#ignoredByGit.has(path);
    if (verdict === 'ignored') return false;
    if (!isFolder) return this.tracked.has(path);
    for (const file of this.tracked) if (file.startsWith(`${path}/`)) return true;
    return false;
  }

  /** Which of these paths git ignores. Paths that it need not be asked about are taken as not ignored. */
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
      const named = await checkIgnore({ git, start, signal: this.#signal }, group);
      for (const path of named ?? []) {
        ignored.add(repository + path);
        this.#ignoredByGit.add(repository + path);
      }
    }
    return ignored;
  }

  /** Remembers a file that is let through and was looked at. */
  know(node: FolderNode, name: string, stats: Stats): void {
    if (isRuleFile(name) && node.files.has(name)) return;
    node.files.set(name, this.options.isPolled ? stampOf(stats) : null);
  }

  repositoryAt(node: FolderNode): string {
    const stats = this.look(`${node.path}.git`);
    return stats === null || !isRepository(this.#listing, node.path) ? '' : identityOf(stats);
  }

  #enter(visit: Visit, before: ReadonlyMap<string, FolderNode> | null): Entered | null {
    const { path, above, parent, isSealed } = visit;
    const stats = path === '' ? this.look('') : this.look(path.slice(0, -1));
    if (stats === null || !stats.isDirectory()) return null;
    if (this.options.minds && stats.dev !== this.#device) {
      this.obstacle = silentFileSystem(this.locate(path));
      if (this.obstacle !== null) return null;
    }
    const { handles } = this.options;
    const old = before?.get(path);
    const identity = identityOf(stats);
    // Without a time of birth another folder may bear the same number.
    const isWatched = old?.identity === identity && old.isReadable && stats.birthtimeMs > 0;
    const hasHandle = isWatched || handles.add(path);
    this.obstacle ??= handles.obstacle;
    const entries = hasHandle ? this.readNames(path) : null;
    const names = new Set(entries?.map(({ name }) => name));
    const node: FolderNode = {
      ...{ path, isSealed, identity, folders: noFolders, files: new Map(), repository: '', rules: above },
      isReadable: entries !== null && ((stats.mode & openToAll) === openToAll || this.isReadable(path)),
      stamp: stampOf(stats),
    };
    if (names.has('.git')) node.repository = this.repositoryAt(node);
    for (const name of names) if (isRuleFile(name)) this.#stampRules(node, name, old);
    node.rules = rulesInside(this.#listing, above, path, { names, isRepository: node.repository !== '' });
    this.nodes.set(path, node);
    if (parent !== null) addFolder(parent, path.slice(parent.path.length, -1), node);
    const entered: Entered = { node, files: [], folders: [] };
    for (const { name, isFolder } of entries ?? []) {
      if (isInternalName(name)) continue;
      if (isFolder) entered.folders.push({ path: `${path}${name}/`, above: node.rules, parent: node, isSealed: false });
      else entered.files.push(path + name);
    }
    return entered;
  }

  /** Before the rules are read, so that a later change shows; an older stamp is kept, so that an earlier one does. */
  #stampRules(node: FolderNode, name: string, old: FolderNode | undefined): void {
    const stats = this.look(node.path + name);
    if (stats === null) return;
    node.files.set(name, old?.files.get(name) ?? stampOf(stats));
    if (Math.max(stats.ctimeMs, stats.mtimeMs) >= this.#rulesOf) this.#hasNewRules = true;
  }

  isReadable(folder: string): boolean {
    try {
      accessSync(this.locate(folder), constants.R_OK | constants.X_OK);
      return true;
    } catch {
      return false;
    }
  }

  /** Names as they are shown; null where the folder cannot be read. */
  readNames(folder: string): { name: string; isFolder: boolean }[] | null {
    const location = this.locate(folder);
    try {
      return readdirSync(location, { encoding: 'buffer', withFileTypes: true }).map((entry) => ({
        name: displayPath(entry.name).path,
        isFolder: entry.isDirectory(),
      }));
    } catch (error) {
      // A file system that gives no types makes Node look each name up itself, which fails for some names.
      if (isExhausted(error)) throw error;
    }
    try {
      return readdirSync(location, { encoding: 'buffer' }).map((bytes) => {
        const name = displayPath(bytes).path;
        return { name, isFolder: this.look(folder + name)?.isDirectory() === true };
      });
    } catch (error) {
      if (isExhausted(error)) throw error;
      return null;
    }
  }
}

/** Most folders have none in them. */
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
  above: FolderRules;
  parent: FolderNode | null;
  isSealed: boolean;
}

interface Entered {
  node: FolderNode;
  files: string[];
  folders: Visit[];
}
