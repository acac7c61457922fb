/**
 * Where an index is. A location is plain data, so that messages carry it to threads and other processes; what opening it needs besides, such as
 * credentials, is never part of it. Another engine adds a form of its own here, and registry.ts chooses the engine by it.
 */
import { resolve } from 'node:path';
import { pathInFolder } from '../util/paths/system-paths.ts';

export type IndexLocation =
  /** The absolute path of a file on this machine; the file and its folder need not exist. */
  | { readonly file: string }
  /** An index that ends with its store. Each store opened there is another index. */
  | { readonly memory: true }
  /** Several indexes that are read as one (union/): the names of their repositories. Each is opened by itself. */
  | { readonly union: readonly string[] };

/** From the form in which users write it: a path, relative to the root of the project, or `:memory:`. */
export function locationOf(written: string, root: string): IndexLocation {
  return written === ':memory:' ? { memory: true } : { file: resolve(root, written) };
}

/** How messages name it, which is also how users write it. */
export function nameOfLocation(location: IndexLocation): string {
  if ('union' in location) return location.union.join(', ');
  return 'file' in location ? location.file : ':memory:';
}

/** The path of an index from a folder that it lies in, with slashes; null for one that is elsewhere, or no file. */
export function pathOfIndexIn(folder: string, location: IndexLocation): string | null {
  return 'file' in location ? pathInFolder(folder, location.file) : null;
}
