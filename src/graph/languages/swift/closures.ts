/** Swift: what methods of lists pass to closures, and the expected types of a struct's memberwise initialiser. */
import { uncounted } from '../../../model/file-summary.ts';
import { methodCall } from '../../infer/builtins.ts';
import { memberValue } from '../../members/members.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { type Inference, nodeValue } from '../../questions/questions.ts';
import { alternatives, asKind, type Value } from '../../questions/values.ts';

const visitingMethods: ReadonlySet<string> = new Set(
  (
    'map flatMap compactMap filter forEach first last contains allSatisfy firstIndex lastIndex removeAll removeFirst prefix drop partition ' +
    'reversed count'
  ).split(' '),
);
const comparingMethods: ReadonlySet<string> = new Set('sorted sort min max'.split(' '));

/** What a list's method passes to a closure; undefined for any other call. */
export function listCallback(
  i: Inference,
  file: ProgramFile,
  { call, position }: { call: number; position: number },
): Value | undefined {
  const method = position === 0 ? methodCall(file, call) : null;
  if (method === null) return undefined;
  const { name } = method;
  for (const part of alternatives(nodeValue(i, file, method.receiver))) {
    if (part.kind !== 'list') continue;
    if (visitingMethods.has(name)) return { kind: 'callback', parameters: [part.of] };
    if (comparingMethods.has(name)) return { kind: 'callback', parameters: [part.of, part.of] };
  }
  return undefined;
}

/** The expected type of a labelled argument in a call of a struct without an initialiser: that of the property of this name. */
export function memberwiseArgument(
  i: Inference,
  file: ProgramFile,
  { callee, position }: { callee: Value | null; position: number },
): Value | null {
  if (callee?.kind !== 'static' || position < uncounted.labelled) return null;
  return memberValue(i, asKind(callee, 'instance'), file.text(position - uncounted.labelled));
}
