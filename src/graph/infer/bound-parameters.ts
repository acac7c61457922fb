/** What calls do not give: the receivers of bound methods. */
import { entityFlags, entityKinds } from '../../model/link-facts.ts';
import type { Value } from './values.ts';

/** How many parameters of a callee come before those that a call gives: in Python a bound method's first. */
export function boundParameters(callee: Value): number {
  if (callee.kind !== 'function' || callee.self === null || callee.file.language !== 'python') return 0;
  const { file, entity, self } = callee;
  if (file.kind(entity) !== entityKinds.method) return 0;
  if (file.has(entity, entityFlags.classMethod)) return 1;
  return self.kind === 'instance' && !file.has(entity, entityFlags.static) ? 1 : 0;
}
