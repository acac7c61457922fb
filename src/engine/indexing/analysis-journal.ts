/**
 * Which files are being analysed, noted beside the index: a native parser can end its whole process by a signal, and nobody else could tell
 * the next run which file did it.
 * Invariants: a note stands until the analysis has ended, however the process ends; where no note can be written there is none.
 */
import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { processLives } from '../../runtime/process-lives.ts';

/** Behind it stands the process that has written the journal. */
const mark = '.analysing-';

/** A line of a journal: files are begun, or all of a note have ended. */
interface Line {
  id: number;
  paths?: readonly string[];
  apart?: true;
}

/** Journals of this thread that are in use. */
const own = new Set<string>();
let journals = 0;

export class AnalysisJournal {
  readonly #path: string | null;
  #descriptor: number | null = null;
  #ids = 0;

  /** @param databasePath of the index; one in memory has no journal */
  constructor(databasePath: string) {
    this.#path = databasePath === ':memory:' ? null : `${databasePath}${mark}${process.pid}-${++journals}`;
  }

  /** @param apart it is a single file, which was begun before when a process ended */
  async noted<T>(paths: readonly string[], work: () => Promise<T>, apart = false): Promise<T> {
    const id = ++this.#ids;
    this.#write(apart ? { id, paths, apart } : { id, paths });
    try {
      return await work();
    } finally {
      this.#write({ id });
    }
  }

  #write(line: Line): void {
    if (this.#path === null) return;
    try {
      if (this.#descriptor === null) {
        this.#descriptor = openSync(this.#path, 'w', 0o600);
        own.add(this.#path);
      }
      writeSync(this.#descriptor, `${JSON.stringify(line)}\n`);
    } catch {
      // No room, or nothing may be written there: a process that a file ends is then ended by it again.
    }
  }

  /** Nothing is analysed any more. */
  close(): void {
    if (this.#descriptor === null || this.#path === null) return;
    closeSync(this.#descriptor);
    this.#descriptor = null;
    own.delete(this.#path);
    rmSync(this.#path, { force: true });
  }
}

export interface Suspects {
  /** Files that were being analysed when a process ended, … */
  suspected: ReadonlySet<string>;
  /** … and those that were so, alone, for a second time. */
  convicted: ReadonlySet<string>;
  /** All of them have been analysed since. */
  forget: () => void;
}

/** What processes that are gone have left. */
export function findSuspects(databasePath: string): Suspects {
  const suspected = new Set<string>();
  const convicted = new Set<string>();
  const left = abandonedJournals(databasePath);
  for (const path of left) {
    for (const { paths = [], apart } of openNotes(path))
      for (const one of paths) (apart === true ? convicted : suspected).add(one);
  }
  return { suspected, convicted, forget: () => left.forEach((path) => rmSync(path, { force: true })) };
}

function abandonedJournals(databasePath: string): string[] {
  if (databasePath === ':memory:') return [];
  const folder = dirname(databasePath);
  const start = `${basename(databasePath)}${mark}`;
  try {
    return readdirSync(folder).flatMap((name) => {
      const pid = name.startsWith(start) ? Number.parseInt(name.slice(start.length), 10) : Number.NaN;
      const path = join(folder, name);
      // A process in a container often has the number of the one before it.
      const isAbandoned = pid > 0 && (pid === process.pid ? !own.has(path) : !processLives(pid));
      return isAbandoned ? [path] : [];
    });
  } catch {
    return [];
  }
}

/** The notes without an end; a line that cannot be read is none. */
function openNotes(path: string): Iterable<Line> {
  const open = new Map<number, Line>();
  for (const text of readFileSync(path, 'utf8').split('\n')) {
    const line = parseLine(text);
    if (line === null) continue;
    if (line.paths === undefined) open.delete(line.id);
    else open.set(line.id, line);
  }
  return open.values();
}

function parseLine(text: string): Line | null {
  try {
    const line = JSON.parse(text) as Partial<Line> | null;
    const { id, paths, apart } = line ?? {};
    if (typeof id !== 'number') return null;
    if (paths === undefined) return { id };
    if (!Array.isArray(paths)) return null;
    return { id, paths: paths.filter((one) => typeof one === 'string'), ...(apart === true ? { apart } : {}) };
  } catch {
    return null;
  }
}
