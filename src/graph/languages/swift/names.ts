/**
 * Names of Swift: those of the enclosing scopes and types, of the file's module, and of the modules that it imports.
 * Invariant: a name that several equally near files of a module declare has an unknown meaning, except in the declaring files themselves.
 */
import { entityFields, entityFlags, entityKinds, scopeKinds } from '../../../model/file-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { spaces } from '../../program/spaces.ts';
import { memberTargets } from '../../members/members.ts';
import { nearestTargets } from '../../program/shared-folders.ts';
import type { Exported } from '../../program/exported.ts';
import { typeValue, type Inference, type ScopedName } from '../../questions/questions.ts';
import type { Value } from '../../questions/values.ts';
import type { Target } from '../../program/targets.ts';

const typeKinds: ReadonlySet<number> = new Set([
  entityKinds.class,
  entityKinds.interface,
  entityKinds.typeAlias,
  entityKinds.typeParameter,
]);

export function swiftName(i: Inference, file: ProgramFile, { name, scope, space }: ScopedName): Exported {
  const path = name.split('.');
  const first = path[0]!;
  const firstSpace = path.length === 1 ? space : spaces.type;
  const found =
    inEnclosing(i, file, { name: first, scope, space: firstSpace }) ??
    atTopOfModules(i, file, { name: first, space: firstSpace });
  if (found !== null) return nestedIn(i, found, path.slice(1));
  // The first name may be that of a module (`Module.Type`).
  const qualified =
    path.length > 1 && isModule(i, file, first) ? atTopOfModules(i, file, { name: path[1]!, space }) : null;
  return qualified === null ? { kind: 'external' } : nestedIn(i, qualified, path.slice(2));
}

function fits(file: ProgramFile, entity: number, space: number): boolean {
  return fitsKind(file.kind(entity), space);
}

function fitsKind(kind: number, space: number): boolean {
  return space !== spaces.type || typeKinds.has(kind);
}

/** Whether a name cannot mean a local variable: the collector knows the variables that are declared before a name, so this one is declared after it. */
function isLater(file: ProgramFile, entity: number): boolean {
  return file.kind(entity) === entityKinds.variable && file.get(entity, entityFields.scope) !== 0;
}

/** A declaration of an enclosing scope, or a member of an enclosing type. */
function inEnclosing(i: Inference, file: ProgramFile, { name, scope, space }: ScopedName): Exported | null {
  const string = file.stringOf(name);
  for (let at = scope; at > 0; at = file.scopeParent(at)) {
    const declared =
      string === -1
        ? []
        : file.declared(at, string).filter((entity) => fits(file, entity, space) && !isLater(file, entity));
    if (declared.length > 0) return { kind: 'entities', file, entities: declared };
    const owner = file.scopeOwner(at);
    if (owner === -1) continue;
    const isBody = file.scopeKind(at) === scopeKinds.class;
    const holder = isBody ? owner : file.get(owner, entityFields.parent);
    if (holder < 0 || file.kind(owner) === entityKinds.parameter) continue;
    const members = memberTargets(i, { kind: 'instance', file, entity: holder, environment: null }, name).filter(
      (member) => fits(member.file, member.entity, space),
    );
    const [meaning, ...others] = [...Map.groupBy(members, (member) => member.file)].map(
      ([of, some]): Exported & { kind: 'entities' } => ({
        kind: 'entities',
        file: of,
        entities: some.map(({ entity }) => entity),
      }),
    );
    if (meaning !== undefined) return others.length === 0 ? meaning : { ...meaning, others };
  }
  return null;
}

/** The meaning of a top-level name: in the file itself, in the file's module, or in a module that the file imports; null for none. */
function atTopOfModules(
  i: Inference,
  file: ProgramFile,
  { name, space }: { name: string; space: number },
): Exported | null {
  const string = file.stringOf(name);
  const inFile = string === -1 ? [] : file.declared(0, string).filter((entity) => fits(file, entity, space));
  if (inFile.length > 0) return { kind: 'entities', file, entities: inFile };
  if (i.program.declarers(name).length === 0) return null;
  const all = i.program
    .globals(file, name)
    .filter((one) => one.file.language === 'swift' && fitsKind(one.entityKind, space));
  const ofModule = all.filter((one) => i.program.unitPath(one.file) === i.program.unitPath(file));
  if (ofModule.length > 0) return ofNearestFile(file, ofModule);
  const imported = importedUnits(i, file);
  const ofOthers = all.filter((one) => imported.has(i.program.unitPath(one.file) ?? ''));
  return ofOthers.length > 0 ? ofNearestFile(file, ofOthers) : null;
}

function importedUnits(i: Inference, file: ProgramFile): ReadonlySet<string> {
  const units = new Set<string>();
  for (let module = 0; module < file.modules.length; module++) {
    const target = i.program.module(file, module);
    if (target !== null) units.add(target.path);
  }
  return units;
}

function isModule(i: Inference, file: ProgramFile, name: string): boolean {
  const suffix = `/${name}`;
  return file.summary.unit.endsWith(suffix) || [...importedUnits(i, file)].some((unit) => unit.endsWith(suffix));
}

/**
 * The targets in the nearest file; an unknown meaning where several files are equally near. A unit may hold several modules, because modules are
 * guessed by folders, so the nearest file is the likeliest.
 */
function ofNearestFile(asking: ProgramFile, targets: readonly Target[]): Exported {
  const nearest = nearestTargets(asking, targets);
  const file = nearest[0]!.file;
  const isOneFile = nearest.every((one) => one.file === file);
  return isOneFile
    ? { kind: 'entities', file, entities: nearest.map((one) => one.entity) }
    : { kind: 'entities', file: asking, entities: [] };
}

/** Follows a path of names into nested types. The meaning is unknown where a type does not have the next name. */
function nestedIn(i: Inference, from: Exported, path: readonly string[]): Exported {
  let meaning = from;
  for (const name of path) {
    if (meaning.kind !== 'entities') return meaning;
    const { file } = meaning;
    const [entity] = meaning.entities.filter((one) => !file.has(one, entityFlags.extension));
    const [member] = entity === undefined ? [] : typesIn(i, { file, entity }, name);
    meaning =
      member === undefined
        ? { kind: 'entities', file, entities: [] }
        : { kind: 'entities', file: member.file, entities: [member.entity] };
  }
  return meaning;
}

/** The types nested in a type; for a type parameter, those of its bound. */
function typesIn(i: Inference, { file, entity }: Target, name: string): readonly Target[] {
  const isParameter = file.kind(entity) === entityKinds.typeParameter;
  const holder: Value | null = isParameter
    ? typeValue(i, file, file.get(entity, entityFields.type), null)
    : { kind: 'instance', file, entity, environment: null };
  return memberTargets(i, holder, name);
}
