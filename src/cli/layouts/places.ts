/** Places in files as editors and pickers read them: `path:line:column:text`, with the path from the current folder. */
import { join, relative, sep } from 'node:path';
import type { ProjectRequest } from '../asked-root.ts';
import { printable, printableLines } from '../terminal/printable.ts';
import { locationOf } from '../projects/shared-paths.ts';
import { requireRealPath } from '../../util/paths/real-path.ts';

/** A place with its line. */
export interface Place {
  /** From the root. */
  path: string;
  line: number;
  /** From 1, in UTF-16 units. */
  column: number;
  /** The whole line, without its end. */
  text: string;
}

/** Paths from the root as paths from the current folder: `src/a.ts`, `../b.ts`. */
export function pathsFromHere({ terminal, projects }: ProjectRequest, root: string): (path: string) => string {
  const here = requireRealPath(terminal.workingDirectory);
  const fromHere = (location: string): string => relative(here, location).split(sep).join('/');
  if (projects !== undefined) {
    return (path) => {
      const location = locationOf(projects, path);
      return location === null ? path : fromHere(location);
    };
  }
  return here === root ? (path) => path : (path) => fromHere(join(root, path));
}

/** The column in bytes, from 1, as ripgrep counts it and Vim reads it. */
export function byteColumn({ text, column }: Pick<Place, 'text' | 'column'>): number {
  return Buffer.byteLength(text.slice(0, column - 1)) + 1;
}

/** `path:line:column:text`. @param path as it is to be printed */
export function vimgrepLine(path: string, place: Omit<Place, 'path'>): string {
  return `${printable(path)}:${place.line}:${byteColumn(place)}:${printableLines(place.text)}`;
}
