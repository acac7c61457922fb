/**
 * Overwrites with zeroes what no row of a closed database uses: free pages, gaps between cells, and the rest of a last overflow page. SQLite leaves
 * there what was deleted or moved, which nobody would expect in a file that is given to others. The cells of a page are put in order, so that pages with the
 * same rows are the same bytes, whatever was there before.
 * Invariant: the database has the same content before and after. The format is that of https://www.sqlite.org/fileformat.html.
 */
import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { headerBytes } from './header.ts';

/** Offsets in the header of the database. */
const header = { pageSize: 16, reserved: 20, changeCounter: 24, firstTrunk: 32, validFor: 92 } as const;
/** Offsets in the header of a page of a B-tree. */
const page = { kind: 0, freeblock: 1, cells: 3, content: 5, fragments: 7, rightmost: 8 } as const;
const kinds = { interiorIndex: 2, interiorTable: 5, leafIndex: 10, leafTable: 13 } as const;
/** A cell takes at least this much (bytes), so that it can become a free block. */
const leastCell = 4;

/** @param roots the first pages of all tables and indexes, `sqlite_schema` (1) included */
export function scrubPages(path: string, roots: readonly number[]): void {
  const descriptor = openSync(path, 'r+');
  try {
    new Scrubber(descriptor).scrub(roots);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** What a cell takes on its page, and where the rest of its payload is. */
interface Cell {
  at: number;
  length: number;
  child: number | null;
  overflow: { page: number; bytes: number } | null;
}

class Scrubber {
  readonly #file: number;
  readonly #pageBytes: number;
  readonly #usable: number;
  readonly #pages: number;
  readonly #seen = new Set<number>();

  constructor(file: number) {
    this.#file = file;
    const head = Buffer.alloc(headerBytes);
    readSync(file, head, 0, headerBytes, 0);
    const size = head.readUInt16BE(header.pageSize);
    this.#pageBytes = size === 1 ? 65_536 : size;
    this.#usable = this.#pageBytes - head[header.reserved]!;
    this.#pages = Math.floor(fstatSync(file).size / this.#pageBytes);
  }

  scrub(roots: readonly number[]): void {
    const waiting = [...roots];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) waiting.push(...this.#scrubTree(next));
    this.#scrubFree();
    // How often the file was written says nothing to others, and would make the first page of each copy another one.
    const first = this.#read(1);
    first.writeUInt32BE(1, header.changeCounter);
    first.writeUInt32BE(1, header.validFor);
    this.#write(1, first);
  }

  #read(number: number): Buffer {
    if (!Number.isInteger(number) || number < 1 || number > this.#pages)
      throw new RangeError(`the database has no page ${number}`);
    const bytes = Buffer.alloc(this.#pageBytes);
    readSync(this.#file, bytes, 0, this.#pageBytes, (number - 1) * this.#pageBytes);
    return bytes;
  }

  /** Pages that are marked twice would go round in circles. */
  #readOnce(number: number): Buffer {
    if (this.#seen.has(number)) throw new RangeError(`page ${number} of the database is used twice`);
    this.#seen.add(number);
    return this.#read(number);
  }

  #write(number: number, bytes: Buffer): void {
    writeSync(this.#file, bytes, 0, this.#pageBytes, (number - 1) * this.#pageBytes);
  }

  /** Returns the pages below. */
  #scrubTree(number: number): number[] {
    const bytes = this.#readOnce(number);
    const start = number === 1 ? headerBytes : 0;
    const kind = bytes[start + page.kind]!;
    const isInterior = kind === kinds.interiorIndex || kind === kinds.interiorTable;
    if (!isInterior && kind !== kinds.leafIndex && kind !== kinds.leafTable)
      throw new RangeError(`page ${number} of the database is of no known kind`);
    const count = bytes.readUInt16BE(start + page.cells);
    const pointers = start + (isInterior ? 12 : 8);
    const below = isInterior ? [bytes.readUInt32BE(start + page.rightmost)] : [];
    const packed = Buffer.alloc(this.#pageBytes);
    bytes.copy(packed, 0, 0, pointers);
    bytes.copy(packed, this.#usable, this.#usable);
    let end = this.#usable;
    for (let cell = 0; cell < count; cell++) {
      const { at, length, child, overflow } = this.#cellAt(bytes, bytes.readUInt16BE(pointers + 2 * cell), kind);
      end -= length;
      if (end < pointers + 2 * count) throw new RangeError(`the cells of page ${number} of the database overlap`);
      bytes.copy(packed, end, at, at + length);
      packed.writeUInt16BE(end, pointers + 2 * cell);
      if (child !== null) below.push(child);
      if (overflow !== null) this.#scrubOverflow(overflow);
    }
    packed.writeUInt16BE(0, start + page.freeblock);
    // The start of the cells; 0 stands for 65,536.
    packed.writeUInt16BE(end & 0xffff, start + page.content);
    packed[start + page.fragments] = 0;
    this.#write(number, packed);
    return below;
  }

  #cellAt(bytes: Buffer, at: number, kind: number): Cell {
    const isInterior = kind === kinds.interiorIndex || kind === kinds.interiorTable;
    const child = isInterior ? bytes.readUInt32BE(at) : null;
    let next = at + (isInterior ? 4 : 0);
    if (kind === kinds.interiorTable) {
      next = varintAt(bytes, next).end;
      return { at, length: Math.max(next - at, leastCell), child, overflow: null };
    }
    const payload = varintAt(bytes, next);
    next = kind === kinds.leafTable ? varintAt(bytes, payload.end).end : payload.end;
    const local = this.#localBytes(payload.value, kind === kinds.leafTable);
    const end = next + local + (local < payload.value ? 4 : 0);
    if (end > this.#usable) throw new RangeError('a cell of the database is longer than its page');
    const overflow =
      local < payload.value ? { page: bytes.readUInt32BE(next + local), bytes: payload.value - local } : null;
    return { at, length: Math.max(end - at, leastCell), child, overflow };
  }

  /** How much of a payload is on the page of its cell. */
  #localBytes(payload: number, isTable: boolean): number {
    const usable = this.#usable;
    const most = isTable ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23;
    if (payload <= most) return payload;
    const least = Math.floor(((usable - 12) * 32) / 255) - 23;
    const local = least + ((payload - least) % (usable - 4));
    return local <= most ? local : least;
  }

  #scrubOverflow({ page: first, bytes: length }: { page: number; bytes: number }): void {
    let left = length;
    for (let number = first; number !== 0;) {
      const bytes = this.#readOnce(number);
      const here = Math.min(left, this.#usable - 4);
      if (here < this.#usable - 4) {
        bytes.fill(0, 4 + here);
        this.#write(number, bytes);
      }
      left -= here;
      number = bytes.readUInt32BE(0);
    }
    if (left > 0) throw new RangeError('a payload of the database ends too soon');
  }

  #scrubFree(): void {
    for (let trunk = this.#read(1).readUInt32BE(header.firstTrunk); trunk !== 0;) {
      const bytes = this.#readOnce(trunk);
      const leaves = bytes.readUInt32BE(4);
      if (8 + 4 * leaves > this.#usable) throw new RangeError('the list of free pages is longer than its page');
      for (let leaf = 0; leaf < leaves; leaf++) {
        const number = bytes.readUInt32BE(8 + 4 * leaf);
        this.#write(number, this.#readOnce(number).fill(0));
      }
      this.#write(trunk, bytes.fill(0, 8 + 4 * leaves));
      trunk = bytes.readUInt32BE(0);
    }
  }
}

/** SQLite's variable-length integer: seven bits a byte, the highest first; a ninth byte has eight. Payloads are below 2^31. */
function varintAt(bytes: Buffer, at: number): { value: number; end: number } {
  let value = 0;
  for (let read = 0; read < 8; read++) {
    const byte = bytes[at + read] ?? 0;
    value = value * 128 + (byte & 127);
    if (byte < 128) return { value, end: at + read + 1 };
  }
  return { value, end: at + 9 };
}
