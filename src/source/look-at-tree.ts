/**
 * Takes the looks of a tree (tree-looks.ts) behind a walk.
 * Invariants: nothing that is looked at has changed since the walk began, so that what it found is what was looked at; and where a folder may
 * not tell of its names, or a rule may stand where nobody looks, there are none.
 */
import { lstatSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync, type Dirent } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { displayPath, pathBytes } from '../util/path-bytes.ts';
import { uniqueName } from '../util/unique-name.ts';
import { findGit, type GitCommand } from './git/find-git.ts';
import { runGit } from './git/git-command.ts';
import { findRepository, hasGitAbove } from './git/git-folders.ts';
import { scoutIgnoreName } from './walk/listing.ts';
import type { WalkOptions, WalkResult } from './source.ts';
import { isInternalName } from './walk/skipped-names.ts';
import { TimeSlices } from './read/time-slices.ts';
import { LookDigest, LookedPlace, looksKey, packLooks, statsOutside, type LookedFolder } from './tree-looks.ts';

export interface LookRequest {
  root: string;
  options: WalkOptions;
  /** What the walk found, and when it began (ms since 1970). */
  walked: WalkResult;
  beganMs: number;
  /** A folder of ours on the same file system, in which one file is made and removed. */
  indexFolder: string;
  signal?: AbortSignal | undefined;
}

/** `later`: something was changed only just now. `never`: this tree cannot be told by looks. */
export type Taken = { looks: string } | 'later' | 'never';

/** The coarsest clock among file systems in use (FAT), ms. */
const clockStepMs = 2000;
/** With more to look at a walk is as good. */
const mostLooks = 300_000;

class Untold extends Error {
  readonly taken: 'later' | 'never';

  constructor(taken: 'later' | 'never') {
    super(taken);
    this.taken = taken;
  }
}

export async function lookAtTree(request: LookRequest): Promise<Taken> {
  try {
    return await new Looking(request).take();
  } catch (error) {
    if (error instanceof Untold) return error.taken;
    const { code } = error as NodeJS.ErrnoException;
    // A folder that has gone meanwhile, or cannot be read.
    if (typeof code === 'string' && /^E[A-Z]+$/.test(code)) return code === 'ENOENT' ? 'later' : 'never';
    throw error;
  }
}

class Looking {
  readonly #request: LookRequest;
  readonly #place: LookedPlace;
  readonly #git: GitCommand | null;
  readonly #sum = new LookDigest();
  readonly #folders: LookedFolder[] = [];
  readonly #slices: TimeSlices;
  /** Shown paths. */
  readonly #ignored = new Set<string>();
  readonly #nested = new Set<string>();
  readonly #indexFolder: string;
  #looks = 0;
  #device = -1;

  constructor(request: LookRequest) {
    this.#request = request;
    this.#place = new LookedPlace(request.root);
    this.#slices = new TimeSlices(request.signal);
    this.#indexFolder = realpathSync(request.indexFolder);
    this.#git = request.walked.usedGit ? findGit(request.root, request.options.gitEnvironment) : null;
  }

  async take(): Promise<Taken> {
    const { root, options, walked } = this.#request;
    if (process.platform === 'win32') return 'never';
    // Asked before all: what it says is to be of the tree that is looked at.
    const key = looksKey(root, options);
    this.#device = statSync(root).dev;
    const outside = await this.#filesOfGit();
    for (const path of outside) this.#add(statsOutside(path));
    for (const { path, reason } of walked.leftOut) {
      if (reason === 'nestedRepository') this.#nested.add(path);
      else if (reason === 'ignored') this.#ignored.add(path);
    }
    for (const path of await this.#unruled()) this.#ignored.delete(path);
    await this.#lookAtFolders();
    this.#tryFileSystem();
    const looks = packLooks(key, { outside, folders: this.#folders, digest: this.#sum.value });
    return { looks };
  }

  /** Whether a folder tells here when a name comes or goes, by a clock that is this process's. */
  #tryFileSystem(): void {
    const folder = this.#indexFolder;
    const before = statSync(folder);
    if (before.dev !== this.#device) throw new Untold('never');
    const probe = join(folder, `look-${uniqueName()}`);
    writeFileSync(probe, '', { flag: 'wx' });
    const made = statSync(probe);
    rmSync(probe);
    if (Math.abs(made.ctimeMs - Date.now()) > clockStepMs / 2) throw new Untold('never');
    // Within one tick of its clock it has the same time.
    if (statSync(folder).mtimeMs === before.mtimeMs) {
      throw new Untold(made.ctimeMs - before.mtimeMs < clockStepMs ? 'later' : 'never');
    }
  }

  /** What git's answers depend on outside the tree: its index, its rules and its settings. */
  async #filesOfGit(): Promise<string[]> {
    const { root, walked } = this.#request;
    if (!walked.usedGit) {
      // A repository that git does not read may be read another time.
      if (hasGitAbove(root)) throw new Untold('never');
      return [];
    }
    const repository = findRepository(root);
    if (repository?.top !== root || this.#git === null) throw new Untold('never');
    const { own, common } = repository;
    const [settings, excludes, system] = await Promise.all([
      this.#ask(['config', '--list', '--show-origin', '-z']),
      this.#ask(['config', '--type=path', '-z', '--get', 'core.excludesfile'], [1]),
      // Older ones do not say.
      this.#ask(['var', 'GIT_CONFIG_SYSTEM'], [1, 128, 129]),
    ]);
    const { HOME: home = '/', XDG_CONFIG_HOME } = this.#git.environment;
    const shared = XDG_CONFIG_HOME === undefined || XDG_CONFIG_HOME === '' ? join(home, '.config') : XDG_CONFIG_HOME;
    const named = [...textsOf(excludes), system.toString().trim()].filter((path) => path !== '');
    return [
      ...new Set([
        // Of a linked work tree `.git` is a file.
        ...(own === join(root, '.git') ? [] : [join(root, '.git')]),
        ...[join(own, 'index'), join(own, 'HEAD'), join(own, 'config.worktree'), join(common, 'config')],
        ...[join(common, 'info', 'exclude'), join(own, 'info', 'exclude'), '/etc/gitconfig'],
        ...[join(home, '.gitconfig'), join(shared, 'git', 'config'), join(shared, 'git', 'ignore')],
        ...originsOf(settings, root, home),
        ...named.map((path) => resolve(root, path)),
      ]),
    ];
  }

  async #ask(args: readonly string[], accepts: readonly number[] = [], input?: Buffer): Promise<Buffer> {
    const { root, signal } = this.#request;
    const output = await runGit(this.#git!, { folder: root, args, accepts, signal, ...(input && { input }) });
    if (output === null) throw new Untold('never');
    return output.stdout;
  }

  /** Ignored folders that no rule of git's names: all that is in them now is ignored, but what comes need not be. Shown paths. */
  async #unruled(): Promise<string[]> {
    const { leftOut } = this.#request.walked;
    const folders = leftOut.filter(
      ({ path, reason, detail }) => reason === 'ignored' && detail === null && path.endsWith('/'),
    );
    if (folders.length === 0 || this.#git === null) return [];
    // With a slash at its end git would ask the rules that are in the folder.
    const bytesOf = (path: string): Buffer => Buffer.from(pathBytes(path.slice(0, -1)));
    const input = Buffer.concat(folders.flatMap(({ path }) => [bytesOf(path), Buffer.from([0])]));
    const ruled = await this.#ask(['check-ignore', '-z', '--stdin'], [1], input);
    const names = new Set(ruled.toString('latin1').split('\0'));
    return folders.map(({ path }) => path).filter((path) => !names.has(bytesOf(path).toString('latin1')));
  }

  /** All that a walk enters. */
  async #lookAtFolders(): Promise<void> {
    const pending = [''];
    for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
      const names: string[] = [];
      this.#enter(folder);
      for (const entry of this.#read(folder)) {
        if (this.#slices.isOver()) await this.#slices.standBack();
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (isInternalName(entry.name)) this.#mustBeOwn(folder, entry);
        else if (!entry.isDirectory()) {
          // Some versions of git read rules through links.
          if (isRules(entry.name) && entry.isSymbolicLink()) throw new Untold('never');
          if (!this.#ignored.has(shown(path)) || isRules(entry.name)) names.push(entry.name);
        } else if (this.#nested.has(`${shown(path)}/`)) this.#recordNested(path);
        else if (!this.#ignored.has(`${shown(path)}/`)) pending.push(path);
      }
      this.#record(folder, names);
    }
  }

  /** A submodule has an index and rules of its own. */
  #mustBeOwn(folder: string, { name }: Dirent): void {
    if (folder !== '' && name === '.git') throw new Untold('never');
  }

  /** A folder in which an index changes whenever it is opened never looks the same. */
  #enter(folder: string): void {
    const place = resolve(this.#request.root, Buffer.from(folder, 'latin1').toString());
    if (place === this.#indexFolder) throw new Untold('never');
  }

  #read(folder: string): Dirent[] {
    return readdirSync(this.#place.locate(folder), { encoding: 'latin1', withFileTypes: true });
  }

  /** A repository of its own is passed over for as long as it is one. */
  #recordNested(folder: string): void {
    const own = `${folder}/.git`;
    // One of a linked work tree is elsewhere.
    if (!lstatSync(this.#place.locate(own)).isDirectory()) throw new Untold('never');
    this.#record(folder, []);
    this.#record(own, ['HEAD']);
  }

  #record(folder: string, names: readonly string[]): void {
    const stats = lstatSync(this.#place.locate(folder));
    if (stats.dev !== this.#device || !stats.isDirectory()) throw new Untold('never');
    this.#add(stats);
    for (const name of names) this.#add(lstatSync(this.#place.locate(folder === '' ? name : `${folder}/${name}`)));
    this.#folders.push({ path: folder, names });
  }

  #add(stats: ReturnType<typeof statsOutside>): void {
    if (++this.#looks > mostLooks) throw new Untold('never');
    if (stats !== undefined && stats.ctimeMs >= this.#request.beganMs - clockStepMs) throw new Untold('later');
    this.#sum.add(stats);
  }
}

function isRules(name: string): boolean {
  return name === '.gitignore' || name === scoutIgnoreName;
}

/** As a walk shows it. */
function shown(path: string): string {
  return /[\x80-\xff]|\\x/.test(path) ? displayPath(Buffer.from(path, 'latin1')).path : path;
}

/** The files that settings come from and those that they include, there or not: of each setting its origin, then its name and value. */
function originsOf(settings: Buffer, root: string, home: string): string[] {
  const files = new Set<string>();
  const parts = textsOf(settings);
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const origin = parts[at]!;
    if (!origin.startsWith('file:')) continue;
    const file = resolve(root, origin.slice('file:'.length));
    files.add(file);
    const included = /^include(?:if\..*)?\.path\n(.+)$/s.exec(parts[at + 1]!)?.[1];
    if (included === undefined) continue;
    files.add(included.startsWith('~/') ? join(home, included.slice(2)) : resolve(dirname(file), included));
  }
  return [...files];
}

function textsOf(output: Buffer): string[] {
  return output.toString().split('\0');
}
