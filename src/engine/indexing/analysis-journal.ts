/**
 * A journal next to the index of the files that are being analysed. A native parser can crash its whole process, and the journal then shows the
 * next run which files were being analysed.
 * Invariants: an entry stays until its analysis has ended, however the process ends; if the journal cannot be written, analysis goes on without it.
 */
import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { stateFile, type LocalState } from '../../store/local-state.ts';
import { requireOwnFolder } from '../../store/registry.ts';
import { processLives } from '../../runtime/process-lives.ts';

/** In the file name of a journal this follows the name of the index; after it come the id of the process that writes the journal, and a number. */
const nameMark = '.analysing-';

/** A line of a journal: the beginning of an entry (with `paths`), or its end. */
interface Line {
  id: number;
  paths?: readonly string[];
  /** Set if `paths` is one suspected file that is analysed alone, in the process that writes the journal. */
  apart?: true;
}

/** Open journals of this thread. */
const openJournals = new Set<string>();
let journalCount = 0;

export class AnalysisJournal {
  readonly #path: string | null;
  #descriptor: number | null = null;
  #lastId = 0;

  /** @param state an index in memory has no journal */
  constructor(state: LocalState | null) {
    this.#path = state === null ? null : stateFile(state, `${nameMark}${process.pid}-${++journalCount}`);
  }

  /** Runs `work`, with an entry for its files while it lasts. @param apart whether `paths` is one suspected file that is analysed alone, in this process */
  async withEntry<T>(paths: readonly string[], work: () => Promise<T>, apart = false): Promise<T> {
    const id = ++this.#lastId;
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
        requireOwnFolder(this.#path);
        // A link of that name, which a repository can contain, is not followed.
        rmSync(this.#path, { force: true });
        this.#descriptor = openSync(this.#path, 'wx', 0o600);
        openJournals.add(this.#path);
      }
      writeSync(this.#descriptor, `${JSON.stringify(line)}\n`);
    } catch {
      // No space or no permission. Without the entry, a file that crashes this process will crash the next one as well.
    }
  }

  /** Removes the journal. */
  close(): void {
    if (this.#descriptor === null || this.#path === null) return;
    closeSync(this.#descriptor);
    this.#descriptor = null;
    openJournals.delete(this.#path);
    rmSync(this.#path, { force: true });
  }
}

export interface Suspects {
  /** Files that were being analysed, with others, when a process crashed. */
  suspected: ReadonlySet<string>;
  /** Files that crashed a process while they were analysed alone. */
  confirmed: ReadonlySet<string>;
  /** Removes the journals of crashed processes. Call this when all files are analysed. */
  forget: () => void;
}

/** Reads the journals that crashed processes have left. */
export function findSuspects(state: LocalState | null): Suspects {
  const suspected = new Set<string>();
  const confirmed = new Set<string>();
  const abandoned = state === null ? [] : abandonedJournals(state);
  for (const path of abandoned) {
    for (const { paths = [], apart } of openEntries(path))
      for (const one of paths) (apart === true ? confirmed : suspected).add(one);
  }
  return { suspected, confirmed, forget: () => abandoned.forEach((path) => rmSync(path, { force: true })) };
}

function abandonedJournals({ folder, name: index }: LocalState): string[] {
  const start = `${index}${nameMark}`;
  try {
    return readdirSync(folder).flatMap((name) => {
      const pid = name.startsWith(start) ? Number.parseInt(name.slice(start.length), 10) : Number.NaN;
      const path = join(folder, name);
      // In a container a new process often has the id of the crashed one, so a journal with the id of this process may be an old one.
      const isAbandoned = pid > 0 && (pid === process.pid ? !openJournals.has(path) : !processLives(pid));
      return isAbandoned ? [path] : [];
    });
  } catch {
    return [];
  }
}

/** Entries without an end. Lines that cannot be parsed are skipped. */
function openEntries(path: string): Iterable<Line> {
  const unended = new Map<number, Line>();
  for (const text of readFileSync(path, 'utf8').split('\n')) {
    const line = parseLine(text);
    if (line === null) continue;
    if (line.paths === undefined) unended.delete(line.id);
    else unended.set(line.id, line);
  }
  return unended.values();
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
