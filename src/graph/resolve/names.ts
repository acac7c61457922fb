/**
 * What names mean: names in a scope, in a module, and on a path of namespaces.
 * This folder imports `program/`, `questions/`, `heritage/` and the contract of languages.
 */
import { dialectOf } from '../languages/dialect.ts';
import { moduleRulesOf } from '../program/module-rules.ts';
import { entityFields, entityFlags, entityKinds } from '../../model/file-summary.ts';
import type { ProgramFile } from '../program/program-file.ts';
import type { ExportRecord } from '../program/tables/file-tables.ts';
import { spaces } from '../program/spaces.ts';
import { eachMeant, meantByStars, isMeantByImports } from '../program/import-alternatives.ts';
import { membersOnPath, nominalMembers, lookUpNominal, valueOfMember } from '../heritage/nominal.ts';
import { exportedNear, isFarFrom, nearerOf, inNearestPackage } from './nearest-declaration.ts';
import { scopedName } from './scoped-names.ts';
import type { Exported } from '../program/exported.ts';
import { type Inference, entityValue, nodeValue } from '../questions/questions.ts';
import { type Value, union, type Member } from '../questions/values.ts';
import type { Target } from '../program/targets.ts';

/** The value of a name that an expression in a scope uses; null for an unknown one. */
export function nameValue(i: Inference, file: ProgramFile, name: number, scope: number): Value | null {
  if (file.rules.sharesNames) {
    const scoped = scopedName(i, file, { name: file.text(name), scope, space: spaces.value });
    if (scoped !== null) return exportedValue(i, scoped);
  }
  const dialect = dialectOf(file);
  const namedFile = dialect.fileNamed?.(i, file, name) ?? null;
  if (namedFile !== null) return { kind: 'module', file: namedFile };
  const nominal = file.rules.nominal
    ? lookUpNominal(i, file, { name, scope, meaning: 'variable', narrowed: true })
    : null;
  if (nominal !== null && nominal.members.length > 0) return memberValues(i, nominal.members);
  const found = nominal?.declared ?? file.lookUp(scope, name, spaces.value, true);
  if (found.length > 0 && !isOnlyAssigned(i, file, found)) {
    if (!isMeantByImports(file, found)) return entitiesValue(i, file, found);
    const exported = i.program.followEntities(file, found, spaces.value);
    const meant = exported === null ? null : withModule(i, file, { found, exported });
    const { imported } = dialect;
    return imported === undefined ? meant : imported(i, { file, entity: found[0]! }, meant);
  }
  const viaStar = starImport(i, file, name);
  if (viaStar !== null) return exportedValue(i, viaStar);
  const globals = i.program.globals(file, file.text(name));
  if (globals.length > 0) return entityValues(i, dialect.globalValues?.(file, globals) ?? globals);
  // CommonJS: `exports` is the module itself.
  if (!file.rules.bindsAtRun && file.text(name) === 'exports') return { kind: 'module', file };
  const extended = dialect.extendedGlobal?.(i, file, file.text(name));
  if (extended !== undefined) return extended;
  return dialect.mayBeGlobal?.(file.text(name)) === true ? null : { kind: 'external' };
}

/** The value of an import. Where modules and functions have separate namespaces (`mod run; use run::run;`), the name means both. */
function withModule(
  i: Inference,
  file: ProgramFile,
  { found, exported }: { found: readonly number[]; exported: Exported },
): Value | null {
  const meant = exportedValue(i, exported);
  const isImport = exported.kind === 'entities' && file.kind(found[0]!) === entityKinds.import;
  if (!isImport || !file.rules.separatesModules) return meant;
  const module = i.program.followEntities(file, found, spaces.any);
  return module?.kind === 'module' ? union([meant, { kind: 'module', file: module.file }]) : meant;
}

function memberValues(i: Inference, members: readonly Member[]): Value | null {
  return union(members.map((member) => valueOfMember(i, member)));
}

function entityValues(i: Inference, targets: readonly Target[]): Value | null {
  return union(targets.map((target) => entityValue(i, target)));
}

/** Whether the only entity of a name is an assignment that declares nothing: the program declares the name, or the language requires declarations. */
export function isOnlyAssigned(i: Inference, file: ProgramFile, found: readonly number[]): boolean {
  if (found.length !== 1) return false;
  const entity = found[0]!;
  if (!file.has(entity, entityFlags.assigned)) return false;
  return dialectOf(file).declaresByAssigning?.() === false || i.program.globals(file, file.name(entity)).length > 0;
}

/**
 * The meaning of a name that the file neither declares nor imports by name: from another file of the unit, from a star import (`from m import *`,
 * `import a.b.*`), or from an import for the whole project. Null for none, and always where imports name each name.
 */
export function starImport(i: Inference, file: ProgramFile, name: number, space: number = spaces.any): Exported | null {
  return file.rules.importsByName ? null : importedByStar(i, file, { name: file.text(name), space });
}

function importedByStar(i: Inference, file: ProgramFile, wanted: { name: string; space: number }): Exported | null {
  // Where modules are files, a unit (a crate) shares members of its types among its files, but not names.
  const unit = file.rules.separatesModules ? null : i.program.unit(file);
  const ofUnit = unit === null ? null : exportedNear(i, file, unit, wanted);
  const isOfUnit = ofUnit !== null && ofUnit.kind !== 'external';
  // A far declaration may be of another package with this name, in another part of the project: a star import may have a nearer one.
  if (isOfUnit && !(file.rules.sharesPackages && isFarFrom(file, ofUnit))) return ofUnit;
  const stars = file.exports('*');
  if (file.rules.bindsAtRun) return meantByStars(stars, (star) => throughStar(i, file, star, wanted));
  let best: Exported | null = isOfUnit ? ofUnit : null;
  for (const { a, b } of stars) {
    const target = i.program.module(file, a);
    const found = target === null ? null : nameInImported(i, target, { asking: file, path: file.text(b), ...wanted });
    if (found === null || found.kind === 'external') continue;
    if (!file.rules.sharesPackages) return found;
    // Only one of several packages of a name is in a build: the nearest is meant.
    best = best === null ? found : nearerOf(file, best, found);
  }
  return best ?? importedForProject(i, file, wanted) ?? dialectOf(file).inOpenedPart?.(i, file, wanted.name) ?? null;
}

function throughStar(
  i: Inference,
  file: ProgramFile,
  { a }: ExportRecord,
  { name, space }: { name: string; space: number },
): Exported | null {
  const target = i.program.module(file, a);
  if (target === null || moduleRulesOf(target).givesByStar?.(i.program, target, name) === false) return null;
  return exportedNear(i, file, target, { name, space });
}

/** The meaning of a name that other files or settings of the project import for all files (C#'s `global using`). */
function importedForProject(i: Inference, file: ProgramFile, wanted: { name: string; space: number }): Exported | null {
  const dialect = dialectOf(file);
  for (const { module, path } of dialect.openedForProject?.(i, file) ?? []) {
    const found = module === null ? null : nameInImported(i, module, { asking: file, path, ...wanted });
    if (found !== null && found.kind !== 'external') return found;
  }
  return dialect.aliasForProject?.(i, file, wanted.name) ?? null;
}

/**
 * The meaning of a name in an imported module, or in a type of it whose members are imported (`import static a.b.C.*`).
 * @param path of the type in the module; `*` for the module itself
 */
function nameInImported(
  i: Inference,
  module: ProgramFile,
  { asking, path, name, space }: { asking: ProgramFile; path: string; name: string; space: number },
): Exported | null {
  const inType = dialectOf(asking).inOpenedType?.(i, module, { path, name });
  if (inType !== undefined) return inType;
  if (path === '*' || !module.rules.nominal) return exportedNear(i, asking, module, { name, space });
  const [member] = membersOnPath(i, asking, module, { path: `${path}.${name}`, meaning: 'any' });
  if (member === undefined) return null;
  const { file } = member;
  // All members with this name, such as overloads, of the type that has the first one.
  return { kind: 'entities', file, entities: file.members(file.get(member.entity, entityFields.parent), name) };
}

/** The value of what a name or export means. */
export function exportedValue(i: Inference, exported: Exported): Value | null {
  if ('others' in exported) return union(eachMeant(exported).map((one) => exportedValue(i, one)));
  switch (exported.kind) {
    case 'module':
      return { kind: 'module', file: exported.file };
    case 'external':
      return { kind: 'external' };
    case 'expression':
      return nodeValue(i, exported.file, exported.node);
    case 'entities':
      return entitiesValue(i, exported.file, exported.entities);
  }
}

/** The value of declarations of one name. */
function entitiesValue(i: Inference, file: ProgramFile, entities: readonly number[]): Value | null {
  if (entities.length === 1) return entityValue(i, { file, entity: entities[0]! });
  return entityValues(i, targetsIn(file, meantAsValue(file, entities)));
}

function targetsIn(file: ProgramFile, entities: readonly number[]): Target[] {
  return entities.map((entity) => ({ file, entity }));
}

/**
 * The declaration that is meant as a value, among several of one name: the last narrowed one, else one with a body or initial value, else the
 * first. Empty where all of several are types; a single declaration is returned as it is.
 */
export function meantAsValue(file: ProgramFile, entities: readonly number[]): readonly number[] {
  return entities.length < 2 ? entities : meantOf(file, entities);
}

function isFunctionKind(kind: number): boolean {
  return kind === entityKinds.method || kind === entityKinds.function;
}

function meantOf(file: ProgramFile, entities: readonly number[]): readonly number[] {
  const values = entities.filter((entity) => {
    const kind = file.kind(entity);
    return kind !== entityKinds.interface && kind !== entityKinds.typeAlias && kind !== entityKinds.typeParameter;
  });
  // Which of several functions a call means is decided by its arguments.
  if (file.rules.overloadsMembers && values.every((entity) => isFunctionKind(file.kind(entity)))) return values;
  const narrowed = values.filter((entity) => file.has(entity, entityFlags.narrowed));
  if (narrowed.length > 0) return [narrowed[narrowed.length - 1]!];
  const implemented = values.find((entity) => file.has(entity, entityFlags.implemented));
  return implemented === undefined ? values.slice(0, 1) : [implemented];
}

/** A type as code names it. */
export interface NamedType {
  /** The names of the path, as indexes of strings. */
  path: readonly number[];
  /** The scope in which the type is named. */
  scope: number;
  /** The nodes of the type arguments. */
  args: readonly number[];
}

export type NamedEntities = Exported & { kind: 'entities' };

/** The entities that a path of names means as a type; 'external' for a type outside of the project, null for an undeclared name. */
export function namedTarget(
  i: Inference,
  file: ProgramFile,
  { path, scope }: Pick<NamedType, 'path' | 'scope'>,
): NamedEntities | 'external' | null {
  if (file.rules.sharesNames) {
    const scoped = scopedName(i, file, { name: file.text(path[0]!), scope, space: spaces.type });
    if (scoped !== null) return scoped.kind === 'entities' ? scoped : 'external';
  }
  const last = path.length - 1;
  const space = last === 0 ? spaces.type : spaces.any;
  const nominal = file.rules.nominal ? lookUpNominal(i, file, { name: path[0]!, scope, meaning: 'type' }) : null;
  const member = nominal?.members[0];
  let found = nominal?.declared ?? file.lookUp(scope, path[0]!, space, false);
  if (found.length === 0 && file.rules.typesAreValues) found = file.lookUp(scope, path[0]!, spaces.any, false);
  // The meaning of the names of the path before `next`.
  let meaning: Exported | null = null;
  let next = 1;
  if (member !== undefined) meaning = { kind: 'entities', file: member.file, entities: [member.entity] };
  else if (found.length > 0) meaning = followedAsType(i, file, found, space);
  else {
    meaning = openedAsType(i, file, path[0]!, space) ?? globalType(i, file, path[0]!);
    const inNamespace = meaning === null ? (dialectOf(file).inNamespace?.(i, file, textsOf(file, path)) ?? null) : null;
    if (inNamespace !== null) ({ found: meaning, next } = inNamespace);
    if (meaning === null) return null;
  }
  for (let part = next; part <= last && meaning !== null; part++)
    meaning = stepAsType(i, file, meaning, {
      name: file.text(path[part]!),
      space: part === last ? spaces.type : spaces.any,
    });
  return meaning?.kind === 'entities' ? meaning : 'external';
}

// Where types are values, each of the next three functions asks a second time, in all spaces. One function that takes the question as a closure
// would allocate a closure for each call, and nearly every name of a type is looked up here.
function followedAsType(i: Inference, file: ProgramFile, found: readonly number[], space: number): Exported | null {
  const first = i.program.followEntities(file, found, space);
  return first === null && mayHoldTypes(file, space) ? i.program.followEntities(file, found, spaces.any) : first;
}

function openedAsType(i: Inference, file: ProgramFile, name: number, space: number): Exported | null {
  const first = starImport(i, file, name, space);
  return first === null && mayHoldTypes(file, space) ? starImport(i, file, name, spaces.any) : first;
}

function stepAsType(
  i: Inference,
  file: ProgramFile,
  from: Exported,
  { name, space }: { name: string; space: number },
): Exported | null {
  const first = nameWithin(i, file, from, { name, space });
  return first === null && mayHoldTypes(file, space) ? nameWithin(i, file, from, { name, space: spaces.any }) : first;
}

/** Whether a name that is asked for as a type may be the name of a variable that holds a type (Python). */
function mayHoldTypes(file: ProgramFile, space: number): boolean {
  return space === spaces.type && file.rules.typesAreValues;
}

/** The global declarations of a name in the first file that has any. */
function globalType(i: Inference, file: ProgramFile, name: number): Exported | null {
  const globals = i.program.globals(file, file.text(name));
  const [first] = globals;
  if (first === undefined) return null;
  const entities = globals.filter((target) => target.file === first.file).map(({ entity }) => entity);
  return { kind: 'entities', file: first.file, entities };
}

function textsOf(file: ProgramFile, strings: readonly number[]): string[] {
  return strings.map((string) => file.text(string));
}

/** The meaning of a name inside of a module, namespace, type or enum; null for none. Inside of an expression or something external: `from` itself. */
export function nameWithin(
  i: Inference,
  asking: ProgramFile,
  from: Exported,
  { name, space }: { name: string; space: number },
): Exported | null {
  if (from.kind === 'module')
    return inNearestPackage(i, asking, from.file, name) ?? i.program.exported(from.file, name, space);
  if (from.kind !== 'entities') return from;
  for (const entity of from.entities) {
    const { file } = from;
    const string = file.stringOf(name);
    const ownScope = file.get(entity, entityFields.ownScope);
    if (file.kind(entity) === entityKinds.namespace && string !== -1 && ownScope !== -1) {
      const found = file.declared(ownScope, string);
      if (found.length > 0) return i.program.followEntities(file, found, space);
    }
    const reexported =
      file.kind(entity) === entityKinds.namespace
        ? (dialectOf(file).reexported?.(i.program, file, entity, { name, space }) ?? null)
        : null;
    if (reexported !== null) return reexported;
    const members = file.rules.nominal
      ? nominalMembers(i, { kind: 'static', file, entity, environment: null }, { name, meaning: 'type' })
      : [];
    const [member] = members;
    if (member !== undefined) return { kind: 'entities', file: member.file, entities: [member.entity] };
    const entities = file.members(entity, name);
    if (entities.length > 0) return { kind: 'entities', file, entities };
  }
  return null;
}
