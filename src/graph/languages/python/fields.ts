/** Fields of classes with implicit constructors: dataclasses, named tuples and the like. */
import { entityFields, entityFlags, entityKinds, ops } from '../../../model/file-summary.ts';
import { classOrder } from '../../heritage/class-order.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { inheritsExternal } from '../../heritage/heritage.ts';
import { memberTargets } from '../../members/members.ts';
import { type Inference, entityValue } from '../../questions/questions.ts';
import { alternatives, instancesOf, type Value } from '../../questions/values.ts';
import type { Target } from '../../program/targets.ts';

/** The fields that a keyword argument in a call of a class names. None where the class has a constructor: the keyword names its parameter. */
export function fieldsGiven(i: Inference, callee: Value | null, name: string): Target[] {
  return alternatives(callee).flatMap((part) => {
    if (part.kind !== 'static') return [];
    const instance = instancesOf(part);
    const hasExternalBase = inheritsExternal(i, part);
    const fields = memberTargets(i, instance, name).filter(
      (field) => isField(field) && (!hasExternalBase || isTyped(field)),
    );
    const hasConstructor = fields.length > 0 && constructors.some((one) => memberTargets(i, instance, one).length > 0);
    return hasConstructor ? [] : fields;
  });
}

const constructors = ['__init__', '__new__'];

/** Whether a class's body declares a member as a field. */
function isField({ file, entity }: Target): boolean {
  const owner = file.get(entity, entityFields.parent);
  return (
    file.kind(entity) === entityKinds.property &&
    !file.has(entity, entityFlags.getter | entityFlags.setter) &&
    file.get(entity, entityFields.scope) === file.get(owner, entityFields.ownScope)
  );
}

/** Whether a field has a type. A class with an external base may accept any keyword, so only its typed fields count. */
function isTyped({ file, entity }: Target): boolean {
  return file.get(entity, entityFields.type) !== 0;
}

/** The field of a named tuple at a position; null for any other class. */
export function namedTupleItem(i: Inference, value: Value & { kind: 'instance' }, index: number): Value | null {
  if (value.file.kind(value.entity) !== entityKinds.class) return null;
  const tuple = classOrder(i, value).find(isNamedTuple);
  if (tuple === undefined) return null;
  const { file } = tuple;
  const fields = file
    .membersIn(tuple.entity)
    .filter((entity) => isField({ file, entity }) && isTyped({ file, entity }));
  const entity = fields[index];
  return entity === undefined ? null : entityValue(i, { file, entity });
}

/** Whether a class names `NamedTuple` among its bases. */
function isNamedTuple({ file, entity }: { file: ProgramFile; entity: number }): boolean {
  const pairs = file.list(file.get(entity, entityFields.listA));
  return pairs.some((node, at) => {
    if (at % 2 === 0) return false;
    const op = file.op(node);
    const name = op === ops.name ? 0 : op === ops.member ? 1 : -1;
    return name !== -1 && file.text(file.operand(node, name)) === 'NamedTuple';
  });
}
