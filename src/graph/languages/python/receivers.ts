/** Python: the receivers of bound methods, which are their first parameters. */
import { entityFields, entityFlags, entityKinds, ops } from '../../../model/file-summary.ts';
import { onlyValueOf } from '../../infer/callables.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { type Inference, nodeValue } from '../../questions/questions.ts';
import { asKind, type Callable, union, type Value } from '../../questions/values.ts';
import type { Target } from '../../program/targets.ts';

/** How many parameters of a callee get no argument of a call: 1 for a bound method, whose first parameter is its receiver, else 0. */
export function boundParameters({ file, entity, self }: Callable): number {
  if (self === null || file.kind(entity) !== entityKinds.method) return 0;
  if (file.has(entity, entityFlags.classMethod)) return 1;
  return self.kind === 'instance' && !file.has(entity, entityFlags.static) ? 1 : 0;
}

/** Whether a function is a method whose first parameter is its receiver. */
export function takesReceiver(file: ProgramFile, owner: number): boolean {
  return (
    file.kind(owner) === entityKinds.method &&
    (!file.has(owner, entityFlags.static) || file.has(owner, entityFlags.classMethod))
  );
}

/**
 * The result of a function that is called on a receiver. A method that returns its `self` or `cls()` gives an instance of the receiver's class, which
 * may be a subclass of the class that has the method.
 * @param node what the function returns
 */
export function returnedTo(i: Inference, { file, entity }: Target, node: number, receiver: Value): Value | null {
  if (file.op(node) === ops.this) return receiver;
  if (file.kind(entity) !== entityKinds.method) return nodeValue(i, file, node);
  if (file.op(node) === ops.either)
    return union(file.list(file.operand(node, 0)).map((one) => returnedTo(i, { file, entity }, one, receiver)));
  const value = file.op(node) === ops.name ? onlyValueOf(file, entity, node) : node;
  const callee = file.op(value) === ops.call ? file.operand(value, 0) : 0;
  // In `cls()` the callee is an `entity` node of the enclosing class. A class that is called by its name is a `name` node.
  const isCallOfCls =
    file.op(callee) === ops.entity && file.operand(callee, 0) === file.get(entity, entityFields.parent);
  if (!isCallOfCls || (receiver.kind !== 'instance' && receiver.kind !== 'static')) return nodeValue(i, file, node);
  return asKind(receiver, 'instance');
}

/** What a function returns (`return f`) or calls for its result (`return f()`, also through a local variable). */
export function returnedNode(file: ProgramFile, entity: number): { node: number; isCalled: boolean } {
  let node = file.get(entity, entityFields.value);
  if (file.op(node) === ops.name) {
    const onlyValue = onlyValueOf(file, entity, node);
    if (file.op(onlyValue) === ops.call) node = onlyValue;
  }
  const isCalled = file.op(node) === ops.call;
  return { node: isCalled ? file.operand(node, 0) : node, isCalled };
}
