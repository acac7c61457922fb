/**
 * What a module of JavaScript adds to a value that is not its own: one that it imports and exports as a whole (`const Server =
 * require('./server'); Server.Reply = Reply; module.exports = Server`), or one that a call gives it. What is added is this module's.
 */
import { entityFields, entityKinds, exportForms } from '../../model/link-facts.ts';
import type { FileFacts } from '../program/file-facts.ts';
import type { Wanted } from '../resolve/module-exports.ts';
import type { Exported } from '../program/program.ts';
import type { Inference } from '../infer/questions.ts';
import { spaces } from '../program/spaces.ts';
import { alternatives, type Target, type Value, union } from '../infer/values.ts';

/** The import to which the module adds members; -1 for none. */
function ownerOfAdded(file: FileFacts): number {
  if (file.language !== 'javascript') return -1;
  const [whole] = file.exports('=');
  if (whole?.form !== exportForms.local) return -1;
  const [entity] = file.lookUp(0, whole.a, spaces.value, false);
  return entity !== undefined && isAddedTo({ file, entity }) ? entity : -1;
}

function isAddedTo({ file, entity }: Target): boolean {
  return (
    file.language === 'javascript' && file.kind(entity) === entityKinds.import && file.membersIn(entity).length > 0
  );
}

/** What is added under a name. */
export function addedExport({ file, name }: Wanted): Exported | null {
  const owner = ownerOfAdded(file);
  const entities = owner === -1 ? [] : file.members(owner, name);
  return entities.length === 0 ? null : { kind: 'entities', file, entities };
}

/** The whole of a module with what it adds to that. */
export function withAdded(target: FileFacts, whole: Value | null): Value | null {
  const owner = ownerOfAdded(target);
  return owner === -1 ? whole : union([whole, holderOf({ file: target, entity: owner })]);
}

/** The module of JavaScript of which a name is the whole; null for any other. */
function importedWhole(i: Inference, { file, entity }: Target): FileFacts | null {
  const name = file.text(file.get(entity, entityFields.listB));
  if (name !== '=' && name !== 'default') return null;
  const target = i.program.module(file, file.get(entity, entityFields.listA));
  return target?.language === 'javascript' ? target : null;
}

/** What a name means: of an import, with what its own file adds to that, or the module that it means the whole of. */
export function importedWithAdded(i: Inference, { file, entity }: Target, meant: Value | null): Value | null {
  if (file.kind(entity) !== entityKinds.import) return meant;
  const target = importedWhole(i, { file, entity });
  const whole = target === null ? meant : withAdded(target, meant);
  return isAddedTo({ file, entity }) ? union([whole, holderOf({ file, entity })]) : whole;
}

/**
 * What a variable holds, with the members that its file assigns to it: where that is of our types these are written to what the types declare,
 * but a function, or what nobody knows, has them from here alone.
 */
export function assignedTo({ file, entity }: Target, held: Value | null): Value | null {
  const adds = file.language === 'javascript' || file.language === 'lua';
  const mayAdd = adds && file.kind(entity) === entityKinds.variable;
  if (!mayAdd || file.membersIn(entity).length === 0) return held;
  return alternatives(held).some(isOfOurType) ? held : union([held, holderOf({ file, entity })]);
}

function isOfOurType(part: Value): boolean {
  return part.kind !== 'function' && part.kind !== 'external' && !holdsAdded(part);
}

/** Whether a part of a value is there for what is added to the rest alone. */
export function holdsAdded(part: Value): boolean {
  if (part.kind !== 'instance') return false;
  const kind = part.file.kind(part.entity);
  return kind === entityKinds.variable || kind === entityKinds.import;
}

/** Of an import or a variable: what has the members that are added to it. */
function holderOf(owner: Target): Value {
  return { kind: 'instance', ...owner, environment: null };
}
