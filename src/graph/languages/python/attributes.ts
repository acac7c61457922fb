/** Attributes of a Python class: those that its body declares, and those that its methods assign. */
import { entityFields, entityFlags, entityKinds, ops } from '../../../model/file-summary.ts';
import { classOrder } from '../../heritage/class-order.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { type Inference, typeValue } from '../../questions/questions.ts';
import type { Environment, Typed, Value } from '../../questions/values.ts';
import type { Target } from '../../program/targets.ts';
import { spaces } from '../../program/spaces.ts';

/** The declarations of, or assignments to, an attribute in one class. */
export interface Attribute {
  /** The class. */
  owner: Typed;
  members: readonly number[];
}

/**
 * An attribute by its name. In the order of a class and its bases, the first class that declares the attribute has it; where none does, the first whose
 * methods assign the attribute.
 */
export function attributeOf(i: Inference, value: Typed, name: string): Attribute | null {
  const ofClass = value.file.members(value.entity, name);
  if (ofClass.length > 0 && isDeclared(value.file, ofClass)) return { owner: value, members: ofClass };
  const order = classOrder(i, value);
  // The first class of the order is the class itself.
  let assigned: Attribute | null = ofClass.length > 0 ? { owner: value, members: ofClass } : null;
  for (let at = 1; at < order.length; at++) {
    const owner = order[at]!;
    const members = owner.file.members(owner.entity, name);
    if (members.length === 0) continue;
    if (isDeclared(owner.file, members)) return { owner, members };
    assigned ??= { owner, members };
  }
  return assigned;
}

/** Assignments to an attribute in methods of a class and of those bases that come before the declaring class in the class order. */
export function assignedInSubclasses(i: Inference, value: Typed, name: string, declared: Target): readonly Attribute[] {
  const { file, entity } = declared;
  if (file.kind(entity) !== entityKinds.property || file.get(entity, entityFields.type) !== 0) return none;
  const owner = file.get(entity, entityFields.parent);
  if (file === value.file && owner === value.entity) return none;
  const found: Attribute[] = [];
  for (const one of classOrder(i, value)) {
    if (one.file === file && one.entity === owner) break;
    const members = one.file.members(one.entity, name);
    if (members.length > 0) found.push({ owner: one, members });
  }
  return found;
}

const none: readonly Attribute[] = [];

/** Whether one of these members is in the body of its class, or assigned in `__init__`. */
function isDeclared(file: ProgramFile, members: readonly number[]): boolean {
  for (let at = 0; at < members.length; at++) {
    if (!file.has(members[at]!, entityFlags.assigned)) return true;
    let scope = file.get(members[at]!, entityFields.scope);
    while (scope > 0 && file.scopeOwner(scope) === -1) scope = file.scopeParent(scope);
    if (scope > 0 && file.name(file.scopeOwner(scope)) === '__init__') return true;
  }
  return false;
}

/** The value of an attribute by the type of the parameter that is assigned to it (`self.x = x`). */
export function valueByType(i: Inference, { file, entity }: Target, environment: Environment): Value | null {
  const node = file.get(entity, entityFields.value);
  if (file.op(node) !== ops.name) return null;
  const [parameter] = file.lookUp(file.operand(node, 1), file.operand(node, 0), spaces.value, false);
  if (parameter === undefined || file.kind(parameter) !== entityKinds.parameter) return null;
  return typeValue(i, file, file.get(parameter, entityFields.type), environment);
}
