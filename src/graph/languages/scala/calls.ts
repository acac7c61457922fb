/** Scala: functions without parameters, which a mere name calls, and extensions. */
import { entityFields, entityKinds } from '../../../model/file-summary.ts';
import { functionResult } from '../../infer/callables.ts';
import { extensionsNamed } from '../../infer/overloads/overloads.ts';
import { memberTargets } from '../../members/members.ts';
import { valueOfMember } from '../../heritage/nominal.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { type Inference, nodeValue } from '../../questions/questions.ts';
import { eachOf, union, type Value } from '../../questions/values.ts';
import type { Target } from '../../program/targets.ts';

/** Whether a name of this target calls it: a function without parameters. */
export function runsWhereNamed({ file, entity }: Target): boolean {
  const kind = file.kind(entity);
  const isFunction = kind === entityKinds.method || kind === entityKinds.function;
  return isFunction && file.count(file.get(entity, entityFields.listA)) === 0;
}

/** The value of a name, from the value that it means: for a function without parameters, the function's result. */
export function calledWhereNamed(i: Inference, value: Value | null): Value | null {
  return eachOf(value, (part) => {
    const takesNone = part.kind === 'function' && part.file.get(part.entity, entityFields.listA) === 0;
    return takesNone && part.file.name(part.entity) !== '' ? functionResult(i, part) : part;
  });
}

/** The value of an extension that a `member` node names without a call; null where the receiver itself has a member of that name. */
export function extensionNamed(i: Inference, file: ProgramFile, node: number): Value | null {
  const receiver = nodeValue(i, file, file.operand(node, 0));
  if (memberTargets(i, receiver, file.text(file.operand(node, 1))).length > 0) return null;
  return calledWhereNamed(i, union(extensionsNamed(i, file, node).map((member) => valueOfMember(i, member))));
}
