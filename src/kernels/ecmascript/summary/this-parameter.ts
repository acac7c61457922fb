/** The declared parameter `this` of a function. It becomes a variable in the function's scope, since callers do not pass it. */
import { Identifier, List } from '../generated/nodes';
import { fieldType, kindVariable } from '../generated/codes';
import { collectType } from './collector';
import { annotationOf } from './function-nodes';
import { isIdentifier } from './syntax';
import { writer } from './writer';

/** Declares `this` where it is the first parameter. @returns the index of the first real parameter: 1 or 0 */
export function declareThis(params: List, ownScope: i32): i32 {
  if (params.length === 0) return 0;
  const first = params.get(0);
  if (!isIdentifier(first, 'this')) return 0;
  const type = collectType(annotationOf(first), ownScope);
  const parameter = writer.entity(changetype<Identifier>(first).name, kindVariable, first.start, ownScope);
  writer.set(parameter, fieldType, type);
  return 1;
}
