/** Types that are declared in several places: merged declarations and extensions. */
import { entityFields, entityFlags, entityKinds, entityWidth, type FileSummary } from '../../model/file-summary.ts';
import { aliasedName } from '../../model/link-header.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { Slot } from '../program/memo.ts';
import { dialectOf } from '../languages/dialect.ts';
import { extendedType, otherExtensions } from './external-types.ts';
import type { Inference } from '../questions/questions.ts';
import type { Target } from '../program/targets.ts';

const otherDeclarations = new Slot(() => new Map<number, readonly Target[]>());

/**
 * The other declarations of a type: those merged with it in its file, and its extensions in its unit. For an extension: the type and the type's
 * other declarations, or the other extensions of an external type.
 */
export function mergedDeclarations(i: Inference, target: Target): readonly Target[] {
  const memo = target.file.memo(otherDeclarations);
  let found = memo.get(target.entity);
  if (found === undefined) memo.set(target.entity, (found = findMerged(i, target)));
  return found;
}

function findMerged(i: Inference, target: Target): readonly Target[] {
  const { file, entity } = target;
  const isNested = file.get(entity, entityFields.parent) !== -1;
  if (isNested && !file.rules.extendsExternal) return [];
  const kind = file.kind(entity);
  if (kind !== entityKinds.class && kind !== entityKinds.interface) return [];
  if (file.has(entity, entityFlags.extension)) {
    const extended = extendedType(i, target);
    if (extended === null) return file.rules.extendsExternal ? otherExtensions(i, target) : [];
    return othersThan(target, [extended, ...mergedDeclarations(i, extended)]);
  }
  const name = file.get(entity, entityFields.name);
  const scope = file.get(entity, entityFields.scope);
  const declared = isNested ? [] : file.declared(scope, name);
  const extensions = scope === 0 || isNested ? extensionsNamed(i, file, file.text(name)) : [];
  if (declared.length < 2 && extensions.length === 0) return [];
  return othersThan(target, [...typesIn(file, declared), ...extensionsOf(i, target, extensions)]);
}

/** Extensions in a file's unit that may be of a type with this name: they name it, or an alias of it. */
function extensionsNamed(i: Inference, file: ProgramFile, name: string): readonly Target[] {
  const { unit } = file.summary;
  const found = i.program.extensions(file, unit, name);
  if (!file.rules.extendsExternal) return found;
  const aliases = i.program.extending(file, unit, name).flatMap((other) => other.memo(aliasesByType).get(name) ?? []);
  return [...found, ...aliases.flatMap((alias) => i.program.extensions(file, unit, alias))];
}

/** The names of a file's aliases by the last name of their types. */
const aliasesByType = new Slot((summary: FileSummary) => {
  const found = new Map<string, string[]>();
  for (let entity = 0; entity < summary.entities.length / entityWidth; entity++) {
    const name = aliasedName(summary, entity);
    if (name === null) continue;
    const alias = summary.strings[summary.entities[entity * entityWidth + entityFields.name]!]!;
    found.set(name, [...(found.get(name) ?? []), alias]);
  }
  return found;
});

function othersThan({ file, entity }: Target, declarations: readonly Target[]): readonly Target[] {
  return declarations.filter((other) => other.file !== file || other.entity !== entity);
}

function typesIn(file: ProgramFile, entities: readonly number[]): Target[] {
  return entities
    .filter((entity) => file.kind(entity) === entityKinds.interface || file.kind(entity) === entityKinds.class)
    .map((entity) => ({ file, entity }));
}

function extensionsOf(i: Inference, target: Target, extensions: readonly Target[]): readonly Target[] {
  const ofTarget = extensions.filter((other) => isExtensionOf(i, other, target));
  return dialectOf(target.file).inOrder?.(ofTarget, ({ file }) => file.path) ?? ofTarget;
}

function isExtensionOf(i: Inference, extension: Target, { file, entity }: Target): boolean {
  const extended = extendedType(i, extension);
  return extended !== null && extended.file === file && extended.entity === entity;
}

/** Whether several extensions of a type have a member, and which of them is visible is unknown. */
export function isAmbiguous(
  type: ProgramFile,
  extensions: readonly Target[],
  member: { from: ProgramFile; name: string },
): boolean {
  return dialectOf(member.from).isAmbiguous?.(type, extensions, member) === true;
}
