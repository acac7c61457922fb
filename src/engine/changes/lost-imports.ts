/**
 * Imports of files that are gone. Links cannot show these: a name from a missing module has no known symbol.
 * Invariant: an import is reported only if it fits a missing file and no present one.
 */
import { posix } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DanglingUse } from '../../model/changes.ts';
import type { Import } from '../../model/import.ts';
import type { Store } from '../../store/store.ts';

/** Limit on the number of files whose imports are checked, and how many are checked at a time. */
const maxFiles = 10_000;
const filesAtOnce = 500;
const maxFound = 200;

/** @param gone paths of code that was deleted or renamed. In the answer, `isWhole` says that all files were checked */
export async function lostImports(
  store: Store,
  gone: readonly string[],
): Promise<{ uses: DanglingUse[]; isWhole: boolean }> {
  const uses: DanglingUse[] = [];
  if (gone.length === 0) return { uses, isWhole: true };
  const documents = await store.documents();
  const wanted = new Map(gone.map((path) => [stem(path), path]));
  const ends = new Set(gone.map((path) => lastPart(stem(path))));
  const there = new Set(documents.paths.map(stem));
  const rows = documents.paths.keys().toArray().slice(0, maxFiles);
  for (let at = 0; at < rows.length && uses.length < maxFound; at += filesAtOnce) {
    await nextTurn();
    const some = rows.slice(at, at + filesAtOnce);
    const imports = await store.imports(some.map((row) => documents.ids[row]!));
    for (const row of some) {
      const importer = documents.paths[row]!;
      for (const one of imports.get(documents.ids[row]!) ?? []) {
        const id = lostTarget(importer, one, { wanted, ends, there });
        if (id !== null)
          uses.push({ id, path: importer, line: one.line, column: one.column, kind: 'import', caller: null });
      }
    }
  }
  return { uses: uses.slice(0, maxFound), isWhole: documents.count <= maxFiles };
}

interface Stems {
  /** Missing files, by their paths without extensions. */
  wanted: ReadonlyMap<string, string>;
  /** The last parts of these paths. */
  ends: ReadonlySet<string>;
  /** Paths of present files, without extensions. */
  there: ReadonlySet<string>;
}

function lostTarget(importer: string, { module, names, type }: Import, stems: Stems): string | null {
  if (type === 'builtin') return null;
  const { wanted, ends, there } = stems;
  for (const target of targets(
    importer,
    module,
    names.map(({ name }) => name),
  )) {
    if (!ends.has(lastPart(target.path)) && !ends.has('index') && !ends.has('__init__')) continue;
    const ways = [target.path, `${target.path}/index`, `${target.path}/__init__`];
    if (target.isExact) {
      if (ways.some((way) => there.has(way))) continue;
      const way = ways.find((one) => wanted.has(one));
      if (way !== undefined) return wanted.get(way)!;
      continue;
    }
    for (const [path, id] of wanted)
      if (ways.some((way) => isEnd(path, way)) && ![...there].some((one) => ways.some((way) => isEnd(one, way))))
        return id;
  }
  return null;
}

/** Paths without extensions that an import may mean: exact ones from the root, or the ends of paths. */
function targets(importer: string, module: string, names: readonly string[]): { path: string; isExact: boolean }[] {
  const folder = posix.dirname(importer);
  const relative = /^(\.+)([^./].*)?$/.exec(module);
  if (/^\.{1,2}\//.test(module)) return [{ path: stem(posix.join(folder, module)), isExact: true }];
  if (relative !== null) {
    // Python: each dot after the first means one folder up.
    const [, dots = '.', rest = ''] = relative;
    const base = posix.join(folder, '../'.repeat(dots.length - 1), rest.replaceAll('.', '/'));
    return [base, ...names.map((name) => posix.join(base, name))].map((path) => ({ path, isExact: true }));
  }
  if (/^[\w$]+(\.[\w$]+)+$/.test(module) || (/^[\w$]+$/.test(module) && names.length > 0)) {
    const path = module.replaceAll('.', '/');
    const all = [...(path.includes('/') ? [path] : []), ...names.map((name) => `${path}/${name}`)];
    return all.map((one) => ({ path: one, isExact: false }));
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

function isEnd(path: string, end: string): boolean {
  return path === end || path.endsWith(`/${end}`);
}
