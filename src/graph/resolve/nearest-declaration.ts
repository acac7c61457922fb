/**
 * Which of several types of one name in one namespace or package is meant: a project's parts may each have their own. The one whose folder
 * shares most with the file that names it; of those that are equally near none, unless they are of one module, for different builds of it.
 */
import { dialectOf } from '../languages/dialect.ts';
import { entityFlags, entityKinds, exportForms } from '../../model/link-facts.ts';
import type { FileFacts } from '../program/file-facts.ts';
import { oneOf } from '../program/import-alternatives.ts';
import { fitsSpace, spaces } from '../program/spaces.ts';
import type { Exported, Program } from '../program/program.ts';
import type { Inference } from '../questions/questions.ts';
import { areBuiltInstead, sharedFolders } from '../program/shared-folders.ts';

type Modules = Pick<Program, 'exported' | 'module'>;

/** Files that export a name, by module and name; they are the same as long as the program. */
const holders = new WeakMap<FileFacts, Map<string, readonly FileFacts[]>>();

/** The files of a unit that export a name. */
export function holdersOf(program: Modules, unit: FileFacts, name: string): readonly FileFacts[] {
  let byName = holders.get(unit);
  if (byName === undefined) holders.set(unit, (byName = new Map<string, readonly FileFacts[]>()));
  let found = byName.get(name);
  if (found === undefined) {
    found = filesOf(program, unit).filter((file) => file.exports(name).length > 0);
    byName.set(name, found);
  }
  return found;
}

function filesOf(program: Modules, unit: FileFacts): FileFacts[] {
  const files = unit.exports('*').filter(({ form }) => form === exportForms.all);
  return files.map(({ a }) => program.module(unit, a)).filter((file): file is FileFacts => file !== null);
}

/** By unit: its files of one name, by that; nothing of them is read. */
const namesakes = new WeakMap<FileFacts, ReadonlyMap<string, readonly FileFacts[]>>();

const nobodys: ReadonlySet<string> = new Set(['package-info', 'module-info', 'package']);

/** Files of one name that a package has in several parts of a project, as a class of Java has for each of its copies; by that name. */
function namesakesIn(program: Modules, unit: FileFacts): ReadonlyMap<string, readonly FileFacts[]> {
  let known = namesakes.get(unit);
  if (known === undefined) {
    const byName = Map.groupBy(filesOf(program, unit), ({ path }) => stemOf(path));
    known = new Map([...byName].filter(([name, files]) => files.length > 1 && !nobodys.has(name)));
    namesakes.set(unit, known);
  }
  return known;
}

/** The name of a file without its ending. */
function stemOf(path: string): string {
  const dot = path.lastIndexOf('.');
  return path.slice(path.lastIndexOf('/') + 1, dot === -1 ? path.length : dot);
}

interface Wanted {
  name: string;
  space: number;
}

/** What a module exports under a name, as `asking` means it. */
export function exportedNear(i: Inference, asking: FileFacts, module: FileFacts, wanted: Wanted): Exported | null {
  const first = i.program.exported(module, wanted.name, wanted.space);
  const { ofSamePlatform } = dialectOf(asking);
  if (ofSamePlatform !== undefined && first?.kind === 'entities')
    return ofSamePlatform(i, asking, module, wanted.name) ?? first;
  if (first?.kind !== 'entities' || !isUnit(module)) return first;
  const { rules } = asking;
  if (rules.callsByName)
    return nearOf(asking, first, declaredBy(i.program, holdersOf(i.program, module, wanted.name), wanted));
  return rules.nominal ? importedNear(i.program, asking, module, { ...wanted, first }) : first;
}

/** Of two things that a name may mean the one that is nearer; the first where both are equally near. */
export function nearerOf(asking: FileFacts, one: Exported, other: Exported): Exported {
  return depthOf(asking, other) > depthOf(asking, one) ? other : one;
}

/** Whether what a name of a file's own package means stands in a folder that is not that of the file. */
export function isFarFrom(asking: FileFacts, exported: Exported): boolean {
  return depthOf(asking, exported) < asking.path.split('/').length - 1;
}

/** How many folders are shared; less where nobody knows what is meant. */
function depthOf(asking: FileFacts, exported: Exported): number {
  if (exported.kind === 'external' || (exported.kind === 'entities' && exported.entities.length === 0)) return -1;
  return sharedFolders(asking.path, exported.file.path);
}

/** What an import of a package's name means, of which a project may have several: only packages with files of one name are looked through. */
export function importedNear(
  program: Modules,
  asking: FileFacts,
  module: FileFacts,
  { first, ...wanted }: Wanted & { first: Exported | null },
): Exported | null {
  if (first?.kind !== 'entities' || !isUnit(module) || !asking.rules.sharesPackages) return first;
  const same = namesakesIn(program, module);
  if (same.size === 0) return first;
  // Elsewhere a file may hold what has another name.
  const isNamed = !asking.rules.callsByName;
  const files = isNamed ? (same.get(wanted.name) ?? []) : holdersOf(program, module, wanted.name);
  return nearOf(asking, first, declaredBy(program, files, wanted));
}

/** What a package that is written out has under a name, where a project has several of it; null elsewhere. */
export function ofNearest(i: Inference, asking: FileFacts, module: FileFacts, name: string): Exported | null {
  if (!asking.rules.sharesPackages || !isUnit(module)) return null;
  const wanted = { name, space: spaces.any };
  const first = i.program.exported(module, name, spaces.any);
  const found = importedNear(i.program, asking, module, { ...wanted, first });
  return found === first ? null : found;
}

function isUnit({ path }: FileFacts): boolean {
  return path.startsWith('//');
}

function declaredBy(program: Modules, files: readonly FileFacts[], { name, space }: Wanted): readonly Exported[] {
  if (files.length < 2) return [];
  const declared = files.map((file) => program.exported(file, name, space)).filter((one) => one !== null);
  // A type and functions that make it may share a name.
  const fitting = declared.filter((one) => fitsSpace(one, space));
  return fitting.length > 0 ? fitting : declared;
}

/**
 * Of several declarations of a name the one that is nearest.
 * @param first what else is meant
 */
function nearOf(
  asking: FileFacts,
  first: Exported & { kind: 'entities' },
  declared: readonly Exported[],
): Exported | null {
  if (declared.length < 2) return first;
  const found = nearestOf(asking, declared);
  const entities = found.filter((one) => one.kind === 'entities');
  const expected = entities.length === 0 ? null : (dialectOf(entities[0]!.file).expectedOf?.(entities) ?? null);
  if (expected !== null) return expected;
  const [only] = found;
  if (only === undefined || found.length === 1 || found.every(isOneOfMany)) return only ?? first;
  const [single, ...others] = found.filter((one) => !isOneOfMany(one));
  if (others.length === 0) return single!;
  const variant = dialectOf(asking).builtFor?.(asking, found) ?? null;
  if (variant !== null || !asking.rules.sharesPackages) return variant;
  // Ours, but nobody knows which.
  return areVariants(found) ? oneOf(found) : { kind: 'entities', file: first.file, entities: [] };
}

/** Whether declarations are those of one module, of which a build takes one. */
function areVariants(found: readonly Exported[]): boolean {
  const [first = '', ...others] = found.map((one) => (one.kind === 'external' ? '' : one.file.path));
  return others.every((path) => areBuiltInstead(first, path));
}

function nearestOf(asking: FileFacts, found: readonly Exported[]): Exported[] {
  const shared = found.map((one) => (one.kind === 'external' ? -1 : sharedFolders(asking.path, one.file.path)));
  const most = Math.max(...shared);
  const near = found.filter((_, index) => shared[index] === most);
  return dialectOf(asking).nearestOfParts?.(near) ?? near;
}

/** Parts of one type, and functions, which may share a name. */
function isOneOfMany(exported: Exported): boolean {
  if (exported.kind !== 'entities') return false;
  const { file, entities } = exported;
  return entities.every(
    (entity) => file.has(entity, entityFlags.extension) || file.kind(entity) === entityKinds.function,
  );
}
