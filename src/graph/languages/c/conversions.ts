/** C++: how well an argument's type fits a parameter's. */
import { entityFields, entityFlags, heritage } from '../../../model/file-summary.ts';
import { ancestors, inheritsExternal } from '../../heritage/heritage.ts';
import { memberTargets } from '../../members/members.ts';
import { includes, type Target } from '../../program/targets.ts';
import type { Inference } from '../../questions/questions.ts';
import type { Typed } from '../../questions/values.ts';
import { declaredType, type CType } from './types.ts';

/** How well an argument fits, from the best; what is between two of them is a little worse than the first. */
export const ranks = { exact: 0, promotion: 1, conversion: 2, byClass: 3, ellipsis: 4, none: Infinity } as const;

/** A `const` that a pointer adds: worse than the same without. */
const adjustment = 0.1;

/** What a parameter takes. */
export interface Parameter {
  type: CType;
  /** Whether template arguments are deduced from it: then the argument is not converted. */
  isDeduced: boolean;
  /** Whether it is a type parameter of the function itself, without more than signs. */
  isAnything: boolean;
}

/** The rank of an argument for a parameter. */
export interface Rank {
  /** The best that it can be. */
  least: number;
  /** Whether it is no worse, and the argument certainly fits. */
  isKnown: boolean;
}

export function rankOf(i: Inference, parameter: Parameter, given: CType): Rank {
  const rank = knownRank(i, parameter, given);
  if (rank === 'doubtful') return { least: ranks.byClass, isKnown: false };
  return { least: rank ?? ranks.exact, isKnown: rank !== null };
}

/** Null where nothing is known, `doubtful` where a class may convert the argument. */
type KnownRank = number | 'doubtful' | null;

function knownRank(i: Inference, parameter: Parameter, given: CType): KnownRank {
  const { type } = parameter;
  if (parameter.isAnything && type.pointers === 0 && !type.isArray) {
    if (given.kind === 'unknown') return ranks.exact;
  } else if (given.kind === 'unknown' && given.pointers <= 0) return null;
  if (type.isWide && isNarrowText(given)) return ranks.none;
  if (given.isWide && isText(given) && !type.isWide && (isText(type) || isStringClass(type) || type.isNarrow))
    return ranks.none;
  if (parameter.isAnything) return rankOfAnything(type, given);
  if (type.pointers > 0) return rankOfPointer(i, type, given);
  switch (type.kind) {
    case 'number':
      return rankOfNumber(i, type, given);
    case 'class':
      return rankOfClass(i, parameter, given);
    case 'external':
      return rankOfExternal(parameter, given);
    case 'enum':
      if (given.kind === 'enum') return isSame(type.target, given.target) ? ranks.exact : ranks.none;
      return given.kind === 'number' || given.kind === 'external' || given.pointers > 0 ? ranks.none : null;
    default:
      return null;
  }
}

function isText({ kind, name, pointers }: CType): boolean {
  return kind === 'number' && pointers > 0 && name.includes('char');
}

function isNarrowText(given: CType): boolean {
  return isText(given) && given.name === 'char';
}

const stringClasses: ReadonlySet<string> = new Set('string string_view basic_string basic_string_view'.split(' '));

function isStringClass({ kind, name, pointers }: CType): boolean {
  return kind === 'external' && pointers === 0 && stringClasses.has(name);
}

function rankOfAnything(type: CType, given: CType): number | null {
  if (type.isArray && type.reference !== '') return given.isArray ? ranks.exact : isKnown(given) ? ranks.none : null;
  if (type.pointers > 0) {
    if (given.pointers >= type.pointers) return given.isConst === type.isConst ? ranks.exact : adjustment;
    return isKnown(given) ? ranks.none : null;
  }
  return ranks.exact;
}

/** Whether it is known whether a type is a pointer. */
function isKnown(given: CType): boolean {
  return given.pointers >= 0 && (given.kind !== 'unknown' || given.pointers > 0);
}

function rankOfPointer(i: Inference, type: CType, given: CType): number | null {
  if (given.kind === 'null' || (given.name === '0' && given.pointers === 0)) return ranks.conversion;
  if (type.isArray && type.reference !== '' && isKnown(given) && !given.isArray) return ranks.none;
  if (given.pointers === 0) {
    if (given.kind === 'number' || given.kind === 'enum') return ranks.none;
    if (given.kind === 'class') return hasConversion(i, given) ? ranks.byClass : ranks.none;
    // A lambda without captures is a pointer to a function, whose type has another form.
    if (given.kind === 'external' || given.kind === 'lambda') return type.kind === 'number' ? ranks.none : null;
    return null;
  }
  if (given.pointers === -1 || given.kind === 'unknown') return null;
  if (given.isConst && !type.isConst && given.pointers === 1) return ranks.none;
  const added = given.isConst === type.isConst ? 0 : adjustment;
  if (type.pointers === 1 && type.name === 'void') return ranks.conversion + 0.5;
  if (type.pointers !== given.pointers) return type.kind === 'unknown' || type.kind === 'parameter' ? null : ranks.none;
  if (type.kind === 'unknown' || type.kind === 'parameter') return type.name === given.name ? added : null;
  if (type.kind !== given.kind) return ranks.none;
  if (type.kind === 'class' || type.kind === 'enum') {
    const distance = distanceTo(i, given.target!, type.target!);
    return distance === -1 ? ranks.none : distance === 0 ? added : ranks.conversion + distance / 100 + added;
  }
  // A class of numbers of a width that is not known: of what is given, because pointers to other numbers are not converted.
  return type.name === given.name || type.name === '' ? added : ranks.none;
}

const smallNumbers: ReadonlySet<string> = new Set(
  'bool,char,signed char,unsigned char,short,unsigned short,wchar_t,char8_t,char16_t,char32_t'.split(','),
);

function rankOfNumber(i: Inference, type: CType, given: CType): number | null {
  if (given.pointers > 0) return type.name === 'bool' ? ranks.conversion + 0.5 : ranks.none;
  switch (given.kind) {
    case 'number': {
      const name = given.name === '0' ? 'int' : given.name;
      // A number of which the width is not known: it fits, but how well is not known.
      if (name === '' || type.name === '') return null;
      if (name === type.name) return ranks.exact;
      if (type.reference === '&' && !type.isConst) return ranks.none;
      if (type.name === 'int' && smallNumbers.has(name)) return ranks.promotion;
      return type.name === 'double' && name === 'float' ? ranks.promotion : ranks.conversion;
    }
    case 'null':
    case 'lambda':
      return ranks.none;
    case 'class':
      return given.pointers === -1 ? null : hasConversion(i, given) ? ranks.byClass : ranks.none;
    case 'external':
      return isStringClass(given) ? ranks.none : null;
    default:
      return null;
  }
}

function rankOfClass(i: Inference, { type, isDeduced }: Parameter, given: CType): KnownRank {
  if (given.kind === 'class' && given.pointers <= 0) {
    const distance = distanceTo(i, given.target!, type.target!);
    if (distance >= 0 && type.reference === '&' && given.isConst && !type.isConst) return ranks.none;
    if (distance === 0) return ranks.exact;
    if (distance > 0) return ranks.conversion + distance / 100;
    if (inheritsExternal(i, instanceOf(given.target!)) || given.pointers === -1) return null;
  }
  if (isDeduced) return given.kind === 'unknown' ? null : ranks.none;
  if (type.reference === '&' && !type.isConst) return given.kind === 'unknown' ? null : ranks.none;
  if (given.kind === 'class' && hasConversion(i, given)) return ranks.byClass;
  return rankOfConstruction(i, type.target!, given);
}

function rankOfExternal({ type, isDeduced }: Parameter, given: CType): number | null {
  if (given.kind === 'external' && given.pointers === 0 && type.name === given.name) return ranks.exact;
  if (isDeduced && (given.kind === 'number' || given.pointers > 0)) return ranks.none;
  if (stringClasses.has(type.name)) {
    if (isText(given)) return ranks.byClass;
    if (given.kind === 'number' || given.kind === 'enum' || given.kind === 'lambda') return ranks.none;
    if (isStringClass(given)) return ranks.byClass;
  }
  return null;
}

/** The rank of a conversion by a constructor of a class. */
function rankOfConstruction(i: Inference, type: Target, given: CType): KnownRank {
  const self = instanceOf(type);
  if (inheritsExternal(i, self)) return null;
  const constructors = memberTargets(i, self, 'constructor').filter((one) => isSame(ownerOf(one), type));
  if (constructors.length === 0) return given.kind === 'unknown' ? null : ranks.none;
  const results = constructors.map((one): KnownRank => {
    const [first] = one.file.list(one.file.get(one.entity, entityFields.listA));
    if (first === undefined) return ranks.none;
    const parameter = declaredType(i, { file: one.file, entity: first });
    if (parameter.kind === 'class' && !isSame(parameter.target, type))
      return isSame(parameter.target, given.target) ? ranks.exact : 'doubtful';
    if (parameter.kind === 'class') return ranks.none;
    const isAnything = parameter.kind === 'parameter';
    const rank = knownRank(i, { type: parameter, isAnything, isDeduced: isAnything }, given);
    return rank !== ranks.none && one.file.has(one.entity, entityFlags.constrained) ? 'doubtful' : rank;
  });
  if (results.every((one) => one === ranks.none)) return ranks.none;
  return results.every((one) => one === ranks.none || one === 'doubtful' || one === null) ? 'doubtful' : ranks.byClass;
}

function ownerOf({ file, entity }: Target): Target {
  return { file, entity: file.get(entity, entityFields.parent) };
}

function instanceOf({ file, entity }: Target): Typed {
  return { kind: 'instance', file, entity, environment: null };
}

/** Whether an object of a class can be converted to something by an operator of the class. */
function hasConversion(i: Inference, { target }: CType): boolean {
  const self = instanceOf(target!);
  if (inheritsExternal(i, self)) return true;
  return [self, ...ancestors(i, self, heritage.extends)].some(({ file, entity }) =>
    file.membersIn(entity).some((member) => /^operator [\w:]/.test(file.name(member))),
  );
}

function isSame(a: Target | null, b: Target | null): boolean {
  return a !== null && b !== null && a.file === b.file && a.entity === b.entity;
}

const maxAncestors = 40;

/** The number of steps from a class to an ancestor; -1 for a type that is no ancestor. */
function distanceTo(i: Inference, from: Target, to: Target): number {
  const visited: Typed[] = [];
  let level: readonly Typed[] = [instanceOf(from)];
  for (let distance = 0; level.length > 0 && visited.length < maxAncestors; distance++) {
    if (level.some((one) => isSame(one, to))) return distance;
    const next = level.filter((one) => !includes(visited, one));
    visited.push(...next);
    level = next.flatMap((one) => ancestors(i, one, heritage.extends));
  }
  return -1;
}
