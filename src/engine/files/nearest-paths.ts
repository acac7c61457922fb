/** Finds the files that a wrong path probably means. */
import { nearest } from '../../util/nearest.ts';

/** At most this many paths are named. */
const mostListed = 5;

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Number of equal path parts, counted from the end. */
function sharedParts(path: string, wanted: readonly string[]): number {
  const parts = path.toLowerCase().split('/');
  let shared = 0;
  while (shared < parts.length && parts.at(-1 - shared) === wanted.at(-1 - shared)) shared++;
  return shared;
}

/** A path and the line in it, as editors and compilers write places: `a.ts:12`, `a.ts:12-20`, `a.ts:12:5`. */
const pathWithLine = /^(.+?):(\d{1,9})(?:[-:]\d+)?$/s;

export function endsWithLine(path: string): boolean {
  return pathWithLine.test(path);
}

/** A hint on a path that does not exist: whether it ends with a line number, which files it may mean, and whether it was indexed. */
export function pathHint(path: string, paths: readonly string[], shown: (path: string) => string): string {
  const withLine = pathWithLine.exec(path);
  if (withLine !== null && paths.includes(withLine[1]!))
    return `The line is an argument of its own: give ${JSON.stringify(withLine[1])}, and ${withLine[2]} as the first line. `;
  const goneNote = paths.includes(path) ? 'It existed when it was indexed, and is gone now. ' : '';
  const near = nearestPaths(path, paths);
  return near.length === 0 ? goneNote : `${goneNote}The nearest: ${near.map(shown).join(', ')}. `;
}

/**
 * At most `mostListed` files that have the name of `path` in another folder; if there are none, files with the nearest spelling of it. Files that also
 * share the last folders of `path` come first.
 */
export function nearestPaths(path: string, all: readonly string[]): string[] {
  const paths = all.filter((candidate) => candidate !== path);
  const name = baseName(path).toLowerCase();
  let found = paths.filter(
    (candidate) => candidate.toLowerCase().endsWith(name) && baseName(candidate).toLowerCase() === name,
  );
  if (found.length === 0) {
    const close = nearest(name, new Set(paths.map(baseName)));
    if (close !== null) found = paths.filter((candidate) => baseName(candidate) === close);
  }
  const wanted = path.toLowerCase().split('/');
  if (found.length === 0) return [];
  const ranked = found.map((candidate) => ({ candidate, shared: sharedParts(candidate, wanted) }));
  return ranked
    .sort(
      (a, b) => b.shared - a.shared || a.candidate.length - b.candidate.length || (a.candidate < b.candidate ? -1 : 1),
    )
    .slice(0, mostListed)
    .map(({ candidate }) => candidate);
}
