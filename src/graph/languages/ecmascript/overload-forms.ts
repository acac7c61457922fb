/** TypeScript: distinguishes overloads by whether an argument is a function or another object. */
import { entityFields, entityKinds, ops } from '../../../model/file-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { memberTargets } from '../../members/members.ts';
import { type Inference, nodeValue } from '../../questions/questions.ts';
import { alternatives, type Value } from '../../questions/values.ts';
import type { Target } from '../../program/targets.ts';

/** True for an argument that is a function, false for a literal of an array or object, null where the argument may be either. */
export function isFunctionGiven(i: Inference, file: ProgramFile, node: number): boolean | null {
  switch (file.op(node)) {
    case ops.array:
      return false;
    case ops.entity: {
      const kind = file.kind(file.operand(node, 0));
      return kind === entityKinds.function ? true : kind === entityKinds.object ? false : null;
    }
    case ops.name: {
      const [part, ...others] = alternatives(nodeValue(i, file, node));
      return part?.kind === 'function' && others.length === 0 ? true : null;
    }
    default:
      return null;
  }
}

/** Whether a type accepts an argument that is a function (`isFunction`) or another object: false only where surely not. */
export function takesForm(i: Inference, type: Value | null, isFunction: boolean): boolean {
  const parts = alternatives(type);
  if (parts.length === 0) return true;
  return parts.some((part) => {
    if (part.kind === 'function' || part.kind === 'callback') return isFunction;
    if (!isFunction) return true;
    return part.kind === 'instance' ? mayBeCalled(i, part) : part.kind === 'external' || part.kind === 'static';
  });
}

/** Whether a function may have a type: the type has a call signature, no members, or bases whose members are not known here. */
function mayBeCalled(i: Inference, part: Value & Target): boolean {
  const { file, entity } = part;
  const mayHaveMore = file.count(file.get(entity, entityFields.listA)) > 0 || file.membersIn(entity).length === 0;
  return mayHaveMore || memberTargets(i, part, '()').length > 0;
}
