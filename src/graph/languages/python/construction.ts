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

export function madeByCalls(i: Inference, callee: Value | null, call: CallPlace): Value | null {
  return union(alternatives(callee).map((part) => (part.kind === 'static' ? madeBy(i, part, call) : null)));
}

function madeBy(i: Inference, part: Value & { kind: 'static' }, call: CallPlace): Value {
  const made: Typed = asKind(part, 'instance');
  if (part.environment !== null || part.file.count(part.file.get(part.entity, entityFields.listB)) === 0) return made;
  return inEnvironment(made, inferConstructed(i, made, call));
}

/** The result of calling a value that a function returned. A returned class gives an instance. */
export function resultOfCalling(value: Value | null, returned: Value | null): Value | null {
  return union([returned, ...alternatives(value).map((part) => (part.kind === 'static' ? instancesOf(part) : null))]);
}
