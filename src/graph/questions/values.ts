/** Values: what an expression can be. They say only what linking needs: enough to find members, to call, and to iterate. */
import type { ProgramFile } from '../program/program-file.ts';
import type { Target } from '../program/targets.ts';
import { entityKinds } from '../../model/file-summary.ts';

/**
 * What a memo has for a question: the answer, or a number while the answer is not final. (A number is faster to recognise than an object of another
 * class.) A number from 0 on is the depth of an unfinished question. A number below 0 is the bitwise complement of a provisional answer's index in
 * `Inference.provisional`.
 */
export type Answer = Value | null | number;

/** Answers by the number of a node or entity: a `Memo`, or a map where few questions are asked. */
export interface Known {
  get(key: number): Answer | undefined;
  set(key: number, answer: Answer): unknown;
  delete(key: number): unknown;
}

/** A member, with the values of its owner's type parameters and the receiver that it was found on. */
export interface Member extends Target {
  environment: Environment | null;
  self: Value | null;
}

/** A member of a file that overrides a member of a base, or a declaration that overrides another. */
export interface Override {
  /** An entity of the file. */
  member: number;
  /** What is overridden: the nearest member of the name in a base, or the other declaration. */
  target: Target;
}

/** An instance of a type of the project, or the type itself. */
export type Typed = Value & { kind: 'instance' | 'static' };

/** A function as a value. */
export type Callable = Value & { kind: 'function' };

/** Binds type parameters, entities of one file, to values. `outer` binds those of the enclosing declaration. Equal environments are one object. */
export interface Environment {
  readonly id: number;
  readonly file: ProgramFile;
  readonly bound: ReadonlyMap<number, Value>;
  readonly outer: Environment | null;
  /** How deeply the environment's values nest other environments and containers. */
  readonly depth: number;
  /** Memo of types in this environment, by file. */
  readonly types: Map<ProgramFile, Known>;
}

/** Environments that nest more deeply are dropped: a generic type that wraps itself would nest without end. */
const maxNesting = 4;

/** The environments of one program. */
export class Environments {
  readonly #byKey = new Map<string, Environment>();

  /** The environment with these bindings; `outer` for no bindings, null where it would nest too deeply. */
  of(file: ProgramFile, bound: ReadonlyMap<number, Value>, outer: Environment | null): Environment | null {
    if (bound.size === 0) return outer;
    let depth = outer?.depth ?? 0;
    let key = `${file.index}/${outer?.id ?? ''}`;
    let bindsNonPrimitive = false;
    for (const [parameter, value] of bound) {
      depth = Math.max(depth, nesting(value));
      bindsNonPrimitive ||= value.kind !== 'primitive';
      key += `,${parameter}=${keyOf(value)}`;
    }
    if (depth >= maxNesting) return null;
    let environment = this.#byKey.get(key);
    if (environment === undefined) {
      // An environment that binds only primitive values cannot nest without end, so it adds no depth.
      const ownDepth = bindsNonPrimitive ? depth + 1 : depth;
      environment = { id: this.#byKey.size, file, bound, outer, depth: ownDepth, types: new Map() };
      this.#byKey.set(key, environment);
    }
    return environment;
  }
}

/** The values that a value contains, without those that its environment binds. */
function parts(value: Value): readonly (Value | null)[] {
  switch (value.kind) {
    case 'list':
      return [value.of, ...(value.items ?? [])];
    case 'map':
      return [value.key, value.of];
    case 'promise':
      return value.fault === undefined ? [value.of] : [value.of, value.fault];
    case 'callback':
      return [...value.parameters, value.result ?? null];
    case 'union':
      return value.of;
    case 'external':
      return value.given === undefined && value.mayBe === undefined ? [] : [value.given ?? null, value.mayBe ?? null];
    default:
      return [];
  }
}

/** How deeply a value nests environments and containers. */
function nesting(value: Value): number {
  if ('environment' in value) return value.environment?.depth ?? 0;
  const inner = parts(value);
  return inner.reduce(
    (most, part) => Math.max(most, part === null ? 0 : nesting(part) + (value.kind === 'union' ? 0 : 1)),
    0,
  );
}

/** A text that only equal values share. */
function keyOf(value: Value | null): string {
  if (value === null) return '?';
  switch (value.kind) {
    case 'instance':
    case 'static':
      return `${value.kind[0]}${value.file.index}.${value.entity}@${value.environment?.id ?? ''}`;
    case 'function': {
      const self = value.self === null ? '' : keyOf(value.self);
      return `f${value.file.index}.${value.entity}@${value.environment?.id ?? ''}<${self}`;
    }
    case 'module':
      return `m${value.file.index}`;
    case 'primitive':
      return `p${value.code}`;
    default: {
      const name = 'name' in value ? (value.name ?? '') : '';
      return `${value.kind}${name}(${parts(value).map(keyOf).join(';')})`;
    }
  }
}

export type Value =
  /** An instance: of a class, an interface, a type in braces, an object literal, or a function called with `new`. */
  | { kind: 'instance'; file: ProgramFile; entity: number; environment: Environment | null }
  /** A class, enum or namespace itself. */
  | { kind: 'static'; file: ProgramFile; entity: number; environment: Environment | null }
  | { kind: 'function'; file: ProgramFile; entity: number; environment: Environment | null; self: Value | null }
  | { kind: 'module'; file: ProgramFile }
  /**
   * A value outside of the project: its members are external. `given`: types of the project among its type arguments, which its members may have as
   * their types. `mayBe`: a type of the project that the value itself may have, because it came from a member of a value with `given`.
   * `name`, here and below: the last name of the library's type, in languages that say what the library's types extend (`Dialect.libraryBases`).
   */
  | { kind: 'external'; given?: Value; mayBe?: Value; name?: string }
  /** Anything that can be iterated: an array (its name is `[]`), a set, an iterator. `items`: the parts of a tuple. */
  | { kind: 'list'; of: Value | null; items?: (Value | null)[]; name?: string }
  | { kind: 'map'; key: Value | null; of: Value | null; name?: string }
  /** What is awaited or unwrapped. `fault`: the error that may be there instead, in languages whose types name it. */
  | { kind: 'promise'; of: Value | null; fault?: Value | null }
  | { kind: 'primitive'; code: number }
  /** A function without a declaration, such as the callback that a container's method calls. */
  | { kind: 'callback'; parameters: (Value | null)[]; result?: Value | null; receiver?: Value; name?: string }
  | { kind: 'union'; of: Value[] };

/** The maximum number of alternatives of a union; more would carry no information. */
const maxAlternatives = 24;

/** The union of values; null (unknown) parts are left out. */
export function union(values: readonly (Value | null)[]): Value | null {
  let only: Value | null = null;
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!;
    if (value === null || value === only) continue;
    if (only !== null) return unionOf(values);
    only = value;
  }
  return only;
}

/** The union of what `ask` returns for each alternative of a value. */
export function eachOf(value: Value | null, ask: (part: Value) => Value | null): Value | null {
  if (value === null) return null;
  return value.kind === 'union' ? union(value.of.map(ask)) : ask(value);
}

function unionOf(values: readonly (Value | null)[]): Value | null {
  const flat: Value[] = [];
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!;
    if (value === null) continue;
    if (value.kind === 'union') for (let part = 0; part < value.of.length; part++) addPart(flat, value.of[part]!);
    else addPart(flat, value);
  }
  // `T | undefined` is T: only T has members.
  const withMembers = flat.length > 1 ? onlyNonPrimitive(flat) : null;
  if (withMembers !== null) return withMembers;
  return flat.length === 1 ? flat[0]! : { kind: 'union', of: flat.slice(0, maxAlternatives) };
}

/** The only part that is not primitive; null for several or none. */
function onlyNonPrimitive(parts: readonly Value[]): Value | null {
  let only: Value | null = null;
  for (let at = 0; at < parts.length; at++) {
    if (parts[at]!.kind === 'primitive') continue;
    if (only !== null) return null;
    only = parts[at]!;
  }
  return only;
}

function addPart(parts: Value[], part: Value): void {
  for (let at = 0; at < parts.length; at++) {
    const existing = parts[at]!;
    if (existing !== part && !areSame(existing, part)) continue;
    // All external values count as the same. One that names types of the project says more than one that does not.
    if (existing.kind === 'external' && existing.given === undefined && existing.mayBe === undefined) parts[at] = part;
    if (nameOf(existing) !== nameOf(part)) parts[at] = unnamed(parts[at]!);
    return;
  }
  parts.push(part);
}

/** The name of the library's type that a value has; undefined where it is not known. */
export function nameOf(value: Value | null): string | undefined {
  return value !== null && 'name' in value ? value.name : undefined;
}

/** A value of the library without the name of its type, for what comes from the value and may have another type. */
export function unnamed(value: Value): Value {
  return nameOf(value) === undefined ? value : named(value, undefined);
}

/** A value of the library with the name of its type. */
export function named(value: Value, name: string | undefined): Value {
  switch (value.kind) {
    case 'external':
    case 'list':
    case 'map':
    case 'callback': {
      const { name: _, ...rest } = value;
      return name === undefined ? rest : { ...rest, name };
    }
    default:
      return value;
  }
}

function areSame(a: Value, b: Value): boolean {
  if (a.kind !== b.kind) return false;
  if (a.kind === 'external') return true;
  if (a.kind === 'primitive') return a.code === (b as { code: number }).code;
  if ('entity' in a && 'entity' in b) return a.file === b.file && a.entity === b.entity;
  return a.kind === 'module' && b.kind === 'module' && a.file === b.file;
}

/** The value of an external type or call, by its type arguments. @param isResult whether the value itself may be of one of these types */
export function externalWith(args: readonly (Value | null)[], isResult = false): Value {
  const given = union(args.map(projectTypesIn));
  if (given === null) return { kind: 'external' };
  return isResult ? { kind: 'external', given, mayBe: given } : { kind: 'external', given };
}

/** The types of the project in a type argument. Their own type arguments are left out, because only members are needed. */
function projectTypesIn(argument: Value | null): Value | null {
  return eachOf(argument, (part) => {
    if (part.kind === 'instance') return { kind: 'instance', file: part.file, entity: part.entity, environment: null };
    return part.kind === 'external' ? (part.given ?? null) : null;
  });
}

/** The value of a member of an external value. */
export function memberOfExternal(part: Value & { kind: 'external' }): Value {
  const { given } = part;
  return given === undefined || part.mayBe === given ? unnamed(part) : { kind: 'external', given, mayBe: given };
}

const none: readonly Value[] = [];

/** The alternatives of a value; none for null. */
export function alternatives(value: Value | null): readonly Value[] {
  if (value === null) return none;
  return value.kind === 'union' ? value.of : [value];
}

type OfClass<K extends 'instance' | 'static'> = Value & { kind: K };

/**
 * An instance for a class, or the class of an instance. The object is written out, because a copy with another `kind` (`{ ...value, kind }`) makes V8
 * treat `kind` as a changing field, and discard the code that it had compiled.
 */
export function asKind<K extends 'instance' | 'static'>(
  { file, entity, environment }: OfClass<'instance' | 'static'>,
  kind: K,
): OfClass<K> {
  return { kind, file, entity, environment } as OfClass<K>;
}

/** A value in another environment. The object is written out for V8, as in `asKind`. */
export function inEnvironment<T extends Value & { kind: 'function' | 'instance' | 'static' }>(
  value: T,
  environment: Environment | null,
): T {
  const { kind, file, entity } = value;
  const copy =
    kind === 'function' ? { kind, file, entity, environment, self: value.self } : { kind, file, entity, environment };
  return copy as T;
}

/** Instances of classes, and of functions called with `new`. */
export function instancesOf(value: Value | null): Value | null {
  return eachOf(value, instanceOf);
}

function instanceOf(part: Value): Value | null {
  if (part.kind === 'external') return part;
  if (part.kind !== 'static' && part.kind !== 'function') return null;
  // Written out for V8: a copy of a value of another kind would have another hidden class.
  const environment = part.kind === 'static' ? part.environment : null;
  return { kind: 'instance', file: part.file, entity: part.entity, environment };
}

/** Whether a value only represents the members that code adds to a variable or import (`holderOf`). */
export function isHolder(part: Value): boolean {
  if (part.kind !== 'instance') return false;
  const kind = part.file.kind(part.entity);
  return kind === entityKinds.variable || kind === entityKinds.import;
}

/** A value with the members that code adds to an import or a variable. */
export function holderOf(owner: Target): Value {
  return { kind: 'instance', ...owner, environment: null };
}
