/** C++: members that a class takes over from a base with `using`. */
import { entityFields, entityKinds } from '../../../model/file-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';

/** Whether a class with members of a name also has those of its base under this name (`using Base::f;`). */
export function takesBaseMembers(file: ProgramFile, type: number, name: string): boolean {
  const scope = file.get(type, entityFields.ownScope);
  const string = scope > 0 ? file.stringOf(name) : -1;
  return string !== -1 && file.declared(scope, string).some((one) => file.kind(one) === entityKinds.import);
}
