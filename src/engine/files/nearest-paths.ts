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

/** A hint on a path that does not exist: what it probably means, and whether it existed before. */
export function pathHint(path: string, paths: readonly string[], shown: (path: string) => string): string {
  const place = /^(.+?):(\d{1,9})(?:[-:]\d+)?$/s.exec(path);
  if (place !== null && paths.includes(place[1]!))
    return `The line is an argument of its own: give ${JSON.stringify(place[1])}, and ${place[2]} as the first line. `;
  const goneNote = paths.includes(path) ? 'It existed when it was indexed, and is gone now. ' : '';
  const near = nearestPaths(path, paths);
  return near.length === 0 ? goneNote : `${goneNote}The nearest: ${near.map(shown).join(', ')}. `;
}

/** Files of the same name elsewhere, or else of the nearest name; those in folders of the same names first. At most five. */
export function nearestPaths(path: string, all: readonly string[]): string[] {
  const paths = all.filter((one) => one !== path);
  const name = baseName(path).toLowerCase();
  let found = paths.filter((one) => one.toLowerCase().endsWith(name) && baseName(one).toLowerCase() === name);
  if (found.length === 0) {
    const close = nearest(name, new Set(paths.map(baseName)));
    if (close !== null) found = paths.filter((one) => baseName(one) === close);
  }
  const wanted = path.toLowerCase().split('/');
  if (found.length === 0) return [];
  const ranked = found.map((one) => ({ one, shared: sharedParts(one, wanted) }));
  return ranked
    .sort((a, b) => b.shared - a.shared || a.one.length - b.one.length || (a.one < b.one ? -1 : 1))
    .slice(0, mostListed)
    .map(({ one }) => one);
}
