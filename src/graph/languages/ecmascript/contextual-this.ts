/** `this` in a function that is no member, by the expected type of the function. */
import { entityFields, scopeKinds } from '../../../model/file-summary.ts';
import { callables, functionContext } from '../../infer/callables.ts';
import { declaredSelf } from './this-parameter.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import type { Inference } from '../../questions/questions.ts';
import { type Value, union } from '../../questions/values.ts';

/** The `this` that the function's expected type declares; null for none. @param from the scope of `this` */
export function expectedSelf(i: Inference, file: ProgramFile, from: number): Value | null {
  let scope = from;
  while (scope > 0 && (file.scopeKind(scope) === scopeKinds.block || file.scopeKind(scope) === scopeKinds.arrow))
    scope = file.scopeParent(scope);
  const owner = scope > 0 && file.scopeKind(scope) === scopeKinds.function ? file.scopeOwner(scope) : -1;
  if (owner === -1 || file.get(owner, entityFields.context) === 0) return null;
  return union(callables(i, functionContext(i, file, owner)).map((one) => declaredSelf(i, one, one.environment)));
}
