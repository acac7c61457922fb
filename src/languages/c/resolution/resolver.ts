/**
 * Finds the file of the project that an `#include` means. Tried in this order: for a path in quotes, the file next to the including one; files
 * in the parent folders and the usual include folders of each; the only file whose path ends with the written one.
 * Invariant: results depend only on the paths; each result is computed once.
 */
import type { ModuleProject, ModuleResolver } from '../../language.ts';
import { isSystemHeader } from '../standard-headers.ts';

/** Usual include folders: they are tried in the folder of the including file and in each of its parents. */
const roots = ['', 'include/', 'src/', 'inc/', 'lib/', 'source/'];
const codeFile = /\.(?:[hc]|[hc]pp|[hc]xx|[hc]\+\+|hh|cc|inc|inl|ipp|tpp|txx|def|cu|cuh|ixx|cppm)$/i;

export function createIncludeResolver({ paths }: ModuleProject): ModuleResolver {
  const files = new Set(paths);
  /** Files by last name. */
  const byName = new Map<string, string[]>();
  for (const path of paths) {
    if (!codeFile.test(path)) continue;
    const name = path.slice(path.lastIndexOf('/') + 1);
    const sameName = byName.get(name);
    if (sameName === undefined) byName.set(name, [path]);
    else sameName.push(path);
  }
  const cache = new Map<string, string | null>();
  return {
    configPaths: [],
    resolve(from, specifier) {
      const folder = from.slice(0, from.lastIndexOf('/') + 1);
      const key = `${folder}\n${specifier}`;
      let answer = cache.get(key);
      if (answer === undefined) cache.set(key, (answer = find({ files, byName }, folder, specifier)));
      return answer;
    },
  };
}

interface Tree {
  files: ReadonlySet<string>;
  byName: ReadonlyMap<string, readonly string[]>;
}

/** @param specifier with its opening quote or bracket */
function find({ files, byName }: Tree, folder: string, specifier: string): string | null {
  const isQuoted = specifier.startsWith('"');
  const includePath = specifier.slice(1).trim().replaceAll('\\', '/');
  if (includePath === '' || includePath.startsWith('/')) return null;
  const sibling = isQuoted ? join(folder, includePath) : null;
  if (sibling !== null && files.has(sibling)) return sibling;
  // The includePath path may be relative to any include folder of the compiler, so leading `../` have no meaning here.
  const wanted = includePath.replace(/^(?:\.\.?\/)+/, '');
  if (wanted.includes('/../')) return null;
  for (let ancestor = folder; ; ancestor = ancestor.slice(0, ancestor.lastIndexOf('/', ancestor.length - 2) + 1)) {
    for (const root of roots) {
      const path = ancestor + root + wanted;
      // `<string.h>` may be a header of the standard library: a bare name in brackets is searched in `include` folders only.
      if (files.has(path) && (isQuoted || wanted.includes('/') || root === 'include/')) return path;
    }
    if (ancestor === '') break;
  }
  const name = wanted.slice(wanted.lastIndexOf('/') + 1);
  const matches = (byName.get(name) ?? []).filter((path) => path === wanted || path.endsWith(`/${wanted}`));
  if (matches.length !== 1) return null;
  return isQuoted || wanted.includes('/') || !isSystemHeader(wanted) ? matches[0]! : null;
}

/** Null for a path outside of the project. */
function join(folder: string, rest: string): string | null {
  const segments = folder.split('/').filter((segment) => segment !== '');
  for (const segment of rest.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return null;
  }
  return segments.join('/');
}
