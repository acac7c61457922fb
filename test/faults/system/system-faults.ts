/**
 * Makes the operating system fail under the program, as faults.c does it: recorded changes, failing calls and allocations, a shifted clock.
 * Invariant: nothing of this is in the program. It is the built or the source program as users run it, with a library loaded before it.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('faults.c', import.meta.url));

/** Whether this machine can compile and preload the library. */
export function canFault(): boolean {
  return process.platform === 'linux' && spawnSync('cc', ['--version']).status === 0;
}

/** Compiles the library into the folder, unless it is there. Returns its path. */
function library(folder: string): string {
  const path = join(folder, 'faults.so');
  if (!existsSync(path)) execFileSync('cc', ['-O2', '-shared', '-fPIC', '-o', path, source, '-ldl', '-pthread']);
  return path;
}

/** Where Node's SQLite allocates, as faults.c reads it; null where this Node has no symbols, or loads at any address. */
export function sqliteAllocations(node = process.execPath): string | null {
  const listed = spawnSync('nm', ['-S', node], { encoding: 'utf8', maxBuffer: 1 << 28 });
  const header = spawnSync('readelf', ['-h', node], { encoding: 'utf8' }).stdout ?? '';
  if (listed.status !== 0 || !/Type:\s+EXEC/.test(header)) return null;
  const found = [...listed.stdout.matchAll(/^([\da-f]+) ([\da-f]+) t sqlite3Mem(?:Malloc|Realloc)$/gm)];
  if (found.length !== 2) return null;
  const starts = found.map(([, start]) => Number.parseInt(start!, 16));
  const ends = found.map(([, , size], at) => starts[at]! + Number.parseInt(size!, 16));
  // The two functions stand beside each other, and nothing else between them allocates.
  return `${Math.min(...starts).toString(16)}-${Math.max(...ends).toString(16)}`;
}

/** The places of the numbers in the state that all processes share. */
const [callsAt, allocationsAt, shiftAt, firstAt, lastAt] = [0, 8, 16, 24, 32];
const stateBytes = 40;

export interface FaultOptions {
  /** An existing folder for the library, the state and the records; not the one whose files count. */
  work: string;
  /** The folder whose files count. */
  folder: string;
  /** Records what is changed in the folder. */
  record?: boolean;
  /** The errno of the calls that fail. */
  error?: number;
  /** Allocations at these addresses fail, instead of calls; as `sqliteAllocations` gives them. */
  allocations?: string;
}

/** The faults of one or several runs of the program. */
export class SystemFaults {
  readonly #state: number;
  readonly log: string;
  /** What the environment of the program has to have. */
  readonly env: Readonly<Record<string, string>>;

  constructor({ work, folder, record = false, error, allocations }: FaultOptions) {
    const state = join(work, 'state');
    this.log = join(work, 'log');
    writeFileSync(state, new Uint8Array(stateBytes));
    this.#state = openSync(state, 'r+');
    this.env = {
      ...{ LD_PRELOAD: library(work), FAULTS_STATE: state, FAULTS_FOLDER: folder },
      ...(record ? { FAULTS_LOG: this.log } : {}),
      ...(error === undefined ? {} : { FAULTS_ERROR: String(error) }),
      ...(allocations === undefined ? {} : { FAULTS_ALLOCATIONS: allocations }),
    };
  }

  /** How many calls or allocations there were since `fail`. */
  get calls(): number {
    return this.#get(callsAt);
  }

  get allocations(): number {
    return this.#get(allocationsAt);
  }

  /** The calls (or allocations) with these numbers fail, counted from now and from 1; 0 for none. */
  fail(first: number, last: number): void {
    for (const [at, value] of [
      [callsAt, 0],
      [allocationsAt, 0],
      [firstAt, first],
      [lastAt, last],
    ] as const)
      this.#set(at, value);
  }

  /** Shifts the clock of the program, also of one that runs; it is not felt by timers. */
  shiftClock(seconds: number): void {
    this.#set(shiftAt, seconds * 1000);
  }

  close(): void {
    closeSync(this.#state);
  }

  #get(at: number): number {
    const bytes = Buffer.alloc(8);
    readSync(this.#state, bytes, 0, 8, at);
    return Number(bytes.readBigInt64LE());
  }

  #set(at: number, value: number): void {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(value));
    writeSync(this.#state, bytes, 0, 8, at);
  }
}
