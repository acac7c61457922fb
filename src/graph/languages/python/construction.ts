/** Python: the results of calling classes. */
import { entityFields } from '../../../model/file-summary.ts';
import { inferConstructed } from '../../infer/bindings.ts';
import type { Inference } from '../../questions/questions.ts';
import {
  alternatives,
  asKind,
  inEnvironment,
  instancesOf,
  union,
  type Typed,
  type Value,
} from '../../questions/values.ts';
import type { CallPlace } from '../dialect.ts';

/** The instances that calls of classes give; null for anything but classes. */
export function madeByCalls(i: Inference, callee: Value | null, call: CallPlace): Value | null {
  return union(alternatives(callee).map((part) => (part.kind === 'static' ? madeBy(i, part, call) : null)));
}

function madeBy(i: Inference, part: Value & { kind: 'static' }, call: CallPlace): Value {
  const instance: Typed = asKind(part, 'instance');
  const isGeneric = part.file.count(part.file.get(part.entity, entityFields.listB)) > 0;
  if (part.environment !== null || !isGeneric) return instance;
  return inEnvironment(instance, inferConstructed(i, instance, call));
}

/** The result of calling a value that a function returned. A returned class gives an instance. */
export function resultOfCalling(value: Value | null, returned: Value | null): Value | null {
  return union([returned, ...alternatives(value).map((part) => (part.kind === 'static' ? instancesOf(part) : null))]);
}
