/** `this` in a function that is no member, by the expected type of the function. */
import { entityFields, scopeKinds } from '../../../model/file-summary.ts';
import { callables, functionContext } from '../../infer/callables.ts';
import { declaredSelf } from './this-parameter.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { includes } from '../../program/targets.ts';
import { callsByMethod } from '../../program/parameter-uses.ts';
import { type Inference, nodeValue } from '../../questions/questions.ts';
import { type Value, union } from '../../questions/values.ts';

/** Methods of functions whose first argument is `this` in the function. */
export const selfMethods = ['call', 'apply', 'bind'] as const;

/** The `this` that the function's expected type declares; null for none. @param from the scope of `this` */
export function expectedSelf(i: Inference, file: ProgramFile, from: number): Value | null {
  let scope = from;
  while (scope > 0 && (file.scopeKind(scope) === scopeKinds.block || file.scopeKind(scope) === scopeKinds.arrow))
    scope = file.scopeParent(scope);
  const owner = scope > 0 && file.scopeKind(scope) === scopeKinds.function ? file.scopeOwner(scope) : -1;
  if (owner === -1) return null;
  const ofContext =
    file.get(owner, entityFields.context) === 0
      ? null
      : union(callables(i, functionContext(i, file, owner)).map((one) => declaredSelf(i, one, one.environment)));
  return ofContext ?? givenSelf(i, file, owner);
}

/** The objects on which calls of the file run a function: `f.call(object)`, `f.bind(object)`. */
function givenSelf(i: Inference, file: ProgramFile, owner: number): Value | null {
  const given = callsByMethod(file, owner, selfMethods).flatMap((call) => {
    const [object] = file.list(file.operand(call, 1));
    if (object === undefined || object === 0) return [];
    const callee = nodeValue(i, file, file.operand(file.operand(call, 0), 0));
    return includes(callables(i, callee), { file, entity: owner }) ? [nodeValue(i, file, object)] : [];
  });
  return union(given);
}
