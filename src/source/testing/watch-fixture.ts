/** Watchers of real folders, and their events. For tests only. */
import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach } from 'vitest';
import { watchTree, type Watcher, type WatchEvent, type WatchOptions } from '../watch/watch.ts';

/** Short delays, so that tests are fast. */
export const quickWatch = {
  ...{ debounceMs: 30, batchMs: 60, pollMs: 40, reconcileMs: 0, mode: 'auto' },
  ...{ maxFileSize: 1_000_000, ignorePatterns: ['node_modules/', '.git/', '.code-scout/'] },
} as const satisfies WatchOptions;

export interface WatchedEvents {
  events: WatchEvent[];
  /** Paths of all `changes`. */
  paths: Set<string>;
  /** Folders of all `changes`. */
  folders: Set<string>;
  /** Reasons of all rescans. */
  rescans: string[];
  watcher: Watcher;
}

export function useWatchers(): { start: (root: string, options?: Partial<WatchOptions>) => Promise<WatchedEvents> } {
  const watchers: Watcher[] = [];
  afterEach(async () => {
    await Promise.all(watchers.splice(0).map((watcher) => watcher.close()));
  });
  return {
    start: async (root, options = {}) => {
      const events: WatchEvent[] = [];
      const paths = new Set<string>();
      const folders = new Set<string>();
      const rescans: string[] = [];
      const watcher = watchTree(root, { ...quickWatch, ...options }, (event) => {
        events.push(event);
        if (event.kind === 'changes') for (const path of event.paths) paths.add(path);
        if (event.kind === 'changes') for (const folder of event.folders) folders.add(folder);
        if (event.kind === 'rescan') rescans.push(event.reason);
      });
      watchers.push(watcher);
      await watcher.ready;
      return { events, paths, folders, rescans, watcher };
    },
  };
}

/** How many folders the kernel watches for this process. */
export function inotifyWatches(): number {
  let count = 0;
  for (const descriptor of readdirSync('/proc/self/fdinfo')) {
    try {
      count += readFileSync(`/proc/self/fdinfo/${descriptor}`, 'latin1').match(/^inotify wd/gm)?.length ?? 0;
    } catch {
      // This was the descriptor of the listing itself.
    }
  }
  return count;
}

export interface WatchChild {
  process: ChildProcess;
  messages: (WatchEvent | { state: string; note: string | null })[];
}

const childFile = fileURLToPath(new URL('watch-child.ts', import.meta.url));

/** Starts watch-child.ts by `command` (a shell's, if any), as the user `uid`. */
export function startChild(request: {
  root: string;
  stays: boolean;
  options?: Partial<WatchOptions>;
  uid?: number;
  command?: readonly string[];
}): WatchChild {
  const { root, stays, options = {}, uid, command = [] } = request;
  const args = [process.execPath, childFile, root, JSON.stringify({ ...quickWatch, ...options }), stays ? 'stays' : ''];
  const [program, ...rest] = [...command, ...args] as [string, ...string[]];
  const child = spawn(program, rest, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    ...(uid === undefined ? {} : { uid }),
  });
  const messages: WatchChild['messages'] = [];
  child.on('message', (message) => messages.push(message as WatchEvent));
  return { process: child, messages };
}
