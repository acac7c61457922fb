/**
 * The snapshots that a node has on its disk, each with the files of its tree.
 * Invariants: a snapshot is there as a whole or not at all; together with the mirrors they take no more than the limit, unless those in use do; what is in
 * use is never removed; what nobody has used goes first, then what was used least recently; of each repository the one that was made last stays.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'; // prettier-ignore
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { folderBytes } from '../../util/paths/folder-bytes.ts';
import { uniqueName } from '../../util/unique-name.ts';

export interface SnapshotKey {
  repository: number;
  tree: string;
  /** The key of the flavour in the page store. */
  flavour: string;
}

export class HeldSnapshot implements SnapshotKey {
  readonly repository: number;
  readonly tree: string;
  readonly flavour: string;
  /** Of this snapshot alone. */
  readonly folder: string;
  bytes = 0;
  /** When it was used last (ms since 1970); 0: nobody has. */
  usedMs = 0;
  /** Another one of its repository was made later. */
  isOld = false;
  /** How many have it open. */
  users = 0;

  constructor({ repository, tree, flavour }: SnapshotKey, folder: string) {
    [this.repository, this.tree, this.flavour, this.folder] = [repository, tree, flavour, folder];
  }
}

/** Written last, so a folder without it was not finished. */
const markName = 'snapshot.json';

interface Mark {
  bytes: number;
  /** Of the mirror of its repository, when this was made. */
  mirrorBytes: number;
}

const folderOf = ({ tree, flavour }: SnapshotKey): string => `${tree}-${flavour}`;

export class SnapshotCache {
  readonly #folder: string;
  readonly #maxBytes: number;
  readonly #onEvicted: (snapshot: HeldSnapshot) => void;
  readonly #held = new Map<string, HeldSnapshot>();
  /** By repository (bytes). */
  readonly #mirrors = new Map<number, number>();
  /** Snapshots that are being made, by repository: their mirrors are in use. */
  readonly #making = new Map<number, number>();

  /** Reads what an earlier process of the node has left. */
  constructor(folder: string, maxBytes: number, onEvicted: (snapshot: HeldSnapshot) => void = () => {}) {
    [this.#folder, this.#maxBytes, this.#onEvicted] = [folder, maxBytes, onEvicted];
    rmSync(this.#leaving, { recursive: true, force: true, maxRetries: 3 });
    for (const one of [this.#snapshots, this.#leaving, join(folder, 'mirrors')])
      mkdirSync(one, { recursive: true, mode: 0o700 });
    for (const repository of readdirSync(this.#snapshots)) {
      this.#readRepository(repository);
      this.#dropIfEmpty(repository);
    }
    for (const mirror of readdirSync(join(folder, 'mirrors')))
      if (!this.#mirrors.has(Number(mirror.replace('.git', '')))) this.#delete(join(folder, 'mirrors', mirror));
  }

  get #snapshots(): string {
    return join(this.#folder, 'snapshots');
  }

  /** Folders that are being deleted. */
  get #leaving(): string {
    return join(this.#folder, 'leaving');
  }

  #readRepository(name: string): void {
    const folder = join(this.#snapshots, name);
    for (const one of readdirSync(folder)) {
      const path = join(folder, one);
      const [tree = '', flavour = ''] = one.split('-');
      const snapshot = new HeldSnapshot({ repository: Number(name), tree, flavour }, path);
      try {
        const { bytes, mirrorBytes } = JSON.parse(readFileSync(join(path, markName), 'utf8')) as Mark;
        snapshot.bytes = bytes;
        this.#mirrors.set(snapshot.repository, Math.max(this.#mirrors.get(snapshot.repository) ?? 0, mirrorBytes));
        snapshot.usedMs = statSync(join(path, markName)).mtimeMs;
        this.#held.set(this.#keyOf(snapshot), snapshot);
      } catch {
        this.#delete(path);
      }
    }
  }

  #keyOf(key: SnapshotKey): string {
    return `${key.repository}/${folderOf(key)}`;
  }

  /** Where the repository's mirror is. Each repository has one of its own: whoever may read one may not see objects of another. */
  mirrorOf(repository: number): string {
    return join(this.#folder, 'mirrors', `${repository}.git`);
  }

  get bytes(): number {
    return (
      [...this.#held.values()].reduce((sum, { bytes }) => sum + bytes, 0) +
      [...this.#mirrors.values()].reduce((sum, bytes) => sum + bytes, 0)
    );
  }

  /** What is removed as soon as its room is wanted (bytes). */
  get unusedBytes(): number {
    return [...this.#held.values()].reduce((sum, { bytes, usedMs, users }) => sum + (usedMs === 0 && users === 0 ? bytes : 0), 0); // prettier-ignore
  }

  has(key: SnapshotKey): boolean {
    return this.#held.has(this.#keyOf(key));
  }

  /** Takes a snapshot into use; null where it is not here. */
  take(key: SnapshotKey): HeldSnapshot | null {
    const held = this.#held.get(this.#keyOf(key)) ?? null;
    if (held !== null) this.#use(held);
    return held;
  }

  #use(held: HeldSnapshot): void {
    held.users++;
    held.usedMs = Date.now();
    held.isOld = false;
  }

  /** The end of one use. */
  release(held: HeldSnapshot): void {
    held.users--;
    held.usedMs = Date.now();
    noteUse(held);
    if (held.isOld && held.users === 0) this.#remove(held);
    this.#evict(0);
  }

  /**
   * Makes a snapshot and takes it into use.
   * @param expectedBytes what it will take, as far as that is known: so much room is made before
   * @param make fills the folder
   */
  async make(key: SnapshotKey, expectedBytes: number, make: (folder: string) => Promise<void>): Promise<HeldSnapshot> {
    this.#evict(expectedBytes);
    return this.#made(key, make, (held) => this.#use(held));
  }

  /** The same for whoever asks first: it is not in use, and no room is made for it. */
  makeAhead(key: SnapshotKey, make: (folder: string) => Promise<void>): Promise<HeldSnapshot> {
    return this.#made(key, make, noteUse);
  }

  /** @param begin called before anything else may be removed in its favour */
  async #made(
    key: SnapshotKey,
    make: (folder: string) => Promise<void>,
    begin: (held: HeldSnapshot) => void,
  ): Promise<HeldSnapshot> {
    const { repository } = key;
    const held = new HeldSnapshot(key, join(this.#snapshots, String(repository), folderOf(key)));
    this.#making.set(repository, (this.#making.get(repository) ?? 0) + 1);
    try {
      this.#delete(held.folder);
      mkdirSync(held.folder, { recursive: true, mode: 0o700 });
      await make(held.folder);
      held.bytes = await folderBytes(held.folder);
      const mirror = this.mirrorOf(repository);
      const mirrorBytes = existsSync(mirror) ? await folderBytes(mirror) : 0;
      this.#mirrors.set(repository, mirrorBytes);
      writeFileSync(join(held.folder, markName), JSON.stringify({ bytes: held.bytes, mirrorBytes } satisfies Mark));
    } catch (error) {
      this.#delete(held.folder);
      // There may be a mirror by now.
      if (!this.#mirrors.has(repository)) this.#mirrors.set(repository, 0);
      throw error;
    } finally {
      this.#making.set(repository, this.#making.get(repository)! - 1);
    }
    this.#held.set(this.#keyOf(held), held);
    begin(held);
    this.#replaceOthers(held);
    this.#evict(0);
    return held;
  }

  /** Nobody asks for a commit that is not the newest. */
  #replaceOthers(newest: HeldSnapshot): void {
    for (const held of [...this.#held.values()]) {
      if (held === newest || held.repository !== newest.repository) continue;
      held.isOld = true;
      if (held.users === 0) this.#remove(held);
    }
  }

  /** Removes what nobody has used, and then what was used least recently, until so much more fits. */
  #evict(moreBytes: number): void {
    if (this.bytes + moreBytes <= this.#maxBytes) return;
    const idle = [...this.#held.values()].filter(({ users }) => users === 0);
    for (const held of idle.sort((a, b) => a.usedMs - b.usedMs)) {
      this.#remove(held);
      if (this.bytes + moreBytes <= this.#maxBytes) return;
    }
  }

  #remove(held: HeldSnapshot): void {
    this.#held.delete(this.#keyOf(held));
    this.#delete(held.folder);
    if (!held.isOld) this.#onEvicted(held);
    this.#removeMirror(held.repository);
  }

  /** Unless a snapshot of its repository is here, or is being made. */
  #removeMirror(repository: number): void {
    const isNeeded =
      (this.#making.get(repository) ?? 0) > 0 || [...this.#held.values()].some((one) => one.repository === repository);
    if (isNeeded) return;
    this.#mirrors.delete(repository);
    this.#delete(this.mirrorOf(repository));
    this.#dropIfEmpty(String(repository));
  }

  #dropIfEmpty(repository: string): void {
    try {
      rmdirSync(join(this.#snapshots, repository));
    } catch {
      // It has a snapshot, or was never there.
    }
  }

  /** The folder is gone from its place at once; a large one takes its time to be deleted. */
  #delete(folder: string): void {
    if (!existsSync(folder)) return;
    const leaving = join(this.#leaving, uniqueName());
    renameSync(folder, leaving);
    rm(leaving, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  }

  /** Removes the snapshots of a repository that nobody uses, and its mirror, such as one that was removed from the catalogue. */
  forget(repository: number): void {
    for (const held of [...this.#held.values()])
      if (held.repository === repository && held.users === 0) this.#remove(held);
    this.#removeMirror(repository);
  }

  /** The repositories that have a snapshot or a mirror here. */
  repositories(): Set<number> {
    return new Set([...this.#mirrors.keys(), ...[...this.#held.values()].map(({ repository }) => repository)]);
  }
}

/** For the order after a restart. */
function noteUse({ folder, usedMs }: HeldSnapshot): void {
  try {
    utimesSync(join(folder, markName), usedMs / 1000, usedMs / 1000);
  } catch {
    // Only that order depends on it.
  }
}
