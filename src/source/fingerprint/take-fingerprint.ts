/**
 * Takes the fingerprint of a tree (fingerprint.ts) after a walk.
 * Invariants: nothing in it has changed since the walk began, so that the walk found the digested state. No fingerprint is taken where a folder may
 * not show that a name appeared or disappeared, or where a rule may exist that is not digested.
 */
import { lstatSync, readdirSync, rmSync, statSync, writeFileSync, type Dirent, type Stats } from 'node:fs';
import { join, resolve } from 'node:path';
import { displayPath } from '../../util/bytes/path-bytes.ts';
import { uniqueName } from '../../util/unique-name.ts';
import { findGit, type GitCommand } from '../git/find-git.ts';
import { hasGitAbove } from '../git/git-folders.ts';
import { scoutIgnoreName } from '../walk/listing.ts';
import type { WalkOptions, WalkResult } from '../source.ts';
import { isInternalName } from '../walk/skipped-names.ts';
import { TimeSlices } from '../read/time-slices.ts';
import { fingerprintKey, packFingerprint, type FingerprintFolder } from './fingerprint.ts';
import { filesOfGit, foldersWithoutRule } from './git-inputs.ts';
import { StatDigest, EntryLocator, statFollowingLinks } from './stat-digest.ts';
import { requireRealPath } from '../../util/paths/real-path.ts';

export interface FingerprintRequest {
  root: string;
  options: WalkOptions;
  /** The result of the walk, and when it began (ms since 1970). */
  walked: WalkResult;
  beganMs: number;
  /** The folder of the index, in which a probe file is made and removed. There is no fingerprint if it is on another file system than the root. */
  indexFolder: string;
  signal?: AbortSignal | undefined;
}

/** `later`: something changed too recently for a fingerprint. `never`: this tree cannot have one. */
export type FingerprintResult = { fingerprint: string } | 'later' | 'never';

/** The coarsest clock among file systems in use (FAT), ms. */
const clockStepMs = 2000;
/** With more entries there is no fingerprint: a walk is as fast. */
const maxEntries = 300_000;

class NoFingerprint extends Error {
  readonly result: 'later' | 'never';

  constructor(result: 'later' | 'never') {
    super(result);
    this.result = result;
  }
}

export async function takeFingerprint(request: FingerprintRequest): Promise<FingerprintResult> {
  try {
    return await new FingerprintBuilder(request).take();
  } catch (error) {
    if (error instanceof NoFingerprint) return error.result;
    const { code } = error as NodeJS.ErrnoException;
    // `ENOENT`: an entry has disappeared meanwhile. Any other error of the system: an entry cannot be read.
    if (typeof code === 'string' && /^E[A-Z]+$/.test(code)) return code === 'ENOENT' ? 'later' : 'never';
    throw error;
  }
}

class FingerprintBuilder {
  readonly #request: FingerprintRequest;
  readonly #locator: EntryLocator;
  readonly #git: GitCommand | null;
  readonly #digest = new StatDigest();
  readonly #folders: FingerprintFolder[] = [];
  readonly #timeSlices: TimeSlices;
  /** Displayed paths. */
  readonly #ignored = new Set<string>();
  readonly #nested = new Set<string>();
  readonly #indexFolder: string;
  #entries = 0;
  #device = -1;

  constructor(request: FingerprintRequest) {
    this.#request = request;
    this.#locator = new EntryLocator(request.root);
    this.#timeSlices = new TimeSlices(request.signal);
    this.#indexFolder = requireRealPath(request.indexFolder);
    this.#git = request.walked.usedGit ? findGit(request.root, request.options.gitEnvironment) : null;
  }

  async take(): Promise<FingerprintResult> {
    const { root, options, walked } = this.#request;
    if (process.platform === 'win32') return 'never';
    // The key is computed first: it must belong to the tree that is digested.
    const key = fingerprintKey(root, options);
    this.#device = statSync(root).dev;
    const outside = await this.#filesOutside();
    for (const path of outside) this.#add(statFollowingLinks(path));
    for (const { path, reason } of walked.leftOut) {
      if (reason === 'nestedRepository') this.#nested.add(path);
      else if (reason === 'ignored') this.#ignored.add(path);
    }
    for (const path of await this.#foldersWithoutRule()) this.#ignored.delete(path);
    await this.#addFolders();
    this.#tryFileSystem();
    return { fingerprint: packFingerprint(key, { outside, folders: this.#folders, digest: this.#digest.value }) };
  }

  /**
   * Checks that a folder's time changes when a name appears or disappears, and that the file system's clock agrees with this process's clock within
   * half of `clockStepMs`.
   */
  #tryFileSystem(): void {
    const folder = this.#indexFolder;
    const statsBefore = statSync(folder);
    if (statsBefore.dev !== this.#device) throw new NoFingerprint('never');
    const probe = join(folder, `probe-${uniqueName()}`);
    writeFileSync(probe, '', { flag: 'wx' });
    const probeStats = statSync(probe);
    rmSync(probe);
    if (Math.abs(probeStats.ctimeMs - Date.now()) > clockStepMs / 2) throw new NoFingerprint('never');
    // Within one tick of the clock the time stays the same.
    if (statSync(folder).mtimeMs === statsBefore.mtimeMs) {
      throw new NoFingerprint(probeStats.ctimeMs - statsBefore.mtimeMs < clockStepMs ? 'later' : 'never');
    }
  }

  async #filesOutside(): Promise<string[]> {
    const { root, walked, signal } = this.#request;
    if (!walked.usedGit) {
      // Git may be able to list the files the next time, by rules that are not digested here.
      if (hasGitAbove(root)) throw new NoFingerprint('never');
      return [];
    }
    const files = this.#git && (await filesOfGit({ root, git: this.#git, signal }));
    if (files === null) throw new NoFingerprint('never');
    return files;
  }

  async #foldersWithoutRule(): Promise<string[]> {
    const { root, walked, signal } = this.#request;
    if (this.#git === null) return [];
    const folders = await foldersWithoutRule({ root, git: this.#git, signal }, walked.leftOut);
    if (folders === null) throw new NoFingerprint('never');
    return folders;
  }

  /** Adds every folder that a walk enters, the entries that the walk does not ignore, and all rule files. */
  async #addFolders(): Promise<void> {
    const pending = [''];
    for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
      const names: string[] = [];
      this.#refuseIndexFolder(folder);
      for (const entry of this.#read(folder)) {
        if (this.#timeSlices.isOver()) await this.#timeSlices.yieldToQueries();
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (isInternalName(entry.name)) this.#refuseSubmodule(folder, entry);
        else if (!entry.isDirectory()) {
          // Some versions of git read rules through links.
          if (isRules(entry.name) && entry.isSymbolicLink()) throw new NoFingerprint('never');
          if (!this.#ignored.has(displayed(path)) || isRules(entry.name)) names.push(entry.name);
        } else if (this.#nested.has(`${displayed(path)}/`)) this.#addNested(path);
        else if (!this.#ignored.has(`${displayed(path)}/`)) pending.push(path);
      }
      this.#addFolder(folder, names);
    }
  }

  /** Throws for a repository below the root that the walk enters, which is a submodule: it has an index and rules of its own. */
  #refuseSubmodule(folder: string, { name }: Dirent): void {
    if (folder !== '' && name === '.git') throw new NoFingerprint('never');
  }

  /** Throws for the folder of the index, which changes whenever the index is opened. */
  #refuseIndexFolder(folder: string): void {
    const location = resolve(this.#request.root, Buffer.from(folder, 'latin1').toString());
    if (location === this.#indexFolder) throw new NoFingerprint('never');
  }

  #read(folder: string): Dirent[] {
    return readdirSync(this.#locator.locate(folder), { encoding: 'latin1', withFileTypes: true });
  }

  /** Adds what shows whether a nested repository, which a walk skips, is still a repository. */
  #addNested(folder: string): void {
    const gitFolder = `${folder}/.git`;
    // The repository of a linked work tree is elsewhere.
    if (!lstatSync(this.#locator.locate(gitFolder)).isDirectory()) throw new NoFingerprint('never');
    this.#addFolder(folder, []);
    this.#addFolder(gitFolder, ['HEAD']);
  }

  #addFolder(folder: string, names: readonly string[]): void {
    const stats = lstatSync(this.#locator.locate(folder));
    if (stats.dev !== this.#device || !stats.isDirectory()) throw new NoFingerprint('never');
    this.#add(stats);
    for (const name of names) this.#add(lstatSync(this.#locator.locate(folder === '' ? name : `${folder}/${name}`)));
    this.#folders.push({ path: folder, names });
  }

  #add(stats: Stats | undefined): void {
    if (++this.#entries > maxEntries) throw new NoFingerprint('never');
    if (stats !== undefined && stats.ctimeMs >= this.#request.beganMs - clockStepMs) throw new NoFingerprint('later');
    this.#digest.add(stats);
  }
}

function isRules(name: string): boolean {
  return name === '.gitignore' || name === scoutIgnoreName;
}

/** The path as a walk displays it. */
function displayed(path: string): string {
  return /[\x80-\xff]|\\x/.test(path) ? displayPath(Buffer.from(path, 'latin1')).path : path;
}
