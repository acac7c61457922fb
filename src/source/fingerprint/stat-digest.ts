/** Stats the entries of a tree, and digests the results. */
import { lstatSync, statSync, type Stats } from 'node:fs';

/** Locations of entries below a root. */
export class EntryLocator {
  readonly #root: string;
  readonly #bytes: string;

  constructor(root: string) {
    this.#root = root;
    this.#bytes = Buffer.from(root).toString('latin1');
  }

  /** The location for `fs`. @param path bytes as a Latin-1 string */
  locate(path: string): string | Buffer {
    return beyondAscii.test(path)
      ? Buffer.from(`${this.#bytes}/${path}`, 'latin1')
      : path === ''
        ? this.#root
        : `${this.#root}/${path}`;
  }

  /** `stat` without following a link; undefined where there is no entry, or it cannot be read. */
  stats(path: string): Stats | undefined {
    try {
      return lstatSync(this.locate(path), { throwIfNoEntry: false });
    } catch {
      return undefined;
    }
  }
}

const beyondAscii = /[\x80-\xff]/;

/** `stat` that follows links, as git reads its files; undefined where there is no entry, or it cannot be read. */
export function statFollowingLinks(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Multipliers of the two 32-bit halves of the digest. */
const firstFactor = 0x01000193;
const secondFactor = 0x85ebca6b | 0;

/** A hash of 64 bits over the added stats, in their order. Of each: type and permissions, size, inode, `mtime` and `ctime`. */
export class StatDigest {
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
