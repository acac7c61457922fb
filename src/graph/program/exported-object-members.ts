/** Names of a module that exports one value as a whole (`module.exports = { … }`): they are members of that value. */
import { entityFields, entityKinds, ops } from '../../model/file-summary.ts';
import type { ProgramFile } from './program-file.ts';
import type { Exported } from './exported.ts';

/** What the search for a member asks of the program. Both questions are about the file that has the exported value. */
interface LookUps {
  /** The meaning of entities of the file: for imports, what they import. */
  follow(entities: readonly number[]): Exported | null;
  /** What a module that the file names exports under the wanted name. @param module index of a module specifier of the file */
  find(module: number): Exported | null;
}

/** The member `name` of an exported value: an object, class, function or namespace, or a variable that holds one of the first three. */
export function memberOfExport(
  { file, entities }: Exported & { kind: 'entities' },
  name: string,
  lookUps: LookUps,
): Exported | null {
  for (const entity of entities) {
    const value = file.get(entity, entityFields.value);
    const holdsEntity = file.kind(entity) === entityKinds.variable && file.op(value) === ops.entity;
    // Members that are assigned later may belong to the variable or to its value.
    for (const owner of holdsEntity ? [entity, file.operand(value, 0)] : [entity]) {
      const found = memberOfOwner(file, owner, name, lookUps);
      if (found !== null) return found;
    }
  }
  return null;
}

function memberOfOwner(file: ProgramFile, owner: number, name: string, { follow, find }: LookUps): Exported | null {
  const members = file.members(owner, name);
  if (members.length > 0) return { kind: 'entities', file, entities: members };
  const string = file.stringOf(name);
  if (file.kind(owner) === entityKinds.namespace && string !== -1) {
    const found = follow(file.declared(file.get(owner, entityFields.ownScope), string));
    if (found !== null) return found;
  }
  const spread = file.kind(owner) === entityKinds.object ? file.list(file.get(owner, entityFields.listA)) : [];
  // Each spread value is the second number of a pair. The last spread comes first, because it replaces members of earlier ones.
  for (let at = spread.length - 1; at > 0; at -= 2) {
    const found = file.op(spread[at]!) === ops.module ? find(file.operand(spread[at]!, 0)) : null;
    if (found !== null) return found;
  }
  return null;
}
