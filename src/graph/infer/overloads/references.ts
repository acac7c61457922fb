/**
 * Which of several functions a reference without a call means (`Set::of`), by the function that is expected where it stands.
 * Invariant: where nothing is known of the expected function, all candidates are meant.
 */
import { entityFields, entityFlags, entityWidth, ops } from '../../../model/file-summary.ts';
import { callables, parameterOf } from '../callables.ts';
import { argumentContext } from '../calls.ts';
import { containerOf } from '../container-types.ts';
import { Slot } from '../../program/memo.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { argumentPlaces } from '../../program/tables/argument-places.ts';
import { typeValue, type Inference } from '../../questions/questions.ts';
import { alternatives, type Member, type Value } from '../../questions/values.ts';
import { score } from './overloads.ts';

const places = new Slot(argumentPlaces);
/** Entities by the node of their value. */
const variables = new Slot(({ entities }) => {
  const byValue = new Map<number, number>();
  for (let at = 0; at < entities.length; at += entityWidth)
    byValue.set(entities[at + entityFields.value]!, at / entityWidth);
  return byValue;
});

/** @param found the candidates of an `overload` node that is an argument of a call */
export function meantByReference(
  i: Inference,
  file: ProgramFile,
  node: number,
  found: readonly Member[],
): readonly Member[] {
  if (found.length < 2) return found;
  const [expected] = alternatives(expectedAt(i, file, node));
  const parameters = expected === undefined ? null : parametersOf(i, expected);
  if (parameters === null) return found;
  const callee = file.operand(node, 0);
  const isOfType =
    file.op(node) === ops.overload && file.op(callee) === ops.member && file.op(file.operand(callee, 0)) === ops.cast;
  const scores = found.map((member) => {
    // `Type::method` takes the receiver of an instance method as its first parameter.
    const takesReceiver = isOfType && !member.file.has(member.entity, entityFlags.static);
    const given = takesReceiver ? parameters.slice(1) : parameters;
    const own = member.file.list(member.file.get(member.entity, entityFields.listA));
    const isRest = own.length > 0 && member.file.has(own.at(-1)!, entityFlags.rest);
    const fits = isRest ? given.length >= own.length - 1 : given.length === own.length;
    if (!fits || (takesReceiver && parameters.length === 0)) return -Infinity;
    // A list of any length is the last resort of a compiler.
    const preference = isRest ? -1 : 0;
    return (
      preference +
      score(
        i,
        member,
        given.map((value) => ({ file, node: 0, type: null, value })),
      )
    );
  });
  const best = Math.max(...scores);
  return best === -Infinity ? found : found.filter((_, at) => scores[at] === best);
}

/** What is expected of an argument, or of the value of a variable with a type; null where nothing is. */
function expectedAt(i: Inference, file: ProgramFile, node: number): Value | null {
  const variable = file.memo(variables).get(node);
  const type = variable === undefined ? 0 : file.get(variable, entityFields.type);
  // First the variable: its value is also the argument of a conversion that the language may call by itself.
  if (type !== 0) return typeValue(i, file, type, null);
  const place = file.memo(places).get(node);
  return place === undefined ? null : argumentContext(i, file, place);
}

/** The values that an expected function is called with; null where it is not known. */
function parametersOf(i: Inference, expected: Value): readonly (Value | null)[] | null {
  if (expected.kind === 'callback') return expected.parameters;
  const [callable] = callables(i, expected);
  if (callable === undefined) {
    const extended = expected.kind === 'instance' ? containerOf(i, expected) : null;
    return extended?.kind === 'callback' ? extended.parameters : null;
  }
  const count = callable.file.count(callable.file.get(callable.entity, entityFields.listA));
  return Array.from({ length: count }, (_, position) => parameterOf(i, callable, position));
}
