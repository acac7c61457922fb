/**
 * What a work tree looked like when a walk had gone through it: its folders, their entries, and a digest of what the system says of each, by
 * which a later look at the same tells whether the walk would find the same, without git and without reading a folder.
 * Invariants: a folder in which a name comes or goes has another time, a file that is written another time of change, and both are looked at in
 * every folder that a walk would enter; so are the files that say what git ignores. Whatever cannot be told is another tree.
 */
import { lstatSync, statSync, type Stats } from 'node:fs';
import { findGit } from './git/find-git.ts';
import { hasGitAbove } from './git/git-folders.ts';
import type { WalkOptions } from './source.ts';
import { TimeSlices } from './read/time-slices.ts';

/** Names have none of these: they part names, a folder from its names, and folders. */
const betweenNames = '/';
const behindFolder = '//';
const betweenFolders = '///';

/** A folder that is looked at, below the root: bytes as a string of Latin-1, without a slash at its end. */
export interface LookedFolder {
  path: string;
  /** Of entries that are looked at as well. */
  names: readonly string[];
}

/** Of files outside the tree, absolute; of what is not there, that. */
interface Looked {
  outside: readonly string[];
  folders: readonly LookedFolder[];
  digest: string;
}

export function packLooks(key: string, { outside, folders, digest }: Looked): string {
  const body = folders.map(({ path, names }) =>
    names.length === 0 ? path : path + behindFolder + names.join(betweenNames),
  );
  return `${JSON.stringify([key, digest, outside])}\n${body.join(betweenFolders)}`;
}

/** All that a walk depends on beside the tree and git's files. */
export function looksKey(root: string, options: WalkOptions): string {
  const git = findGit(root, options.gitEnvironment);
  const { HOME, XDG_CONFIG_HOME, GIT_CEILING_DIRECTORIES, GIT_DISCOVERY_ACROSS_FILESYSTEM } = git?.environment ?? {};
  return JSON.stringify([
    root,
    options.maxFileSize,
    options.ignorePatterns,
    git?.program ?? null,
    hasGitAbove(root),
    ...[HOME, XDG_CONFIG_HOME, GIT_CEILING_DIRECTORIES, GIT_DISCOVERY_ACROSS_FILESYSTEM],
  ]);
}

/** Whether a tree is as it was when `looks` were packed. */
export async function looksAsBefore(
  root: string,
  options: WalkOptions,
  looks: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const end = looks.indexOf('\n');
  const [digest, outside] = headOf(root, options, looks.slice(0, end)) ?? [];
  if (digest === undefined || outside === undefined) return false;
  const sum = new LookDigest();
  for (const path of outside) sum.add(statsOutside(path));
  const slices = new TimeSlices(signal);
  const place = new LookedPlace(root);
  for (const folder of looks.slice(end + 1).split(betweenFolders)) {
    const mark = folder.indexOf(behindFolder);
    const path = mark === -1 ? folder : folder.slice(0, mark);
    if (!addLook(sum, place.look(path))) return false;
    if (mark === -1) continue;
    const prefix = path === '' ? '' : `${path}/`;
    for (const name of folder.slice(mark + behindFolder.length).split(betweenNames)) {
      if (slices.isOver()) await slices.standBack();
      if (!addLook(sum, place.look(prefix + name))) return false;
    }
  }
  return sum.value === digest;
}

/** Null where it is of something else, or of nothing. */
function headOf(root: string, options: WalkOptions, head: string): [digest: string, outside: string[]] | null {
  try {
    const [key, digest, outside] = JSON.parse(head) as [string, string, string[]];
    return key === looksKey(root, options) ? [digest, outside] : null;
  } catch {
    // A root that is gone is told of by the walk.
    return null;
  }
}

function addLook(sum: LookDigest, stats: Stats | undefined): boolean {
  if (stats === undefined) return false;
  sum.add(stats);
  return true;
}

/** A root, and what stands below it. */
export class LookedPlace {
  readonly #root: string;
  readonly #bytes: string;

  constructor(root: string) {
    this.#root = root;
    this.#bytes = Buffer.from(root).toString('latin1');
  }

  /** For `fs`. @param path bytes as a string of Latin-1 */
  locate(path: string): string | Buffer {
    return beyondAscii.test(path)
      ? Buffer.from(`${this.#bytes}/${path}`, 'latin1')
      : path === ''
        ? this.#root
        : `${this.#root}/${path}`;
  }

  /** What stands there itself, if it is a link; undefined where nothing does or it cannot be told. */
  look(path: string): Stats | undefined {
    try {
      return lstatSync(this.locate(path), { throwIfNoEntry: false });
    } catch {
      return undefined;
    }
  }
}

const beyondAscii = /[\x80-\xff]/;

/** Through links: what is read counts. */
export function statsOutside(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

const firstFactor = 0x01000193;
const secondFactor = 0x85ebca6b | 0;

/** 64 bits of all that was looked at, in order. Nobody can set the time of change of a file to be taken for another. */
export class LookDigest {
  readonly #numbers = new Float64Array(5);
  readonly #words = new Uint32Array(this.#numbers.buffer);
  #first = 0x811c9dc5 | 0;
  #second = 0;

  add(stats: Stats | undefined): void {
    const numbers = this.#numbers;
    numbers[0] = stats?.mode ?? -1;
    numbers[1] = stats?.size ?? 0;
    numbers[2] = stats?.ino ?? 0;
    numbers[3] = stats?.mtimeMs ?? 0;
    numbers[4] = stats?.ctimeMs ?? 0;
    let first = this.#first;
    let second = this.#second;
    for (const word of this.#words) {
      first = Math.imul(((first << 5) | (first >>> 27)) ^ word, firstFactor);
      second = (Math.imul((second << 7) | (second >>> 25), secondFactor) + word) | 0;
    }
    this.#first = first;
    this.#second = second;
  }

  get value(): string {
    return [this.#first, this.#second].map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join('');
  }
}
