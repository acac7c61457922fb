/**
 * Members that JavaScript code adds to a value that it imports (`const Server = require('./server'); Server.Reply = Reply`). Where a module exports such
 * a value as a whole (`module.exports = Server`), files that import the module see the added members too.
 */
import { entityFields, entityKinds, exportForms } from '../../../model/file-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import type { Wanted } from '../../program/module-exports.ts';
import type { Exported } from '../../program/exported.ts';
import type { Inference } from '../../questions/questions.ts';
import { spaces } from '../../program/spaces.ts';
import { dialectOf } from '../dialect.ts';
import { holderOf, type Value, union } from '../../questions/values.ts';
import type { Target } from '../../program/targets.ts';

/** The import that the module exports as a whole and to which it adds members; -1 for none. */
function ownerOfAdded(file: ProgramFile): number {
  const [whole] = file.exports('=');
  if (whole?.form !== exportForms.local) return -1;
  const [entity] = file.lookUp(0, whole.a, spaces.value, false);
  return entity !== undefined && isAddedTo({ file, entity }) ? entity : -1;
}

function isAddedTo({ file, entity }: Target): boolean {
  return file.kind(entity) === entityKinds.import && file.membersIn(entity).length > 0;
}

/** The members that a module adds under a name to the value that it exports. */
export function addedExport({ file, name }: Wanted): Exported | null {
  const owner = ownerOfAdded(file);
  const entities = owner === -1 ? [] : file.members(owner, name);
  return entities.length === 0 ? null : { kind: 'entities', file, entities };
}

/** A module as a whole, with the members that it adds. */
export function withAdded(target: ProgramFile, whole: Value | null): Value | null {
  const owner = ownerOfAdded(target);
  return owner === -1 ? whole : union([whole, holderOf({ file: target, entity: owner })]);
}

/** The value of an import of a whole module, with the members that the imported module adds. */
export function importedWhole(i: Inference, { file, entity }: Target, meant: Value | null): Value | null {
  if (file.kind(entity) !== entityKinds.import) return meant;
  const name = file.text(file.get(entity, entityFields.listB));
  if (name !== '=' && name !== 'default') return meant;
  const target = i.program.module(file, file.get(entity, entityFields.listA));
  const { wholeModule } = target === null ? {} : dialectOf(target);
  return target === null || wholeModule === undefined ? meant : wholeModule(target, meant);
}

/** The value of an import of a whole module, with the members that the imported module and the importing file add. */
export function importedWithAdded(i: Inference, { file, entity }: Target, meant: Value | null): Value | null {
  const whole = importedWhole(i, { file, entity }, meant);
  return isAddedTo({ file, entity }) ? union([whole, holderOf({ file, entity })]) : whole;
}
