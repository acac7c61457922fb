/** Finds the files that a wrong path probably means. */
import { eachInTurns, nearestFewInTurns } from '../../util/turns/each-in-turns.ts';

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
export async function pathHint(
  path: string,
  paths: readonly string[],
  shown: (path: string) => string,
): Promise<string> {
  const withLine = pathWithLine.exec(path);
  if (withLine !== null && paths.includes(withLine[1]!))
    return `The line is an argument of its own: give ${JSON.stringify(withLine[1])}, and ${withLine[2]} as the first line. `;
  const goneNote = paths.includes(path) ? 'It existed when it was indexed, and is gone now. ' : '';
  const near = await nearestPaths(path, paths);
  return near.length === 0 ? goneNote : `${goneNote}The nearest: ${near.map(shown).join(', ')}. `;
}

/**
 * At most `mostListed` files that have the name of `path` in another folder; if there are none, files with the nearest spelling of it. Files that also
 * share the last folders of `path` come first.
 */
async function nearestPaths(path: string, all: readonly string[]): Promise<string[]> {
  const name = baseName(path).toLowerCase();
  const byName = new Map<string, string[]>();
  const found: string[] = [];
  await eachInTurns(all, (candidate) => {
    if (candidate === path) return;
    const own = baseName(candidate);
    if (own.toLowerCase() === name) found.push(candidate);
    const others = byName.get(own);
    if (others === undefined) byName.set(own, [candidate]);
    else others.push(candidate);
  });
  if (found.length === 0)
    for (const close of await nearestFewInTurns(name, [...byName.keys()], 1)) found.push(...byName.get(close)!);
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
