/**
 * Events of the operating system for folders. On Linux there is one handle per folder, so that ignored folders have none. On macOS and Windows,
 * where one handle covers a whole tree, there is one for the root.
 * Invariant: no handle keeps the process running; a limit of the system is an `obstacle`, never an exception.
 */
import { readFileSync, watch, type FSWatcher } from 'node:fs';
import { displayPath, fileSystemPath, rawPathOf } from '../../util/bytes/path-bytes.ts';
import { errorCode } from '../read/open-file.ts';
import type { Mark } from './watch-gather.ts';
import type { Obstacle } from './watch-filesystem.ts';

export interface HandleListener {
  /** @param path below the root of what has changed */
  mark: (path: string, mark: Mark) => void;
  /** Called when the system dropped events. */
  lost: () => void;
}

/** Opens one handle like `fs.watch`. */
export type OpenHandle = (
  location: string | Buffer,
  options: { recursive: boolean },
  listener: (event: string, name: Buffer | string | null) => void,
) => FSWatcher;

export interface FolderHandles {
  /** Whether events may name entries deep below a folder that has a handle. */
  readonly isDeep: boolean;
  /** The limit of the system that was reached. After that no more handles are opened. */
  readonly obstacle: Obstacle | null;
  /** Watches a folder (`` or ending in `/`), and replaces a handle that it has. False where it cannot be read or does not exist. */
  add: (folder: string) => boolean;
  remove: (folder: string) => void;
  close: () => void;
}

/** Errors of inotify_add_watch, inotify_init and open that mean that a limit of the system is reached. */
const limits = new Set(['ENOSPC', 'EMFILE', 'ENFILE', 'ENOMEM']);

const openHandle: OpenHandle = (location, options, listener) =>
  watch(location, { ...options, persistent: false, encoding: 'buffer' }, listener);

export interface HandleRequest {
  root: string;
  listener: HandleListener;
  /** Absent: the platform's default. */
  isDeep?: boolean | undefined;
  /** Absent: `fs.watch`. */
  open?: OpenHandle | undefined;
}

export function systemHandles(request: HandleRequest): FolderHandles {
  return new SystemHandles(request);
}

/** For polling: no handles at all. */
export function noHandles(): FolderHandles {
  return { isDeep: false, obstacle: null, add: () => true, remove: () => {}, close: () => {} };
}

/** The path that an event names. A Windows backslash is a separator, not part of a name, and does not begin an escape in the displayed path. */
export function eventPath(name: Buffer | string, platform: string): string {
  const bytes = typeof name === 'string' ? Buffer.from(name) : name;
  return displayPath(platform === 'win32' ? bytes.map((byte) => (byte === 0x5c ? 0x2f : byte)) : bytes).path;
}

class SystemHandles implements FolderHandles {
  readonly isDeep: boolean;
  readonly #root: string;
  readonly #listener: HandleListener;
  readonly #open: OpenHandle;
  readonly #handles = new Map<string, FSWatcher>();
  /** libuv does not report an overflow of the event queue. This many events in one turn of the event loop count as an overflow. */
  readonly #overflowAt = Math.max(256, Math.floor(queueLength() / 2));
  #eventsThisTurn = 0;
  #obstacle: Obstacle | null = null;

  constructor({ root, listener, isDeep, open }: HandleRequest) {
    this.#root = root;
    this.#listener = listener;
    this.isDeep = isDeep ?? (process.platform === 'darwin' || process.platform === 'win32');
    this.#open = open ?? openHandle;
  }

  get obstacle(): Obstacle | null {
    return this.#obstacle;
  }

  add(folder: string): boolean {
    if (this.#obstacle !== null) return false;
    if (this.isDeep && folder !== '') return true;
    const previousHandle = this.#handles.get(folder);
    try {
      const location = folder === '' ? this.#root : fileSystemPath(this.#root, folder, rawPathOf(folder));
      const handle = this.#open(location, { recursive: this.isDeep }, (event, name) =>
        this.#onEvent(folder, event, name),
      );
      handle.on('error', () => this.#onError(folder));
      this.#handles.set(folder, handle);
    } catch (error) {
      this.#handles.delete(folder);
      if (limits.has(errorCode(error))) this.#obstacle = limitReached(errorCode(error));
      return false;
    } finally {
      // Closed only now: where both handles are for the same folder, no event is missed in between.
      previousHandle?.close();
    }
    return true;
  }

  remove(folder: string): void {
    this.#handles.get(folder)?.close();
    this.#handles.delete(folder);
  }

  close(): void {
    for (const handle of this.#handles.values()) handle.close();
    this.#handles.clear();
  }

  #onEvent(folder: string, event: string, name: Buffer | string | null): void {
    this.#countEvent();
    if (name === null) return this.#listener.lost();
    this.#listener.mark(folder + eventPath(name, process.platform), event === 'change' ? 'edited' : 'moved');
  }

  /** Windows reports an error for a folder that is gone. */
  #onError(folder: string): void {
    this.remove(folder);
    if (folder === '') this.#listener.lost();
    else this.#listener.mark(folder.slice(0, -1), 'moved');
  }

  #countEvent(): void {
    if (this.#eventsThisTurn++ === 0) setImmediate(() => (this.#eventsThisTurn = 0));
    if (this.#eventsThisTurn === this.#overflowAt) this.#listener.lost();
  }
}

function queueLength(): number {
  return readSetting('max_queued_events') ?? 16_384;
}

function readSetting(name: string): number | null {
  try {
    return Number(readFileSync(`/proc/sys/fs/inotify/${name}`, 'latin1')) || null;
  } catch {
    return null;
  }
}

function limitReached(code: string): Obstacle {
  const [setting, what] =
    code === 'ENOSPC' ? ['max_user_watches', 'watched folders'] : ['max_user_instances', 'watchers or open files'];
  const now = readSetting(setting);
  const limit = now === null ? '' : ` (fs.inotify.${setting} is ${now})`;
  return {
    reason: `the system allows no more ${what}: ${code}${limit}`,
    hint:
      process.platform === 'linux'
        ? `Raise the limit with \`sudo sysctl fs.inotify.${setting}=${code === 'ENOSPC' ? 1_048_576 : 1024}\`, or let large folders be ignored.`
        : 'Close other programs that watch files, or raise the limit of open files.',
  };
}
