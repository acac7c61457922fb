/** TypeScript: whether a value has the members of a type, or can be called as a function type says. */
import { entityFields, entityFlags, entityKinds, heritage, ops, primitives } from '../../../model/file-summary.ts';
import { ancestors, inheritsExternal } from '../../heritage/heritage.ts';
import { memberTargets } from '../../members/members.ts';
import type { Inference } from '../../questions/questions.ts';
import type { Callable, Typed, Value } from '../../questions/values.ts';
import { type Target } from '../../program/targets.ts';
import { type Fit, allFit } from './fit.ts';

/** How many bases of a type are searched for the members that it requires. */
const maxBases = 12;
/** Members of arrays that types name to take arrays and other things. */
const membersOfLists = new Set(['length', '[]', '[Symbol.iterator]', 'map', 'forEach', 'slice', 'filter']);

/** Whether a value may have a type with members. @param isPart whether the type is a part of an intersection */
export function fitsMembers(i: Inference, value: Value, type: Typed, isPart: boolean): Fit {
  if (value.kind === 'instance' && value.file === type.file && value.entity === type.entity) return true;
  if (!isPart && hasNothingOf(i, value, type)) return false;
  const { names, isWhole } = requiredMembers(i, type);
  const required = names.filter((name) => name !== '()' && name !== 'new' && name !== '[]');
  switch (value.kind) {
    case 'instance':
      return instanceFits(i, value, { type, required, isWhole, isPart });
    case 'function':
    case 'callback': {
      if (required.length > 0) return false;
      const [call] = memberTargets(i, type, '()');
      if (call === undefined) return isWhole && hasMembers(type) ? false : null;
      return fitsFunction(i, value, {
        kind: 'function',
        file: call.file,
        entity: call.entity,
        environment: null,
        self: null,
      });
    }
    case 'list':
      return required.some((name) => !membersOfLists.has(name)) ? false : null;
    case 'promise':
      return required.some((name) => name !== 'then' && name !== 'catch' && name !== 'finally') ? false : null;
    case 'primitive':
      if (value.code === primitives.any || value.code === primitives.other) return null;
      if (value.code === primitives.nothing) return false;
      return required.some((name) => name !== 'length' && name !== 'toString') ? false : null;
    default:
      return null;
  }
}

/** Whether all members of a type are optional, and a value has none of them: the compiler takes that for a mistake. */
function hasNothingOf(i: Inference, value: Value, type: Typed): boolean {
  const isKnown = value.kind === 'instance' && !mayHaveMore(i, value) && hasAnyMember(i, value);
  if (!isKnown && value.kind !== 'function' && value.kind !== 'primitive' && value.kind !== 'list') return false;
  if (value.kind === 'primitive' && (value.code === primitives.any || value.code === primitives.other)) return false;
  const { names, isWhole } = requiredMembers(i, type);
  if (names.length > 0 || !isWhole) return false;
  const optional = ancestorsOf(i, type).flatMap(({ file, entity }) =>
    file.membersIn(entity).map((member) => file.name(member)),
  );
  if (optional.length === 0 || optional.includes('[]')) return false;
  return value.kind !== 'instance' || !optional.some((name) => memberTargets(i, value, name).length > 0);
}

function hasAnyMember(i: Inference, value: Typed): boolean {
  return ancestorsOf(i, value).some(hasMembers);
}

function hasMembers({ file, entity }: Typed): boolean {
  return file.membersIn(entity).length > 0;
}

interface Required {
  type: Typed;
  required: readonly string[];
  /** Whether all members that the type requires are known. */
  isWhole: boolean;
  isPart: boolean;
}

function instanceFits(i: Inference, value: Typed, { type, required, isWhole, isPart }: Required): Fit {
  const isOpen = mayHaveMore(i, value);
  const members = allFit(required, (name) => {
    const [own] = memberTargets(i, value, name);
    if (own === undefined) return isOpen ? null : false;
    const [wanted] = memberTargets(i, type, name);
    return wanted === undefined ? null : agreeInText(own, wanted);
  });
  if (members === false) return false;
  // An object literal has no members that its type does not name.
  if (value.file.kind(value.entity) === entityKinds.object && isWhole && !isPart && hasUnknownMember(i, value, type))
    return false;
  return isWhole ? members : null;
}

/** Whether an object literal has a member that a type does not name. */
function hasUnknownMember(i: Inference, { file, entity }: Typed, type: Typed): boolean {
  if (memberTargets(i, type, '[]').length > 0 || (!hasMembers(type) && ancestorsOf(i, type).length === 1)) return false;
  return file.membersIn(entity).some((member) => memberTargets(i, type, file.name(member)).length === 0);
}

/** Whether a value may have members that are not known: it inherits from outside of the project, or something is spread into it. */
function mayHaveMore(i: Inference, value: Typed): boolean {
  const { file, entity } = value;
  if (file.kind(entity) === entityKinds.object) return file.count(file.get(entity, entityFields.listA)) > 0;
  if (inheritsExternal(i, value)) return true;
  return ancestorsOf(i, value).some((one) => namesUnknownBase(i, one));
}

/** False where both members have a literal type, and the texts differ. */
function agreeInText(own: Target, wanted: Target): Fit {
  const [a, b] = [textOf(own), textOf(wanted)];
  if (b === null) return true;
  return a === null ? null : a === b;
}

function textOf({ file, entity }: Target): string | null {
  const type = file.get(entity, entityFields.type);
  return type !== 0 && file.op(type) === ops.literalType ? file.text(file.operand(type, 0)) : null;
}

/** The names of the members that a type and its bases require, and whether these are all. */
function requiredMembers(i: Inference, type: Typed): { names: readonly string[]; isWhole: boolean } {
  const names = new Set<string>();
  let isWhole = true;
  for (const one of ancestorsOf(i, type)) {
    const { file, entity } = one;
    for (const member of file.membersIn(entity)) {
      if (file.has(member, entityFlags.optional) || file.has(member, entityFlags.static)) continue;
      if (file.name(member) !== 'constructor') names.add(file.name(member));
    }
    if (namesUnknownBase(i, one)) isWhole = false;
  }
  return { names: [...names], isWhole };
}

/** Whether a type names a base that is no type of the project. */
function namesUnknownBase(i: Inference, type: Typed): boolean {
  const { file, entity } = type;
  if (file.kind(entity) !== entityKinds.interface && file.kind(entity) !== entityKinds.class) return false;
  const pairs = file.list(file.get(entity, entityFields.listA));
  const named = pairs.filter((relation, at) => at % 2 === 0 && relation === heritage.extends).length;
  return ancestors(i, type, heritage.extends).length < named;
}

/** A type and what it extends. */
function ancestorsOf(i: Inference, type: Typed): readonly Typed[] {
  const found: Typed[] = [type];
  for (let at = 0; at < found.length && found.length < maxBases; at++)
    for (const base of ancestors(i, found[at]!, heritage.extends))
      if (!found.some((one) => one.file === base.file && one.entity === base.entity)) found.push(base);
  return found;
}

/** Whether a value may be a function of a type. */
export function fitsFunction(i: Inference, value: Value, wanted: Callable): Fit {
  switch (value.kind) {
    case 'function':
      return agreesWith(value, wanted);
    case 'callback':
    case 'external':
    case 'module':
      return null;
    case 'static':
      return value.file.kind(value.entity) === entityKinds.class ? false : null;
    case 'instance': {
      if (value.file.kind(value.entity) === entityKinds.object)
        return memberTargets(i, value, '()').length > 0 || mayHaveMore(i, value) ? null : false;
      return memberTargets(i, value, '()').length > 0 || mayHaveMore(i, value) || !hasMembers(value) ? null : false;
    }
    default:
      return false;
  }
}

/** Whether a function needs no more arguments than a type gives, and tells a type where the type wants that. */
function agreesWith({ file, entity }: Target, wanted: Target): Fit {
  const own = file.list(file.get(entity, entityFields.listA));
  const given = wanted.file.list(wanted.file.get(wanted.entity, entityFields.listA));
  const isRest = (at: typeof file, parameter: number | undefined): boolean =>
    parameter !== undefined && at.has(parameter, entityFlags.rest);
  const needed = own.filter(
    (one) =>
      !file.has(one, entityFlags.optional) &&
      !file.has(one, entityFlags.rest) &&
      file.get(one, entityFields.value) === 0,
  );
  if (needed.length > given.length && !isRest(wanted.file, given.at(-1))) return false;
  const result = wanted.file.get(wanted.entity, entityFields.type);
  if (wanted.file.op(result) !== ops.predicate) return true;
  const type = file.get(entity, entityFields.type);
  return file.op(type) === ops.predicate;
}
