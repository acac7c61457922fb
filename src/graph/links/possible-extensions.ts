/** Extensions that a call on an external receiver may mean: the types that such a receiver inherits from are unknown. */
import { entityFields, ops } from '../../model/file-summary.ts';
import { typeName } from '../infer/argument-match.ts';
import { isMemberOfContainers } from '../infer/container-words.ts';
import { possibleExtensions } from '../infer/overloads/extension-functions.ts';
import { dialectOf } from '../languages/dialect.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { inheritsExternal, thisValue } from '../heritage/heritage.ts';
import type { SiteLinks } from './site-links.ts';
import {
  argumentOf,
  argumentsIn,
  chooseOverloads,
  hasArity,
  score,
  takesAll,
  withArity,
} from '../infer/overloads/overloads.ts';
import type { Inference } from '../questions/questions.ts';
import type { Member } from '../questions/values.ts';
import type { Target } from '../program/targets.ts';

/**
 * Links a call on an external receiver to the only extension that the call can mean. The site is 'unknown' where there are several. It is also 'unknown'
 * where the only extension is not visible in the file, or has the name of a library member, which is likelier. Null where there is no extension.
 */
export function guessedLinks(i: Inference, file: ProgramFile, node: number): SiteLinks | null {
  const mayBeNamed = dialectOf(file).namedExtensions !== undefined;
  if (file.op(node) !== ops.overload && (file.op(node) !== ops.member || !mayBeNamed)) return null;
  const { possible, only } = possibleTargets(i, file, node);
  if (possible.length === 0) return null;
  // A name of the library's containers more likely means the library's member.
  const isLinked = only !== null && isSeenFrom(only, file) && !isMemberOfContainers(file, only.file.name(only.entity));
  const targets = isLinked ? [only] : [];
  return { targets, resolution: 'name', callees: targets, unlinked: isLinked ? null : 'unknown' };
}

function isSeenFrom(extension: Target, file: ProgramFile): boolean {
  return extension.file === file || dialectOf(file).isSeenElsewhere?.(extension) !== false;
}

/**
 * The extensions that a call with an external callee may mean. `only` is set where they are overloads of one extension, the receiver is declared, and
 * the known arguments match.
 */
function possibleTargets(
  i: Inference,
  file: ProgramFile,
  node: number,
): { possible: readonly Member[]; only: Member | null } {
  const isCall = file.op(node) === ops.overload;
  const callee = isCall ? file.operand(node, 0) : node;
  const none = { possible: [], only: null };
  if (!file.rules.hasExtensions || file.op(callee) !== ops.member) return none;
  const { name, count } = withArity(file.text(file.operand(callee, 1)));
  const receiver = file.operand(callee, 0);
  const args = { file, list: isCall ? file.operand(node, 1) : 0 };
  const given = dialectOf(file).extensionArguments?.(args, receiver) ?? args;
  const possible = possibleExtensions(i, file, name, () => argumentOf(i, file, receiver)).filter(
    (one) => hasArity(one, count) && takesAll(one, given),
  );
  const [first] = possible;
  // A receiver that is an undeclared name takes no extension, unless it may be a member that the enclosing class inherits.
  const isUndeclared = first !== undefined && dialectOf(file).isExternalName?.(i, file, receiver) === true;
  if (first === undefined || (isUndeclared && !inheritsFromExternal(i, file, receiver))) return none;
  const isOneSymbol = !isUndeclared && possible.every((one) => isOverloadOf(one, first));
  const [only = null] = isOneSymbol ? chooseOverloads(i, possible, given) : [];
  const argumentsOfCall = args.list === -1 ? [] : argumentsIn(given).map((argument) => argumentOf(i, file, argument));
  return { possible, only: only !== null && score(i, only, argumentsOfCall) > -Infinity ? only : null };
}

/** Whether two extensions are overloads of one symbol. */
function isOverloadOf(one: Target, other: Target): boolean {
  return one.file === other.file && ownerOf(one) === ownerOf(other);
}

/** The owner in an extension's qualified name. */
function ownerOf({ file, entity }: Target): number | string | null {
  const owner = dialectOf(file).extensionOwner?.({ file, entity });
  if (owner !== undefined) return owner;
  return typeName(file, file.get(file.get(entity, entityFields.assignedTo), entityFields.type));
}

/** Whether the class that contains a name inherits external members. */
function inheritsFromExternal(i: Inference, file: ProgramFile, name: number): boolean {
  const self = thisValue(i, file, file.operand(name, 1));
  return (self?.kind === 'instance' || self?.kind === 'static') && inheritsExternal(i, self);
}
