/**
 * Chooses among several declarations of one name in a package or namespace, where each part of a project may have its own. A file means the one whose
 * path has most folders in common with its own. Where several are equally near, the meaning is unknown, with three exceptions: overloads and parts
 * of one type, a declaration that represents the others (Kotlin's `expect`), and variants for different builds.
 */
import { entityFlags, entityKinds, exportForms } from '../../model/file-summary.ts';
import { fitsSpace, type Exported } from './exported.ts';
import type { ProgramFile } from './program-file.ts';
import { oneOf } from './import-alternatives.ts';
import { moduleRulesOf, type ProgramModules } from './module-rules.ts';
import { areBuildVariants } from './shared-folders.ts';
import { sharedFolders } from '../../util/shared-folders.ts';

/** Memo by unit and name: the files that export the name; valid as long as the program. */
const exportersByName = new WeakMap<ProgramFile, Map<string, readonly ProgramFile[]>>();

/** The files of a unit that export a name. */
export function exportersOf(program: ProgramModules, unit: ProgramFile, name: string): readonly ProgramFile[] {
  let byName = exportersByName.get(unit);
  if (byName === undefined) exportersByName.set(unit, (byName = new Map<string, readonly ProgramFile[]>()));
  let found = byName.get(name);
  if (found === undefined) {
    found = program.exporters(unit, name);
    byName.set(name, found);
  }
  return found;
}

function filesOf(program: ProgramModules, unit: ProgramFile): ProgramFile[] {
  const files = unit.exports('*').filter(({ form }) => form === exportForms.all);
  return files.map(({ a }) => program.module(unit, a)).filter((file): file is ProgramFile => file !== null);
}

/** Memo by unit: groups of its files with one file name. */
const namesakesByUnit = new WeakMap<ProgramFile, ReadonlyMap<string, readonly ProgramFile[]>>();

/** Files about the package itself. Each part of a project may have one, so two of them do not mean that the part has copies of classes. */
const ignoredNames: ReadonlySet<string> = new Set(['package-info', 'module-info', 'package']);

/**
 * By file name: the files of a package with this name, where there are several. They may be copies of a Java class in several parts of a project.
 * Only paths are compared, so that no summary has to be loaded.
 */
function namesakesIn(program: ProgramModules, unit: ProgramFile): ReadonlyMap<string, readonly ProgramFile[]> {
  let groups = namesakesByUnit.get(unit);
  if (groups === undefined) {
    const byName = Map.groupBy(filesOf(program, unit), ({ path }) => stemOf(path));
    groups = new Map([...byName].filter(([name, files]) => files.length > 1 && !ignoredNames.has(name)));
    namesakesByUnit.set(unit, groups);
  }
  return groups;
}

/** The name of a file without its ending. */
function stemOf(path: string): string {
  const dot = path.lastIndexOf('.');
  return path.slice(path.lastIndexOf('/') + 1, dot === -1 ? path.length : dot);
}

/** A name and the space in which it is looked up. */
interface Wanted {
  name: string;
  /** One of `spaces`. */
  space: number;
}

/**
 * The meaning of an imported name. In languages that share packages, where several parts of a project may have one package, it is the nearest
 * declaration.
 * @param module the imported module
 * @param first the meaning without regard to nearness
 */
export function importedNear(
  program: ProgramModules,
  asking: ProgramFile,
  module: ProgramFile,
  { first, ...wanted }: Wanted & { first: Exported | null },
): Exported | null {
  if (first?.kind !== 'entities' || !isUnit(module) || !asking.rules.sharesPackages) return first;
  // A package without two files of one name has no copies, and needs no search.
  const groups = namesakesIn(program, module);
  if (groups.size === 0) return first;
  // A Java file has the name of its type; files of other languages need not.
  const areFilesNamedByType = !asking.rules.callsByName;
  const files = areFilesNamedByType ? (groups.get(wanted.name) ?? []) : exportersOf(program, module, wanted.name);
  return nearOf(asking, first, declaredBy(program, files, wanted));
}

/** Whether a module is a unit: a package with all of its files. Paths of units start with `//`. */
export function isUnit({ path }: ProgramFile): boolean {
  return path.startsWith('//');
}

/** What each file of a unit declares under a name: in the space, if any file does, else in any space. Empty for fewer than two files. */
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
 * The nearest of several declarations of a name. Where it is unknown which of them is meant, the result is an empty list of entities in languages that
 * share packages, and null in others.
 * @param first the meaning where `declared` has fewer than two
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
  const [firstFound] = found;
  if (firstFound === undefined || found.length === 1 || found.every(mayHaveSiblings)) return firstFound ?? first;
  const [single, ...others] = found.filter((one) => !mayHaveSiblings(one));
  if (others.length === 0) return single!;
  const variant = moduleRulesOf(asking).builtFor?.(asking, found) ?? null;
  if (variant !== null || !asking.rules.sharesPackages) return variant;
  // Variants are all meant. Otherwise the name is one of the project, but which declaration it means is unknown: hence no entities.
  return areVariants(found) ? oneOf(found) : { kind: 'entities', file: first.file, entities: [] };
}

/** Whether declarations are variants of one module, of which a build takes one. */
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

/** Whether a package may have several declarations like this under one name: extensions of a type, or functions, which may be overloads. */
function mayHaveSiblings(exported: Exported): boolean {
  if (exported.kind !== 'entities') return false;
  const { file, entities } = exported;
  return entities.every(
    (entity) => file.has(entity, entityFlags.extension) || file.kind(entity) === entityKinds.function,
  );
}
