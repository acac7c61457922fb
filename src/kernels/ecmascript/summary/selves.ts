/** `this` among the parameters of a function: declared in its scope, for callers do not give it. */
import { Identifier, List } from '../generated/nodes';
import { fieldType, kindVariable } from '../generated/codes';
import { collectType } from './collector';
import { annotationOf } from './function-nodes';
import { isIdentifier } from './syntax';
import { writer } from './writer';

/** Gives how many of the parameters that takes. */
export function declareSelf(params: List, own: i32): i32 {
  if (params.length === 0) return 0;
  const first = params.get(0);
  if (!isIdentifier(first, 'this')) return 0;
  const type = collectType(annotationOf(first), own);
  const self = writer.entity(changetype<Identifier>(first).name, kindVariable, first.start, own);
  writer.set(self, fieldType, type);
  return 1;
}
