/**
 * The commands and modules that the manifest of a package names, and which source a built file is made of.
 * Invariant: a manifest is input like any other: what is not as it should be names nothing.
 */

export interface NamedEntry {
  kind: 'command' | 'module';
  /** The command's name; for a module the name of its export. */
  name: string;
  /** The file, relative to the manifest's folder; for Python a module and function (`shop.cli:main`). */
  written: string;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** All texts in a value of `exports`: conditions and subpaths nest. */
function pathsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value];
  if (!isObject(value) || depth > 4) return [];
  return Object.values(value).flatMap((inner) => pathsIn(inner, depth + 1));
}

function entriesOfNode(text: string): NamedEntry[] {
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch {
    return [];
  }
  if (!isObject(manifest)) return [];
  const { name, bin, main, module, types, exports } = manifest;
  const entries: NamedEntry[] = [];
  const own = typeof name === 'string' ? name : 'package';
  if (typeof bin === 'string') entries.push({ kind: 'command', name: own.replace(/^@[^/]*\//, ''), written: bin });
  for (const [command, written] of Object.entries(isObject(bin) ? bin : {}))
    if (typeof written === 'string') entries.push({ kind: 'command', name: command, written });
  const modules = [...pathsIn(isObject(exports) ? (exports['.'] ?? exports) : exports), main, module, types];
  for (const written of new Set(modules))
    if (typeof written === 'string' && !written.includes('*')) entries.push({ kind: 'module', name: own, written });
  return entries;
}

/** Lines `name = "module:function"` of the tables of scripts. */
function entriesOfPython(text: string): NamedEntry[] {
  const entries: NamedEntry[] = [];
  let isScripts = false;
  for (const line of text.split('\n')) {
    const table = /^\s*\[([^\]]+)\]/.exec(line)?.[1];
    if (table !== undefined) isScripts = /^(?:project\.(?:gui-)?scripts|tool\.poetry\.scripts)$/.test(table.trim());
    const script = isScripts ? /^\s*["']?([\w.-]+)["']?\s*=\s*["']([^"']+)["']/.exec(line) : null;
    if (script !== null) entries.push({ kind: 'command', name: script[1]!, written: script[2]! });
  }
  return entries;
}

export const manifestNames = ['package.json', 'pyproject.toml'] as const;

export function entriesOf(manifest: (typeof manifestNames)[number], text: string): NamedEntry[] {
  return manifest === 'package.json' ? entriesOfNode(text) : entriesOfPython(text);
}

const withoutExtension = (path: string): string => path.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, '');

/**
 * The source of a file that a manifest names: the file itself, or, where that is built, the one whose path ends like it.
 * @param paths all source files of the project
 * @returns null where several fit equally well, or none
 */
export function sourceOf(written: string, folder: string, paths: readonly string[]): string | null {
  const inside = written.replace(/^(?:\.\/)+/, '');
  const prefix = folder === '' ? '' : `${folder}/`;
  const exact = withoutExtension(`${prefix}${inside}`);
  const own = paths.filter((path) => path.startsWith(prefix));
  const same = own.find((path) => withoutExtension(path) === exact || withoutExtension(path) === `${exact}/index`);
  if (same !== undefined) return same;
  const parts = withoutExtension(inside).split('/').toReversed();
  const scored = own.map((path) => {
    const other = withoutExtension(path.slice(prefix.length)).split('/').toReversed();
    const differs = parts.findIndex((part, at) => part !== other[at]);
    const shared = differs === -1 ? parts.length : differs;
    return { path, shared, length: other.length };
  });
  const best = scored.filter(({ shared }) => shared > 0).sort((a, b) => b.shared - a.shared || a.length - b.length);
  const [first, second] = best;
  if (first === undefined) return null;
  const isClear = second === undefined || second.shared < first.shared || second.length > first.length;
  return isClear ? first.path : null;
}
