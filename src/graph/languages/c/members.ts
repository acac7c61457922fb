/** C++: members that a class takes from a base beside its own. */
import { entityFields, entityKinds } from '../../../model/file-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';

/** Whether a class also has the members of that name of a base (`using Base::f;`). */
export function takesBaseMembers(file: ProgramFile, type: number, name: string): boolean {
  const scope = file.get(type, entityFields.ownScope);
  const string = scope > 0 ? file.stringOf(name) : -1;
  return string !== -1 && file.declared(scope, string).some((one) => file.kind(one) === entityKinds.import);
}
