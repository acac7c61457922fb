/**
 * Which of several types of one name in a namespace or package is meant, where parts of a project each have their own. It is the one whose
 * folder shares most with the file that names it. Where several are equally near, none is meant, unless they belong to one module and are for
 * different builds of it.
 */
import { entityFlags, entityKinds, exportForms } from '../../model/file-summary.ts';
import { fitsSpace, type Exported } from './exported.ts';
import type { ProgramFile } from './program-file.ts';
import { oneOf } from './import-alternatives.ts';
import { moduleRulesOf, type ProgramModules } from './module-rules.ts';
import { areBuildVariants, sharedFolders } from './shared-folders.ts';

/** Files that export a name, by module and name; valid as long as the program. */
const holders = new WeakMap<ProgramFile, Map<string, readonly ProgramFile[]>>();

/** The files of a unit that export a name. */
export function holdersOf(program: ProgramModules, unit: ProgramFile, name: string): readonly ProgramFile[] {
  let byName = holders.get(unit);
  if (byName === undefined) holders.set(unit, (byName = new Map<string, readonly ProgramFile[]>()));
  let found = byName.get(name);
  if (found === undefined) {
    found = filesOf(program, unit).filter((file) => file.exports(name).length > 0);
    byName.set(name, found);
  }
  return found;
}

function filesOf(program: ProgramModules, unit: ProgramFile): ProgramFile[] {
  const files = unit.exports('*').filter(({ form }) => form === exportForms.all);
  return files.map(({ a }) => program.module(unit, a)).filter((file): file is ProgramFile => file !== null);
}

/** By unit: groups of its files that share a file name. No file is read for it. */
const namesakes = new WeakMap<ProgramFile, ReadonlyMap<string, readonly ProgramFile[]>>();

const ignoredNames: ReadonlySet<string> = new Set(['package-info', 'module-info', 'package']);

/** Files of one name that a package has in several parts of a project, such as copies of a Java class; by that name. */
function namesakesIn(program: ProgramModules, unit: ProgramFile): ReadonlyMap<string, readonly ProgramFile[]> {
  let known = namesakes.get(unit);
  if (known === undefined) {
    const byName = Map.groupBy(filesOf(program, unit), ({ path }) => stemOf(path));
    known = new Map([...byName].filter(([name, files]) => files.length > 1 && !ignoredNames.has(name)));
    namesakes.set(unit, known);
  }
  return known;
}

/** The name of a file without its ending. */
function stemOf(path: string): string {
  const dot = path.lastIndexOf('.');
  return path.slice(path.lastIndexOf('/') + 1, dot === -1 ? path.length : dot);
}

/** A name, and the space in which it is asked for. */
interface Wanted {
  name: string;
  /** One of `spaces`. */
  space: number;
}

/** What an imported name means where a project has several packages of one name. Only packages with files of one name are searched. */
export function importedNear(
  program: ProgramModules,
  asking: ProgramFile,
  module: ProgramFile,
  { first, ...wanted }: Wanted & { first: Exported | null },
): Exported | null {
  if (first?.kind !== 'entities' || !isUnit(module) || !asking.rules.sharesPackages) return first;
  const same = namesakesIn(program, module);
  if (same.size === 0) return first;
  // In other languages a file's name need not be that of its types.
  const isNamed = !asking.rules.callsByName;
  const files = isNamed ? (same.get(wanted.name) ?? []) : holdersOf(program, module, wanted.name);
  return nearOf(asking, first, declaredBy(program, files, wanted));
}

/** Whether a module is a unit: a package with all of its files. */
export function isUnit({ path }: ProgramFile): boolean {
  return path.startsWith('//');
}

/** What files of a unit declare under a name; empty for fewer than two files. */
export function declaredBy(
  program: ProgramModules,
  files: readonly ProgramFile[],
  { name, space }: Wanted,
): readonly Exported[] {
  if (files.length < 2) return [];
  const declared = files.map((file) => program.exported(file, name, space)).filter((one) => one !== null);
  // A type and functions that construct it may share a name.
  const fitting = declared.filter((one) => fitsSpace(one, space));
  return fitting.length > 0 ? fitting : declared;
}

/**
 * The nearest of several declarations of a name.
 * @param first the meaning without them
 */
export function nearOf(
  asking: ProgramFile,
  first: Exported & { kind: 'entities' },
  declared: readonly Exported[],
): Exported | null {
  if (declared.length < 2) return first;
  const found = nearestOf(asking, declared);
  const entities = found.filter((one) => one.kind === 'entities');
  const expected = entities.length === 0 ? null : (moduleRulesOf(entities[0]!.file).expectedOf?.(entities) ?? null);
  if (expected !== null) return expected;
  const [only] = found;
  if (only === undefined || found.length === 1 || found.every(isOneOfMany)) return only ?? first;
  const [single, ...others] = found.filter((one) => !isOneOfMany(one));
  if (others.length === 0) return single!;
  const variant = moduleRulesOf(asking).builtFor?.(asking, found) ?? null;
  if (variant !== null || !asking.rules.sharesPackages) return variant;
  // It belongs to the project, but which one it is, is not known.
  return areVariants(found) ? oneOf(found) : { kind: 'entities', file: first.file, entities: [] };
}

/** Whether declarations belong to one module, of which a build includes one. */
function areVariants(found: readonly Exported[]): boolean {
  const [first = '', ...others] = found.map((one) => (one.kind === 'external' ? '' : one.file.path));
  return others.every((path) => areBuildVariants(first, path));
}

function nearestOf(asking: ProgramFile, found: readonly Exported[]): Exported[] {
  const shared = found.map((one) => (one.kind === 'external' ? -1 : sharedFolders(asking.path, one.file.path)));
  const most = Math.max(...shared);
  const near = found.filter((_, index) => shared[index] === most);
  return moduleRulesOf(asking).nearestOfParts?.(near) ?? near;
}

/** Parts of one type, or functions: several of them may share a name. */
function isOneOfMany(exported: Exported): boolean {
  if (exported.kind !== 'entities') return false;
  const { file, entities } = exported;
  return entities.every(
    (entity) => file.has(entity, entityFlags.extension) || file.kind(entity) === entityKinds.function,
  );
}
