/**
 * What the calls in a file hand to the parameters of its own functions: all that is known of a parameter without a type.
 * Only calls of the same file count, so that a file's links depend on the files that it names and on no others.
 */
import { entityFields, entityFlags, entityKinds, ops } from '../model/link-facts.ts';
import { callables } from './callables.ts';
import type { FileFacts } from './file-facts.ts';
import { memberTargets } from './members.ts';
import { nodeValue, type Inference } from './questions.ts';
import { alternatives, instancesOf, union, type Value } from './values.ts';

/** Calls of one name that are looked at: a function that is called more often is called with more than inference can use. */
const maxCalls = 16;

/** The value that calls give to a function's parameter. */
export function argumentValue(
  i: Inference,
  file: FileFacts,
  { owner, position }: { owner: number; position: number },
): Value | null {
  const parent = file.get(owner, entityFields.parent);
  const isConstructor = parent >= 0 && (file.name(owner) === 'constructor' || file.name(owner) === '__init__');
  const name = file.get(isConstructor ? parent : owner, entityFields.name);
  const isBound =
    file.language === 'python' &&
    file.kind(owner) === entityKinds.method &&
    (!file.has(owner, entityFlags.static) || file.has(owner, entityFlags.classMethod));
  const at = isBound ? position - 1 : position;
  if (at < 0) return null;
  const values: (Value | null)[] = [];
  for (const call of file.callsNamed(name).slice(0, maxCalls)) {
    const argument = file.list(file.operand(call, 1))[at];
    if (argument === undefined || argument === 0 || file.op(argument) === ops.spread) continue;
    if (runs(i, file, call, owner)) values.push(nodeValue(i, file, argument));
  }
  return union(values);
}

/** Whether a call runs this function. */
function runs(i: Inference, file: FileFacts, call: number, owner: number): boolean {
  const callee = nodeValue(i, file, file.operand(call, 0));
  if (callables(i, callee).some((callable) => callable.file === file && callable.entity === owner)) return true;
  return alternatives(callee).some(
    (part) =>
      part.kind === 'static' &&
      memberTargets(i, instancesOf(part), file.name(owner)).some(
        (member) => member.file === file && member.entity === owner,
      ),
  );
}
