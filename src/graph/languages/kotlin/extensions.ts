/** Kotlin: extensions that are called without a receiver, on an implicit one. */
import { entityFields, entityFlags, entityKinds, heritage, scopeKinds } from '../../../model/file-summary.ts';
import type { Argument, Arguments, ImplicitReceiverExtensions } from '../../questions/arguments.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { receiverIn } from './implicit-receivers.ts';
import { isFunction, lookUpNominal } from '../../heritage/nominal.ts';
import type { Inference } from '../../questions/questions.ts';
import type { Member } from '../../questions/values.ts';
import { ancestors } from '../../heritage/heritage.ts';
import { classAtTop, functionsAtTop, suitsArguments, takesAll } from '../../infer/overloads/overloads.ts';
import { suitsImplicitReceiver } from '../../infer/overloads/implicit-receivers.ts';

/** At most this many implicit receivers and enclosing classes are compared. */
const maxLevels = 8;

const none: ImplicitReceiverExtensions = { suiting: [], others: [] };

/** The extensions of a name that an enclosing class or function declares, sorted by whether an implicit receiver of the call matches. */
export function implicitReceiverExtensions(
  i: Inference,
  file: ProgramFile,
  { name, scope }: { name: number; scope: number },
): ImplicitReceiverExtensions {
  const declared = file
    .extensions(file.text(name))
    .filter((entity) => file.get(entity, entityFields.scope) > 0 && isFunction(file, entity));
  if (declared.length === 0) return none;
  const enclosing = new Set<number>();
  for (let at = scope; at > 0; at = file.scopeParent(at)) enclosing.add(at);
  const visible = declared.filter((entity) => enclosing.has(file.get(entity, entityFields.scope)));
  const suiting = visible.filter((entity) => suitsImplicitReceiver(i, { file, entity }, { file, scope }));
  const hasUnknownReceiver = [...enclosing].some(
    (at) => file.scopeKind(at) === scopeKinds.arrow && receiverIn(i, file, at) === null,
  );
  return { suiting: suiting.map(memberOf), others: hasUnknownReceiver ? visible.map(memberOf) : [] };

  function memberOf(entity: number): Member {
    return { file, entity, environment: null, self: null };
  }
}

/**
 * The functions that a call means: of the members of the implicit receivers and enclosing classes, those of the innermost one that has a member which
 * takes the arguments. Members come first, unless only top-level functions of the name, or constructors of a top-level class, take as many arguments
 * (Kotlin's rule).
 */
export function functionsByArguments(
  i: Inference,
  { file, callee, args }: { file: ProgramFile; callee: number; args: Arguments },
  found: Member[],
): Member[] {
  const [first] = found;
  const isMember = first !== undefined && first.file.kind(first.entity) === entityKinds.method;
  if (!isMember) return found;
  const name = file.operand(callee, 0);
  const scope = file.operand(callee, 1);
  const levels = levelsOf(i, file, { name, scope });
  const taking =
    levels.length < 2 ? undefined : levels.find((level) => level.some((one) => suitsArguments(i, one, args)));
  if (taking !== undefined) return [...taking];
  if (found.some((one) => takesAll(one, args))) return found;
  const declared = file.declared(0, name);
  const atTop = functionsAtTop(i, file, declared, { name, scope });
  if (atTop.some((one) => takesAll(one, args))) return atTop;
  const made = classAtTop(i, declared, name, args);
  return made.length > 0 ? [...made] : found;
}

/** The members of a name that each implicit receiver and enclosing class has, the innermost first; none where only one can have any. */
function levelsOf(
  i: Inference,
  file: ProgramFile,
  { name, scope }: { name: number; scope: number },
): readonly (readonly Member[])[] {
  let places = 0;
  for (let at = scope; at > 0; at = file.scopeParent(at)) {
    const kind = file.scopeKind(at);
    const owner = file.scopeOwner(at);
    const isExtension = owner !== -1 && kind === scopeKinds.function && file.has(owner, entityFlags.extension);
    if (kind === scopeKinds.class || kind === scopeKinds.arrow || isExtension) places++;
  }
  const levels: (readonly Member[])[] = [];
  if (places < 2) return levels;
  const accepts = (members: readonly Member[]): boolean => levels.push(members) > maxLevels;
  lookUpNominal(i, file, { name, scope, meaning: 'function', accepts });
  return levels;
}

/** The receiver of an extension: for a class that is used as a value, the class's companion object. */
export function receiverOrCompanion(i: Inference, receiver: Argument): Argument {
  if (receiver.value?.kind !== 'static') return receiver;
  const [companion] = ancestors(i, receiver.value, heritage.mixesIn);
  return companion === undefined ? receiver : { ...receiver, node: 0, type: null, value: companion };
}
