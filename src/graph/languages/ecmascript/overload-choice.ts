/** TypeScript: which signatures of a function a call may mean, by the number of its arguments and by what is known of their types. */
import { entityFields, entityFlags, ops } from '../../../model/file-summary.ts';
import { signaturesOf } from '../../infer/overloads/signature-lists.ts';
import type { Inference } from '../../questions/questions.ts';
import type { Callable } from '../../questions/values.ts';
import type { CallPlace } from '../dialect.ts';
import { fits, type GivenArgument } from './argument-fit.ts';
import type { Bindings } from './wanted-type.ts';
import { type Fit, allFit } from './fit.ts';
import { typeAt } from './parameter-types.ts';
import { takeTheSame } from './same-types.ts';

/** A call with its arguments, for one signature after the other. */
interface Attempt {
  call: CallPlace;
  given: readonly GivenArgument[];
}

function attemptOf(call: CallPlace): Attempt {
  const { file, node } = call;
  return { call, given: file.list(file.operand(node, 1)).map((argument) => ({ file, node: argument })) };
}

/** The signature that a call means. Null where the function has one signature, or none that fits: then the callable itself is meant. */
export function suitedSignature(i: Inference, callable: Callable, call: CallPlace): Callable | null {
  const { kind, file, environment, self } = callable;
  const signatures = signaturesOf(callable);
  if (signatures.length === 0) return null;
  const attempt = attemptOf(call);
  const found = signatures.find((entity) => takes(i, { ...callable, entity }, attempt) !== false);
  return found === undefined ? null : { kind, file, entity: found, environment, self };
}

/**
 * The signatures that a call may mean. The compiler takes the first that fits, so those behind one that surely fits are not meant. Where none fits, some
 * type was inferred wrongly, and the number of arguments decides. Empty where the types of the arguments tell nothing.
 */
export function signaturesMeant(i: Inference, callable: Callable, call: CallPlace): readonly number[] {
  const signatures = signaturesOf(callable);
  const attempt = attemptOf(call);
  const { length } = attempt.given;
  const meant: number[] = [];
  for (const entity of signatures) {
    if (meant.some((before) => takeTheSame({ file: callable.file, a: before, b: entity }, length))) continue;
    const fit = takes(i, { ...callable, entity }, attempt);
    if (fit !== false) meant.push(entity);
    if (fit === true) break;
  }
  const counted = signatures.filter((entity) => acceptsCount({ ...callable, entity }, attempt.given));
  const found = meant.length > 0 ? meant : counted;
  return found.length > 1 && found.length === counted.length ? [] : found;
}

/** Whether a signature takes the arguments of a call. */
function takes(i: Inference, signature: Callable, { call, given }: Attempt): Fit {
  if (!acceptsCount(signature, given) || !acceptsTypes(signature, call)) return false;
  const { file, environment } = signature;
  const bindings = explicitBindings(signature, call);
  // What a spread value contains is not known, nor which parameters the arguments behind it have.
  const spread = spreadAmong(given);
  const places = [...given.keys()].slice(0, spread === -1 ? given.length : spread);
  const known = allFit(places, (at) => {
    return fits(
      i,
      { file, type: typeAt(file, signature.entity, at), environment, bindings, isPart: false },
      given[at]!,
    );
  });
  return known === true && spread !== -1 ? null : known;
}

/** The type arguments that a call writes, for the type parameters of a signature. */
function explicitBindings(signature: Callable, call: CallPlace): Bindings {
  const written = call.file.list(call.file.operand(call.node, 2));
  return {
    file: signature.file,
    parameters: signature.file.list(signature.file.get(signature.entity, entityFields.listB)),
    given: written.map((type) => ({ file: call.file, type, environment: null, bindings: null, isPart: false })),
  };
}

/** Whether a signature has as many type parameters as a call writes type arguments. */
function acceptsTypes({ file, entity }: Callable, call: CallPlace): boolean {
  const count = call.file.count(call.file.operand(call.node, 2));
  if (count === 0) return true;
  const parameters = file.list(file.get(entity, entityFields.listB));
  return count <= parameters.length && parameters.slice(count).every((one) => file.has(one, entityFlags.optional));
}

function acceptsCount({ file, entity }: Callable, given: readonly GivenArgument[]): boolean {
  const parameters = file.list(file.get(entity, entityFields.listA));
  const last = parameters.at(-1);
  const hasRest = last !== undefined && file.has(last, entityFlags.rest);
  const isNeeded = (one: number): boolean => !file.has(one, entityFlags.optional) && !file.has(one, entityFlags.rest);
  const needed = parameters.findLastIndex(isNeeded) + 1;
  const spread = spreadAmong(given);
  if (spread !== -1) return spread >= needed && (hasRest || spread < parameters.length);
  return given.length >= needed && (hasRest || given.length <= parameters.length);
}

/** The position of the first argument that is spread; -1 for none. */
function spreadAmong(given: readonly GivenArgument[]): number {
  return given.findIndex(({ file, node }) => file.op(node) === ops.spread);
}
