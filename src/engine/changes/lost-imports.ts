/**
 * Finds imports of files that were deleted or renamed. Links cannot show them: a name from a missing module has no known symbol.
 * Invariant: an import is reported only if it may mean a missing file and cannot mean a present one.
 */
import { posix } from 'node:path';
import type { DanglingUse } from '../../model/changes.ts';
import type { Import } from '../../model/import.ts';
import type { Store } from '../../store/store.ts';
import { questionTurn } from '../../util/turns/question.ts';

/** Imports are checked in at most this many files. */
const maxFiles = 10_000;
/** How many files are checked between two turns of the event loop. */
const filesAtOnce = 500;
/** At most this many imports are reported. */
const maxFound = 200;

/**
 * @param missingPaths paths before the change of code files that were deleted or renamed
 * @returns `isWhole`: false if the project has more files than are checked
 */
export async function lostImports(
  store: Store,
  missingPaths: readonly string[],
): Promise<{ uses: DanglingUse[]; isWhole: boolean }> {
  const uses: DanglingUse[] = [];
  if (missingPaths.length === 0) return { uses, isWhole: true };
  const { documents } = await store.state();
  const missing = new Map(missingPaths.map((path) => [stem(path), path]));
  const ends = new Set(missingPaths.map((path) => lastPart(stem(path))));
  const present = new Set(documents.paths.map(stem));
  const rows = documents.paths.keys().toArray().slice(0, maxFiles);
  for (let at = 0; at < rows.length && uses.length < maxFound; at += filesAtOnce) {
    await questionTurn();
    const batch = rows.slice(at, at + filesAtOnce);
    const imports = await store.imports(batch.map((row) => documents.ids[row]!));
    for (const row of batch) {
      const importer = documents.paths[row]!;
      for (const imported of imports.get(documents.ids[row]!) ?? []) {
        const id = lostTarget(importer, imported, { missing, ends, present });
        if (id === null) continue;
        const { line, column } = imported;
        uses.push({ id, path: importer, line, column, kind: 'import', caller: null });
      }
    }
  }
  return { uses: uses.slice(0, maxFound), isWhole: documents.count <= maxFiles };
}

interface Stems {
  /** Paths of missing files. The keys are the paths without extensions. */
  missing: ReadonlyMap<string, string>;
  /** The last parts of the missing paths, without extensions. */
  ends: ReadonlySet<string>;
  /** Paths of present files, without extensions. */
  present: ReadonlySet<string>;
}

/** The missing file that an import means; null if it means none, or may mean a present file. */
function lostTarget(importer: string, { module, names, type }: Import, stems: Stems): string | null {
  if (type === 'builtin') return null;
  const { missing, ends, present } = stems;
  for (const target of possibleTargets(
    importer,
    module,
    names.map(({ name }) => name),
  )) {
    // A quick test, which most imports fail: below, only a missing file with this name, or one named `index` or `__init__`, can match.
    if (!ends.has(lastPart(target.path)) && !ends.has('index') && !ends.has('__init__')) continue;
    const candidates = [target.path, `${target.path}/index`, `${target.path}/__init__`];
    if (target.isExact) {
      if (candidates.some((path) => present.has(path))) continue;
      const found = candidates.find((path) => missing.has(path));
      if (found !== undefined) return missing.get(found)!;
      continue;
    }
    const isPossible = (path: string): boolean => candidates.some((end) => endsWithPath(path, end));
    for (const [path, id] of missing) if (isPossible(path) && ![...present].some(isPossible)) return id;
  }
  return null;
}

/**
 * Paths without extensions that an import may mean. Exact ones begin at the project's root. The others are the ends of paths, because the folder where
 * they begin is not known.
 */
function possibleTargets(
  importer: string,
  module: string,
  names: readonly string[],
): { path: string; isExact: boolean }[] {
  const folder = posix.dirname(importer);
  const relative = /^(\.+)([^./].*)?$/.exec(module);
  if (/^\.{1,2}\//.test(module)) return [{ path: stem(posix.join(folder, module)), isExact: true }];
  if (relative !== null) {
    // Python: each dot after the first means one folder up.
    const [, dots = '.', rest = ''] = relative;
    const base = posix.join(folder, '../'.repeat(dots.length - 1), rest.replaceAll('.', '/'));
    return [base, ...names.map((name) => posix.join(base, name))].map((path) => ({ path, isExact: true }));
  }
  // Names with dots, as in Python and Java, and single names from which others are imported begin at a folder of sources that is not known.
  if (/^[\w$]+(\.[\w$]+)+$/.test(module) || (/^[\w$]+$/.test(module) && names.length > 0)) {
    const path = module.replaceAll('.', '/');
    const ends = [...(path.includes('/') ? [path] : []), ...names.map((name) => `${path}/${name}`)];
    return ends.map((end) => ({ path: end, isExact: false }));
  }
  return [];
}

/** The path without its extension. */
function stem(path: string): string {
  const dot = path.lastIndexOf('.');
  return dot > path.lastIndexOf('/') + 1 ? path.slice(0, dot) : path;
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function endsWithPath(path: string, end: string): boolean {
  return path === end || path.endsWith(`/${end}`);
}
