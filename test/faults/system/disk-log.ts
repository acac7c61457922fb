/**
 * What a disk may hold after the power was lost, from the records of faults.c.
 * The model: a file has its state of the last sync; each 512-byte sector that was written since may be old or new, in any order, so writes are dropped,
 * reordered and torn; its size is any that it had since; what was never written is zeros or rubbish. Of the names that were made, changed and removed
 * since the folder was synced, a part is there: the first ones, as journals of file systems keep them, or any.
 * Invariant: the same records, moment and random numbers give the same disk.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { pick, type Random } from '../random.ts';

const sectorBytes = 512;
const headerBytes = 32;

interface FileRecord<Kind = 'write' | 'truncate' | 'sync'> {
  kind: Kind;
  inode: number;
  /** Of a truncation: the new size. */
  offset: number;
  bytes: Buffer;
}
type Change = FileRecord<'write' | 'truncate'>;

interface NameRecord {
  kind: 'create' | 'rename' | 'link' | 'remove' | 'syncFolder';
  /** Only of a file that was created. */
  inode: number;
  from: string;
  to: string;
}

export type DiskRecord = Change | FileRecord<'sync'> | NameRecord;

const fileKinds = new Map<string, FileRecord['kind']>([
  ['W', 'write'],
  ['T', 'truncate'],
  ['S', 'sync'],
]);
const nameKinds = new Map<string, NameRecord['kind']>([
  ['C', 'create'],
  ['R', 'rename'],
  ['L', 'link'],
  ['U', 'remove'],
  ['D', 'syncFolder'],
]);

export function readDiskLog(path: string): DiskRecord[] {
  const log = readFileSync(path);
  const records: DiskRecord[] = [];
  for (let at = 0; at < log.length;) {
    const letter = String.fromCharCode(log[at]!);
    const [inode, offset, length] = [8, 16, 24].map((field) => Number(log.readBigUInt64LE(at + field))) as [
      number,
      number,
      number,
    ];
    const bytes = log.subarray(at + headerBytes, at + headerBytes + length);
    at += headerBytes + length;
    const fileKind = fileKinds.get(letter);
    if (fileKind !== undefined) {
      records.push({ kind: fileKind, inode, offset, bytes });
      continue;
    }
    const [from = '', to = ''] = bytes.toString().split('\0').map((name) => basename(name)); // prettier-ignore
    records.push({ kind: nameKinds.get(letter)!, inode, from, to });
  }
  return records;
}

/** The files of a folder: their contents by a number of their own, and the numbers by name. */
export interface Disk {
  names: Map<string, number>;
  contents: Map<number, Buffer>;
}

interface LoggedFile {
  synced: Buffer;
  /** The writes and truncations since the last sync. */
  since: Change[];
}

export interface DiskStart extends Disk {
  /** The number of each inode that is there at the start. */
  inodes: Map<number, number>;
}

/** A disk while its records are replayed. */
export class LoggedDisk {
  readonly #files = new Map<number, LoggedFile>();
  readonly #inodes: Map<number, number>;
  #next: number;
  #names: Map<string, number>;
  /** The names before and after each change since the folder was synced. */
  #namesSince: NameRecord[] = [];
  #syncedNames: Map<string, number>;

  constructor(start: DiskStart) {
    this.#inodes = new Map(start.inodes);
    this.#names = new Map(start.names);
    this.#syncedNames = new Map(start.names);
    for (const [id, synced] of start.contents) this.#files.set(id, { synced, since: [] });
    this.#next = Math.max(0, ...start.contents.keys()) + 1;
  }

  get names(): ReadonlyMap<string, number> {
    return this.#names;
  }

  /** The name that a file has now; undefined for none. */
  nameOf(inode: number): string | undefined {
    const id = this.#inodes.get(inode);
    return [...this.#names].find(([, one]) => one === id)?.[0];
  }

  /** Whether the name of a file outlasts a power loss. */
  isNameSynced(inode: number): boolean {
    return [...this.#syncedNames.values()].includes(this.#inodes.get(inode) ?? 0);
  }

  replay(record: DiskRecord): void {
    switch (record.kind) {
      case 'write':
      case 'truncate':
        this.#file(record.inode).since.push(record);
        return;
      case 'sync': {
        const file = this.#file(record.inode);
        file.synced = keptWhole(file);
        file.since = [];
        return;
      }
      case 'syncFolder':
        this.#syncedNames = new Map(this.#names);
        this.#namesSince = [];
        return;
      default:
        this.#rename(record);
    }
  }

  #rename(record: NameRecord): void {
    let { inode } = record;
    if (record.kind === 'create') {
      // The number of an inode is used again when its file is gone.
      this.#inodes.set(inode, this.#next);
      this.#files.set(this.#next, { synced: Buffer.alloc(0), since: [] });
      inode = this.#next++;
    }
    const change = { ...record, inode };
    applyName(this.#names, change);
    this.#namesSince.push(change);
  }

  /** With everything that was written: what a process that was killed leaves. */
  whole(): Disk {
    return this.#made(new Map(this.#names), keptWhole);
  }

  /** After the power was lost now. */
  afterPowerLoss(random: Random): Disk {
    const names = new Map(this.#syncedNames);
    const keptInOrder = random(this.#namesSince.length + 1);
    const byJournal = random(2) === 0;
    for (const [at, change] of this.#namesSince.entries())
      if (byJournal ? at < keptInOrder : random(2) === 0) applyName(names, change);
    const ways = [(file: LoggedFile) => file.synced, keptWhole, keptFirst, keptSectors];
    // Mostly the same for all files, so that some disks have lost everything and some nothing.
    const way = pick(ways, random);
    return this.#made(names, (file) => (random(4) === 0 ? pick(ways, random) : way)(file, random));
  }

  #file(inode: number): LoggedFile {
    const found = this.#files.get(this.#inodes.get(inode) ?? 0);
    if (found === undefined) throw new Error(`there is no record that inode ${inode} was made`);
    return found;
  }

  #made(names: Map<string, number>, content: (file: LoggedFile) => Buffer): Disk {
    const contents = new Map<number, Buffer>();
    for (const id of new Set(names.values())) contents.set(id, content(this.#files.get(id)!));
    return { names, contents };
  }
}

function applyName(names: Map<string, number>, { kind, inode, from, to }: NameRecord): void {
  if (kind === 'create') names.set(from, inode);
  else if (kind === 'remove') names.delete(from);
  else {
    const id = names.get(from);
    // What made the old name may be lost.
    if (id === undefined) return;
    names.set(to, id);
    if (kind === 'rename') names.delete(from);
  }
}

/** The content of a file while changes are applied to it. */
class Content {
  #bytes: Buffer;
  size: number;

  constructor(start: Buffer) {
    this.#bytes = Buffer.from(start);
    this.size = start.length;
  }

  resize(size: number): void {
    if (size > this.#bytes.length) {
      const larger = Buffer.alloc(Math.max(size, this.#bytes.length * 2));
      this.#bytes.copy(larger);
      this.#bytes = larger;
    }
    if (size < this.size) this.#bytes.fill(0, size, this.size);
    this.size = size;
  }

  put(offset: number, bytes: Uint8Array): void {
    if (offset + bytes.length > this.size) this.resize(offset + bytes.length);
    this.#bytes.set(bytes, offset);
  }

  apply(change: Change): void {
    if (change.kind === 'truncate') this.resize(change.offset);
    else this.put(change.offset, change.bytes);
  }

  slice(from: number, to: number): Buffer {
    return this.#bytes.subarray(from, Math.min(to, this.size));
  }

  get bytes(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.size));
  }
}

function keptWhole({ synced, since }: LoggedFile): Buffer {
  if (since.length === 0) return synced;
  const content = new Content(synced);
  for (const change of since) content.apply(change);
  return content.bytes;
}

/** The first changes, the last of them torn. */
function keptFirst({ synced, since }: LoggedFile, random: Random): Buffer {
  const content = new Content(synced);
  const count = random(since.length + 1);
  for (const change of since.slice(0, count)) content.apply(change);
  const torn = since[count];
  if (torn?.kind === 'write') {
    const sectors = random(Math.ceil(torn.bytes.length / sectorBytes));
    content.put(torn.offset, torn.bytes.subarray(0, sectors * sectorBytes));
  }
  return content.bytes;
}

/** Any of the sectors in any of their states, and any of the sizes. */
function keptSectors({ synced, since }: LoggedFile, random: Random): Buffer {
  const [live, disk] = [new Content(synced), new Content(synced)];
  const sizes = [synced.length];
  const inTen = pick([1, 5, 9], random);
  const isRubbish = random(3) === 0;
  for (const change of since) {
    const before = live.size;
    live.apply(change);
    sizes.push(live.size);
    if (change.kind === 'truncate') {
      if (random(2) === 0) disk.resize(change.offset);
      continue;
    }
    if (isRubbish && live.size > before) disk.put(before, Buffer.alloc(live.size - before, 0xa5));
    const end = change.offset + change.bytes.length;
    for (let sector = change.offset - (change.offset % sectorBytes); sector < end; sector += sectorBytes)
      if (random(10) < inTen) disk.put(sector, live.slice(sector, sector + sectorBytes));
  }
  const content = new Content(disk.bytes);
  content.resize(pick(sizes, random));
  return content.bytes;
}
