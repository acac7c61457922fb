/**
 * Finds the file that `require "a.b"` means: `a/b.lua` or `a/b/init.lua` below any folder, because the search path is known only
 * when the program runs. Of several files, the one that shares the most folders with the requiring file wins, then the one with
 * the shortest path.
 */
import type { ModuleProject, ModuleResolver } from '../../language.ts';

const endings = /(?:\/init)?\.(?:lua|luau)$/;

export function createLuaResolver({ paths }: ModuleProject): ModuleResolver {
  /** Files by their last name. A stem is the path without the extension and without `/init`. */
  const filesByName = new Map<string, { stem: string; path: string }[]>();
  for (const path of paths) {
    if (!endings.test(path)) continue;
    const stem = path.replace(endings, '');
    const name = stem.slice(stem.lastIndexOf('/') + 1);
    const sameName = filesByName.get(name);
    if (sameName === undefined) filesByName.set(name, [{ stem, path }]);
    else sameName.push({ stem, path });
  }
  return {
    configPaths: [],
    resolve(from, specifier) {
      // `\0` marks a specifier of `require`. The `/lua` at the end is an extension (`dofile "a.lua"`) after dots became slashes.
      const wanted = specifier
        .replace(/^\0/, '')
        .replace(/^\.\//, '')
        .replaceAll('.', '/')
        .replace(/\/lua$/, '');
      const candidates = (filesByName.get(wanted.slice(wanted.lastIndexOf('/') + 1)) ?? []).filter(
        ({ stem }) => stem === wanted || stem.endsWith(`/${wanted}`),
      );
      let best: { path: string; shared: number } | null = null;
      for (const { path } of candidates) {
        // `require "json"` in a file `json.lua` means another file, which this one wraps or tests.
        if (path === from) continue;
        const shared = countSharedFolders(from, path);
        const isBetter =
          best === null || shared > best.shared || (shared === best.shared && isPreferred(path, best.path));
        if (isBetter) best = { path, shared };
      }
      return best?.path ?? null;
    },
  };
}

/** Whether path `a` is shorter than path `b`, or equally long and first in the alphabet. */
function isPreferred(a: string, b: string): boolean {
  return a.length < b.length || (a.length === b.length && a < b);
}

function countSharedFolders(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')];
  let shared = 0;
  while (shared < left.length - 1 && left[shared] === right[shared]) shared++;
  return shared;
}
