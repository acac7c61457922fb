/**
 * Finds the file that `require "a.b"` means: `a/b.lua` or `a/b/init.lua` below any folder, because only the caller of a program
 * decides where modules are searched. Of several files, the one nearest to the requiring file wins, then the one with the
 * shortest path.
 */
import type { ModuleProject, ModuleResolver } from '../../language.ts';

const endings = /(?:\/init)?\.(?:lua|luau)$/;

export function createLuaResolver({ paths }: ModuleProject): ModuleResolver {
  /** Paths without their extensions, by last name. */
  const byName = new Map<string, { stem: string; path: string }[]>();
  for (const path of paths) {
    if (!endings.test(path)) continue;
    const stem = path.replace(endings, '');
    const name = stem.slice(stem.lastIndexOf('/') + 1);
    const sameName = byName.get(name);
    if (sameName === undefined) byName.set(name, [{ stem, path }]);
    else sameName.push({ stem, path });
  }
  return {
    configPaths: [],
    resolve(from, specifier) {
      const wanted = specifier
        .replace(/^\0/, '')
        .replace(/^\.\//, '')
        .replaceAll('.', '/')
        .replace(/\/lua$/, '');
      const fitting = (byName.get(wanted.slice(wanted.lastIndexOf('/') + 1)) ?? []).filter(
        ({ stem }) => stem === wanted || stem.endsWith(`/${wanted}`),
      );
      let best: { path: string; shared: number } | null = null;
      for (const { path } of fitting) {
        // A file with the same name as the module that it wraps or tests means the other file.
        if (path === from) continue;
        const shared = sharedFolders(from, path);
        const isBetter = best === null || shared > best.shared || (shared === best.shared && isBefore(path, best.path));
        if (isBetter) best = { path, shared };
      }
      return best?.path ?? null;
    },
  };
}

function isBefore(a: string, b: string): boolean {
  return a.length < b.length || (a.length === b.length && a < b);
}

function sharedFolders(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')];
  let shared = 0;
  while (shared < left.length - 1 && left[shared] === right[shared]) shared++;
  return shared;
}
