/**
 * The project's files, as module resolution looks them up: paths relative to the root, '/'-separated; the root itself is ''.
 * Invariant: no path that is built here leaves the root.
 */
import { platformFile } from '../../../model/platform-file.ts';

export interface ProjectTree {
  hasFolder(path: string): boolean;
  /**
   * The file that an imported path means; null for none. The path may be that of the file, lack the extension or the platform
   * (`button` for `button.ios.tsx`), or have the extension of build output.
   */
  file(base: string): string | null;
  /** Like `file`, but where it finds nothing, the extension of `base` is replaced by any source extension. */
  anySource(base: string): string | null;
}

/** Extensions that an import may omit: TypeScript's in its order, then those that only loaders and bundlers append. */
const APPENDED = [
  '.ts',
  '.tsx',
  '.d.ts',
  '.mts',
  '.cts',
  '.d.mts',
  '.d.cts',
  '.js',
  '.jsx',
  '.mjs',
  '.cjs',
  '.json',
  '.vue',
  '.svelte',
];

/** For each extension of build output: the extensions of the files that an import with it may mean, best first. */
const JAVASCRIPT_ENDINGS: ReadonlyMap<string, readonly string[]> = new Map([
  ['.js', ['.ts', '.tsx', '.d.ts', '.js', '.jsx']],
  ['.jsx', ['.tsx', '.ts', '.d.ts', '.jsx', '.js']],
  ['.mjs', ['.mts', '.d.mts', '.mjs']],
  ['.cjs', ['.cts', '.d.cts', '.cjs']],
]);

const SOURCE_ENDINGS = ['.d.ts', '.d.mts', '.d.cts', '.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'];

export function isDeclarationFile(path: string): boolean {
  return path.endsWith('.d.ts') || path.endsWith('.d.mts') || path.endsWith('.d.cts');
}

export function isTypeScriptSource(path: string): boolean {
  const ending = endingOf(path);
  return (ending === '.ts' || ending === '.tsx' || ending === '.mts' || ending === '.cts') && !isDeclarationFile(path);
}

/** The folder of a path; '' for a file in the root. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? '' : path.slice(0, slash);
}

/** The parent folder; null for the root. */
export function parentOf(folder: string): string | null {
  return folder === '' ? null : folderOf(folder);
}

/** Whether the path is the folder itself or lies inside it. */
export function isWithin(path: string, folder: string): boolean {
  return folder === '' || path === folder || (path.startsWith(folder) && path[folder.length] === '/');
}

/** `path` resolved against `folder`, with `.`, `..` and double slashes removed; null where it leaves the root. */
export function joinPath(folder: string, path: string): string | null {
  const names = folder === '' ? [] : folder.split('/');
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue;
    if (name !== '..') names.push(name);
    else if (names.pop() === undefined) return null;
  }
  return names.join('/');
}

/** The extension of the last name, with its dot; '' for none. A dot at the start of a name begins no extension. */
function endingOf(path: string): string {
  const dot = path.lastIndexOf('.');
  const slash = path.lastIndexOf('/');
  return dot <= slash + 1 ? '' : path.slice(dot);
}

/** The path without a source or output extension (`.d.ts`, `.js`). */
export function stemOf(path: string): string {
  for (const ending of SOURCE_ENDINGS) if (path.endsWith(ending)) return path.slice(0, -ending.length);
  return path;
}

export function createProjectTree(paths: readonly string[]): ProjectTree {
  const files = new Set(paths);
  const folders = new Set<string>(['']);
  for (const path of paths) {
    for (let folder = folderOf(path); !folders.has(folder); folder = folderOf(folder)) folders.add(folder);
  }

  const endings = bestEndings(paths);
  const platforms = firstPlatforms(endings.keys());
  const withBestEnding = (base: string): string | null => {
    const ending = endings.get(base);
    return ending === undefined ? null : base + APPENDED[ending];
  };

  const file = (base: string): string | null => {
    // Only the root is '', and a file `.ts` in the root is no module.
    if (base === '') return null;
    const ending = endingOf(base);
    const candidates = JAVASCRIPT_ENDINGS.get(ending);
    if (candidates !== undefined) {
      const stem = base.slice(0, -ending.length);
      for (const candidate of candidates) if (files.has(stem + candidate)) return stem + candidate;
    }
    if (ending !== '' && files.has(base)) return base;
    return withBestEnding(base) ?? (files.has(base) ? base : withBestEnding(platforms.get(base) ?? ''));
  };

  return {
    hasFolder: (path) => folders.has(path),
    file,
    anySource: (base) => file(base) ?? (base === '' ? null : withBestEnding(stemOf(base))),
  };
}

/** Paths without their extension, with the index in `APPENDED` of the first extension that gives a file. */
function bestEndings(paths: readonly string[]): Map<string, number> {
  const best = new Map<string, number>();
  for (const path of paths) {
    for (let index = 0; index < APPENDED.length; index++) {
      const ending = APPENDED[index]!;
      if (!path.endsWith(ending)) continue;
      const base = path.slice(0, -ending.length);
      const bestIndex = best.get(base);
      if (bestIndex === undefined || index < bestIndex) best.set(base, index);
    }
  }
  return best;
}

/** Platform-specific files (`button.ios.tsx`): their best stem (`button.ios`), by the path that imports write (`button`). */
function firstPlatforms(stems: Iterable<string>): Map<string, string> {
  const first = new Map<string, { stem: string; rank: number }>();
  for (const stem of stems) {
    const { base, rank } = platformFile(stem);
    const earlier = first.get(base);
    if (rank > 0 && (earlier === undefined || rank < earlier.rank)) first.set(base, { stem, rank });
  }
  return new Map([...first].map(([base, { stem }]) => [base, stem]));
}
