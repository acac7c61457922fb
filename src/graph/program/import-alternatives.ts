/**
 * Names that several imports bind. Where modules bind names at run time (Python), the imports are mostly in branches. Which branch runs depends
 * on the platform or on installed packages, so the name may mean what any of them imports. In other languages it means the first import of
 * something that belongs to the project.
 */
import { entityFlags, entityKinds } from '../../model/file-summary.ts';
import type { ProgramFile } from './program-file.ts';
import type { ExportRecord } from './tables/file-tables.ts';
import type { Exported } from './exported.ts';
import { spaces } from './spaces.ts';

/** Whether the meaning of a name depends on imports. */
export function isMeantByImports(file: ProgramFile, entities: readonly number[]): boolean {
  if (file.kind(entities[0]!) === entityKinds.import) return true;
  // A file may declare a name itself, and replace the declaration by an import (of a compiled module) where that succeeds.
  return entities.length > 1 && file.rules.bindsAtRun && entities.some((one) => isImported(file, one));
}

function isImported(file: ProgramFile, entity: number): boolean {
  return file.kind(entity) === entityKinds.import;
}

/**
 * The meaning of a name with an import among its entities.
 * @param entities the entities of the name
 * @param space one of `spaces`
 * @param follow returns the meaning of an import
 */
export function meantByImports(
  file: ProgramFile,
  entities: readonly number[],
  { space, follow }: { space: number; follow: (entity: number) => Exported | null },
): Exported | null {
  const { bindsAtRun, separatesModules } = file.rules;
  let found: Exported[] = [];
  let external: Exported | null = null;
  let module: Exported | null = null;
  for (const entity of entities) {
    const isImport = isImported(file, entity);
    const isInBranch = file.has(entity, entityFlags.branch);
    // A variable after an import is mostly the fallback for an import that fails (`except ImportError: json = None`), and does not count. Variables
    // do not have the flag `branch`.
    if (!isImport && !isInBranch && found.length > 0) break;
    const one: Exported | null = isImport ? follow(entity) : { kind: 'entities', file, entities: [entity] };
    if (one === null || one.kind === 'external') external = one;
    // `mod run; use run::run;`: as a value, `run` means the function. The module counts only where no import gives another meaning.
    else if (one.kind === 'module' && space === spaces.value && separatesModules) module ??= one;
    else if (!bindsAtRun) return one;
    // An import outside of branches replaces all earlier bindings.
    else if (isImport && !isInBranch) found = [one];
    else found.push(one);
  }
  // The file declares the name, and an import of something external may replace the declaration: links lead to the declaration.
  if (external !== null && found.length === 1 && !isImported(file, entities[0]!))
    return { kind: 'entities', file, entities };
  return oneOf(found) ?? module ?? external;
}

/**
 * The meaning of a name by star imports: what the last one gives that has the name. Where that import is in a branch, earlier star imports
 * may give the name as well, back to the first that is not in a branch.
 */
export function meantByStars(
  stars: readonly ExportRecord[],
  find: (star: ExportRecord) => Exported | null,
): Exported | null {
  const found: Exported[] = [];
  for (let at = stars.length - 1; at >= 0; at--) {
    const one = find(stars[at]!);
    if (one === null || one.kind === 'external') continue;
    found.unshift(one);
    // The import is not in a branch (`exportForms.all`), so it replaced the name of all earlier ones.
    if (stars[at]!.b === 0) break;
  }
  return oneOf(found);
}

/** Joins meanings: the first that belongs to the project, with the others of the project as alternatives. Where none belongs to it, the first. */
export function oneOf(found: readonly (Exported | null)[]): Exported | null {
  if (found.length === 1) return found[0]!;
  const all = found.filter((one) => one !== null);
  const ofProject = distinct(all.filter(({ kind }) => kind !== 'external').flatMap(eachMeant));
  const [first = all[0] ?? null, ...others] = ofProject;
  return others.length === 0 ? first : withOthers(first!, others);
}

/** All meanings of a name, each without its alternatives. */
export function eachMeant(exported: Exported): readonly Exported[] {
  if (!('others' in exported) || exported.others === undefined) return [exported];
  const { others, ...first } = exported;
  return [first, ...others];
}

function withOthers(first: Exported, others: readonly Exported[]): Exported {
  return first.kind === 'entities' || first.kind === 'module' ? { ...first, others } : first;
}

function distinct(all: readonly Exported[]): Exported[] {
  return all.filter((one, at) => all.findIndex((other) => isSame(one, other)) === at);
}

function isSame(one: Exported, other: Exported): boolean {
  if (one.kind === 'entities' && other.kind === 'entities')
    return one.file === other.file && one.entities[0] === other.entities[0];
  return one.kind === 'module' && other.kind === 'module' && one.file === other.file;
}
