/** `this` among the parameters of a function. It is declared in the function's scope, since callers do not pass it. */
import { Identifier, List } from '../generated/nodes';
import { fieldType, kindVariable } from '../generated/codes';
import { collectType } from './collector';
import { annotationOf } from './function-nodes';
import { isIdentifier } from './syntax';
import { writer } from './writer';

/** @returns how many of the parameters it takes up: 1 or 0 */
export function declareThis(params: List, own: i32): i32 {
  if (params.length === 0) return 0;
  const first = params.get(0);
  if (!isIdentifier(first, 'this')) return 0;
  const type = collectType(annotationOf(first), own);
  const parameter = writer.entity(changetype<Identifier>(first).name, kindVariable, first.start, own);
  writer.set(parameter, fieldType, type);
  return 1;
}
