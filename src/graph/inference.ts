/**
 * What expressions, entities and types can be. Answers are remembered per entity and expression; what is asked for while it is being
 * worked out is unknown.
 * Invariant: terminates on any facts: depth and alternatives are bounded.
 */
import { entityFields, entityFlags, entityKinds, heritage, ops, primitives, scopeKinds } from '../model/link-facts.ts';
import { builtinType } from './builtins.ts';
import { argumentContext, callResult, functionResult } from './calls.ts';
import { spaces, type FileFacts } from './file-facts.ts';
import { memberValue } from './members.ts';
import type { Exported, Program } from './program.ts';
import { alternatives, Environments, union, type Environment, type Target, type Value } from './values.ts';

const maxDepth = 60;
/** What one question may ask in turn; only the strangest types need more. */
const maxSteps = 20_000;

export interface Inference {
  readonly program: Program;
  readonly environments: Environments;
  depth: number;
  /** The least depth of an unfinished question that the present one ran into; nothing between the two may be remembered. */
  cut: number;
  steps: number;
}

export function startInference(program: Program): Inference {
  return { program, environments: new Environments(), depth: 0, cut: Infinity, steps: maxSteps };
}

/** To be called before each question, so that no question takes from another. */
export function renew(i: Inference): void {
  i.depth = 0;
  i.cut = Infinity;
  i.steps = maxSteps;
}

/** A question that is being worked out. */
class Unfinished {
  readonly depth: number;
  constructor(depth: number) {
    this.depth = depth;
  }
}

/**
 * Answers from `known`, or works it out. An answer that leans on an unfinished question would be another one if asked on its own, so
 * it is not remembered: answers do not depend on the order of questions.
 */
function remember(i: Inference, known: Map<number, unknown>, key: number, work: () => Value | null): Value | null {
  const before = known.get(key);
  if (before instanceof Unfinished) {
    i.cut = Math.min(i.cut, before.depth);
    return null;
  }
  if (before !== undefined) return before as Value | null;
  if (i.depth >= maxDepth || i.steps <= 0) {
    i.cut = -1;
    return null;
  }
  i.steps--;
  const { depth, cut: outer } = i;
  known.set(key, new Unfinished(depth));
  i.depth = depth + 1;
  i.cut = Infinity;
  const value = work();
  i.depth = depth;
  if (i.cut < depth) known.delete(key);
  else {
    known.set(key, value);
    i.cut = Infinity;
  }
  i.cut = Math.min(i.cut, outer);
  return value;
}

/** The value of an expression node. */
export function nodeValue(i: Inference, file: FileFacts, node: number): Value | null {
  return node <= 0 ? null : remember(i, file.nodeValues, node, () => inferNode(i, file, node));
}

function inferNode(i: Inference, file: FileFacts, node: number): Value | null {
  const a = file.operand(node, 0);
  const b = file.operand(node, 1);
  switch (file.op(node)) {
    case ops.name:
      return nameValue(i, file, { name: a, scope: b });
    case ops.this:
      return thisValue(i, file, a);
    case ops.super:
      return superValue(i, file, a);
    case ops.member:
      return memberValue(i, nodeValue(i, file, a), file.text(b));
    case ops.index:
      return elementOf(i, nodeValue(i, file, a));
    case ops.call:
      return callResult(i, file, node);
    case ops.construct:
      return constructed(i, file, node);
    case ops.await: {
      return union(alternatives(nodeValue(i, file, a)).map((value) => (value.kind === 'promise' ? value.of : value)));
    }
    case ops.cast:
      return typeValue(i, file, a, null) ?? (b === 0 ? null : nodeValue(i, file, b));
    case ops.either:
      return union(file.list(a).map((alternative) => nodeValue(i, file, alternative)));
    case ops.entity:
      return entityValue(i, { file, entity: a });
    case ops.array: {
      const items = file.list(a).map((item) => nodeValue(i, file, item));
      return { kind: 'list', of: union(items), items };
    }
    case ops.element:
      return elementOf(i, nodeValue(i, file, a));
    case ops.primitive:
      return { kind: 'primitive', code: a };
    case ops.module: {
      const target = i.program.module(file, a);
      if (target === null) return { kind: 'external' };
      return file.facts.modules[a]!.startsWith('\0') ? wholeModule(i, target) : { kind: 'module', file: target };
    }
    case ops.instance:
      return instancesOf(nodeValue(i, file, a));
    case ops.item:
      return union(
        alternatives(nodeValue(i, file, a)).map((value) =>
          value.kind === 'list' && value.items !== undefined ? (value.items[b] ?? null) : elementOf(i, value),
        ),
      );
    case ops.argument:
      return argumentContext(i, file, { call: a, position: b });
    case ops.spread:
      return elementOf(i, nodeValue(i, file, a));
    default:
      return null;
  }
}

/** What `require` gives. */
function wholeModule(i: Inference, target: FileFacts): Value | null {
  const whole = i.program.exported(target, '=', spaces.any);
  return whole === null ? { kind: 'module', file: target } : exportedValue(i, whole);
}

export function elementOf(i: Inference, value: Value | null): Value | null {
  return union(
    alternatives(value).map((part) => {
      if (part.kind === 'list') return part.of;
      if (part.kind === 'map') return part.of;
      if (part.kind === 'instance') return memberValue(i, part, '[]');
      return null;
    }),
  );
}

export function instancesOf(value: Value | null): Value | null {
  return union(
    alternatives(value).map((part): Value | null => {
      if (part.kind === 'static') return { ...part, kind: 'instance' };
      if (part.kind === 'external') return part;
      if (part.kind === 'function')
        return { kind: 'instance', file: part.file, entity: part.entity, environment: null };
      return null;
    }),
  );
}

function constructed(i: Inference, file: FileFacts, node: number): Value | null {
  const callee = file.operand(node, 0);
  const builtin = builtinConstruction(i, file, node);
  if (builtin !== undefined) return builtin;
  const value = nodeValue(i, file, callee);
  const given = file.list(file.operand(node, 2)).map((type) => typeValue(i, file, type, null));
  return union(
    alternatives(value).map((part): Value | null => {
      if (part.kind === 'static') {
        const environment = given.length === 0 ? part.environment : bindParameters(i, part, given);
        return { kind: 'instance', file: part.file, entity: part.entity, environment };
      }
      if (part.kind === 'instance') return functionResult(i, memberValue(i, part, 'new'));
      return instancesOf(part);
    }),
  );
}

/** `new Map<K, V>()` and the like; undefined for what is not built in. */
function builtinConstruction(i: Inference, file: FileFacts, node: number): Value | null | undefined {
  const callee = file.operand(node, 0);
  if (file.op(callee) !== ops.name) return undefined;
  const [name, scope] = [file.operand(callee, 0), file.operand(callee, 1)];
  if (file.lookUp(scope, name, { space: spaces.value, narrowed: false }).length > 0) return undefined;
  const args = file.list(file.operand(node, 2)).map((type) => typeValue(i, file, type, null));
  return builtinType(file.text(name), args);
}

/** Type arguments under the names of the type parameters they are for. */
export function bindParameters(
  i: Inference,
  target: Target,
  args: readonly (Value | null)[],
  outer: Environment | null = null,
): Environment | null {
  const bound = new Map<number, Value>();
  for (const [position, parameter] of target.file.list(target.file.get(target.entity, entityFields.listB)).entries()) {
    const value = args[position];
    if (value !== null && value !== undefined) bound.set(parameter, value);
  }
  return i.environments.of(target.file, bound, outer);
}

function nameValue(i: Inference, file: FileFacts, { name, scope }: { name: number; scope: number }): Value | null {
  const found = file.lookUp(scope, name, { space: spaces.value, narrowed: true });
  if (found.length > 0) {
    const exported = i.program.followEntities(file, found, spaces.value);
    return exported === null ? null : exportedValue(i, exported);
  }
  const viaStar = starImport(i, file, name);
  if (viaStar !== null) return exportedValue(i, viaStar);
  const globals = i.program.globals(file.text(name));
  if (globals.length > 0) return union(globals.map((target) => entityValue(i, target)));
  return { kind: 'external' };
}

/** Python's `from m import *`. */
export function starImport(i: Inference, file: FileFacts, name: number): Exported | null {
  if (file.language !== 'python') return null;
  for (const { a } of file.exports('*')) {
    const target = i.program.module(file, a);
    const found = target === null ? null : i.program.exported(target, file.text(name), spaces.any);
    if (found !== null && found.kind !== 'external') return found;
  }
  return null;
}

export function exportedValue(i: Inference, exported: Exported): Value | null {
  switch (exported.kind) {
    case 'module':
      return { kind: 'module', file: exported.file };
    case 'external':
      return { kind: 'external' };
    case 'expression':
      return nodeValue(i, exported.file, exported.node);
    case 'entities':
      return union(
        meant(exported.file, exported.entities).map((entity) => entityValue(i, { file: exported.file, entity })),
      );
  }
}

/** Of several declarations of one name those that are values: the one with a body or initial value, else the first. */
export function meant(file: FileFacts, entities: readonly number[]): readonly number[] {
  if (entities.length < 2) return entities;
  const values = entities.filter((entity) => {
    const kind = file.kind(entity);
    return kind !== entityKinds.interface && kind !== entityKinds.typeAlias && kind !== entityKinds.typeParameter;
  });
  const narrowed = values.filter((entity) => file.has(entity, entityFlags.narrowed));
  if (narrowed.length > 0) return [narrowed[narrowed.length - 1]!];
  const implemented = values.find((entity) => file.has(entity, entityFlags.implemented));
  return implemented === undefined ? values.slice(0, 1) : [implemented];
}

/** The value that an entity stands for where it is named. */
export function entityValue(i: Inference, { file, entity }: Target): Value | null {
  return remember(i, file.entityValues, entity, () => inferEntity(i, file, entity));
}

function inferEntity(i: Inference, file: FileFacts, entity: number): Value | null {
  const type = file.get(entity, entityFields.type);
  const value = file.get(entity, entityFields.value);
  switch (file.kind(entity)) {
    case entityKinds.class:
    case entityKinds.enum:
    case entityKinds.namespace:
      return { kind: 'static', file, entity, environment: null };
    case entityKinds.function:
    case entityKinds.method:
      return { kind: 'function', file, entity, environment: null, self: null };
    case entityKinds.object:
    case entityKinds.typeLiteral:
    case entityKinds.interface:
      return { kind: 'instance', file, entity, environment: null };
    case entityKinds.import: {
      const exported = i.program.followEntities(file, [entity], spaces.value);
      return exported === null ? null : exportedValue(i, exported);
    }
    case entityKinds.enumMember:
      return { kind: 'primitive', code: primitives.other };
    case entityKinds.parameter:
      return parameterValue(i, file, entity);
    case entityKinds.typeAlias:
    case entityKinds.typeParameter:
      return null;
    default: {
      const declared = type === 0 ? null : typeValue(i, file, type, null);
      return declared ?? nodeValue(i, file, value);
    }
  }
}

function parameterValue(i: Inference, file: FileFacts, entity: number): Value | null {
  const type = file.get(entity, entityFields.type);
  const declared = type === 0 ? null : typeValue(i, file, type, null);
  if (declared !== null) return file.has(entity, entityFlags.rest) && declared.kind !== 'list' ? null : declared;
  const owner = file.get(entity, entityFields.parent);
  const position = file.list(file.get(owner, entityFields.listA)).indexOf(entity);
  const expected = functionContext(i, file, owner);
  const fromContext = expected === null ? null : parameterOf(i, expected, position);
  if (fromContext !== null) return fromContext;
  return nodeValue(i, file, file.get(entity, entityFields.value));
}

/** What a function has to be by where it stands. */
export function functionContext(i: Inference, file: FileFacts, entity: number): Value | null {
  const context = file.get(entity, entityFields.context);
  if (context !== 0) return nodeValue(i, file, context);
  const owner = file.get(entity, entityFields.parent);
  if (owner < 0 || file.kind(owner) !== entityKinds.object) return null;
  const expected = functionContext(i, file, owner);
  return expected === null ? null : memberValue(i, expected, file.name(entity));
}

/** The value of a callable's parameter, where its declaration says it. */
export function parameterOf(i: Inference, callable: Value, position: number): Value | null {
  return union(
    alternatives(callable).map((part) => {
      if (part.kind === 'instance') {
        const call = memberValue(i, part, '()');
        return call === null ? null : parameterOf(i, call, position);
      }
      if (part.kind === 'callback') return part.parameters[position] ?? null;
      if (part.kind !== 'function') return null;
      const { file } = part;
      const parameters = file.list(file.get(part.entity, entityFields.listA));
      const parameter = parameters[Math.min(position, parameters.length - 1)];
      if (parameter === undefined) return null;
      const isRest = file.has(parameter, entityFlags.rest);
      if (position >= parameters.length && !isRest) return null;
      const type = file.get(parameter, entityFields.type);
      if (type === 0) return entityValue(i, { file, entity: parameter });
      const value = typeValue(i, file, type, part.environment);
      if (!isRest) return value;
      return union(
        alternatives(value).map((rest) =>
          rest.kind === 'list' ? (rest.items?.[position - parameters.length + 1] ?? rest.of) : null,
        ),
      );
    }),
  );
}

export function thisValue(i: Inference, file: FileFacts, from: number): Value | null {
  for (let scope = from; scope > 0; scope = file.scopeParent(scope)) {
    const kind = file.scopeKind(scope);
    const owner = file.scopeOwner(scope);
    if (kind === scopeKinds.class)
      return owner === -1 ? null : { kind: 'instance', file, entity: owner, environment: null };
    if (kind !== scopeKinds.function) continue;
    if (owner === -1) continue;
    const parent = file.get(owner, entityFields.parent);
    if (parent >= 0) {
      const isStatic = file.has(owner, entityFlags.static);
      return { kind: isStatic ? 'static' : 'instance', file, entity: parent, environment: null };
    }
    // A function that is called with `new` (JavaScript before classes).
    if (file.memberTable(owner) !== undefined) return { kind: 'instance', file, entity: owner, environment: null };
    return null;
  }
  return null;
}

function superValue(i: Inference, file: FileFacts, scope: number): Value | null {
  const self = thisValue(i, file, scope);
  if (self === null || (self.kind !== 'instance' && self.kind !== 'static')) return null;
  return union(ancestors(i, self, heritage.extends).map((base): Value => ({ ...base, kind: self.kind }) as Value));
}

type Typed = Value & { kind: 'instance' | 'static' };

/** The classes and interfaces that a class or interface names as its heritage, as instances. */
export function ancestors(i: Inference, value: Typed, relation: number): Typed[] {
  const { file, entity } = value;
  const kind = file.kind(entity);
  if (kind !== entityKinds.class && kind !== entityKinds.interface) return [];
  const pairs = file.list(file.get(entity, entityFields.listA));
  const result: Typed[] = [];
  for (let at = 0; at < pairs.length; at += 2) {
    const node = pairs[at + 1]!;
    if (pairs[at] !== relation || node === 0) continue;
    for (const base of alternatives(heritageValue(i, file, node, value.environment))) {
      if (base.kind === 'static' || base.kind === 'instance') result.push({ ...base, kind: 'instance' });
    }
  }
  return result;
}

function heritageValue(i: Inference, file: FileFacts, node: number, environment: Environment | null): Value | null {
  const op = file.op(node);
  if (op >= ops.named) return typeValue(i, file, node, environment);
  // `extends Base<T>`: a call with type arguments and nothing else.
  if (op === ops.call && file.operand(node, 1) === 0 && file.operand(node, 2) !== 0) {
    const args = file.list(file.operand(node, 2)).map((type) => typeValue(i, file, type, environment));
    return union(
      alternatives(nodeValue(i, file, file.operand(node, 0))).map((base) =>
        base.kind === 'static' ? { ...base, environment: bindParameters(i, base, args) } : base,
      ),
    );
  }
  return nodeValue(i, file, node);
}

/** Whether some ancestor of a class is not of the project: a member may be its. */
export function hasUnknownAncestor(i: Inference, value: Typed, seen: Set<number> = new Set()): boolean {
  const { file, entity } = value;
  if (seen.has(entity) || seen.size > 20) return false;
  seen.add(entity);
  const pairs = file.list(file.get(entity, entityFields.listA));
  const kind = file.kind(entity);
  if (kind !== entityKinds.class && kind !== entityKinds.interface) return false;
  for (let at = 0; at < pairs.length; at += 2) {
    const base = pairs[at + 1] === 0 ? null : heritageValue(i, file, pairs[at + 1]!, null);
    if (base === null || base.kind === 'external') return true;
  }
  return [...ancestors(i, value, heritage.extends), ...ancestors(i, value, heritage.implements)].some((base) =>
    hasUnknownAncestor(i, base, seen),
  );
}

/** The value that a declared type gives. */
export function typeValue(i: Inference, file: FileFacts, node: number, environment: Environment | null): Value | null {
  if (node <= 0) return null;
  const known = environment === null ? file.nodeValues : typesOf(environment, file);
  return remember(i, known, node, () => inferType(i, file, node, environment));
}

function typesOf(environment: Environment, file: FileFacts): Map<number, unknown> {
  let known = environment.types.get(file);
  if (known === undefined) environment.types.set(file, (known = new Map()));
  return known;
}

function inferType(i: Inference, file: FileFacts, node: number, environment: Environment | null): Value | null {
  const a = file.operand(node, 0);
  const b = file.operand(node, 1);
  switch (file.op(node)) {
    case ops.named:
      return namedValue(i, file, { path: file.list(a), scope: b, args: file.list(file.operand(node, 2)) }, environment);
    case ops.union:
      return union(file.list(a).map((type) => typeValue(i, file, type, environment)));
    case ops.intersection:
      return union(file.list(a).map((type) => typeValue(i, file, type, environment)));
    case ops.arrayOf:
      return { kind: 'list', of: typeValue(i, file, a, environment) };
    case ops.tuple: {
      const items = file.list(a).map((type) => typeValue(i, file, type, environment));
      return { kind: 'list', of: union(items), items };
    }
    case ops.shape: {
      const value = entityValue(i, { file, entity: a });
      if (value === null || environment === null) return value;
      return value.kind === 'function' || value.kind === 'instance' ? { ...value, environment } : value;
    }
    case ops.typeOf:
      return nodeValue(i, file, a);
    case ops.thisType:
      return thisValue(i, file, a);
    case ops.primitiveType:
      return { kind: 'primitive', code: a };
    case ops.memberType:
      return memberValue(i, typeValue(i, file, a, environment), file.text(b));
    case ops.elementType:
      return elementOf(i, typeValue(i, file, a, environment));
    case ops.cast:
      return instancesOf(nodeValue(i, file, file.operand(a, 0)));
    default:
      return nodeValue(i, file, node);
  }
}

interface NamedType {
  path: readonly number[];
  scope: number;
  args: readonly number[];
}

function namedValue(i: Inference, file: FileFacts, named: NamedType, environment: Environment | null): Value | null {
  const target = namedTarget(i, file, named);
  const args = named.args.map((type) => typeValue(i, file, type, environment));
  if (target === null) {
    if (named.path.length > 1) return { kind: 'external' };
    const name = file.text(named.path[0]!);
    if (name === 'ReturnType') return functionResult(i, args[0] ?? null);
    const builtin = builtinType(name, args);
    return builtin === undefined ? { kind: 'external' } : builtin;
  }
  if (target === 'external')
    return builtinType(file.text(named.path[named.path.length - 1]!), args) ?? { kind: 'external' };
  return union(target.entities.map((entity) => typeOfEntity(i, { file: target.file, entity }, { args, environment })));
}

/** What a type's entity stands for, with these arguments. */
export function typeOfEntity(
  i: Inference,
  target: Target,
  { args, environment }: { args: readonly (Value | null)[]; environment: Environment | null },
): Value | null {
  const { file, entity } = target;
  switch (file.kind(entity)) {
    case entityKinds.class:
    case entityKinds.interface:
      return {
        kind: 'instance',
        file,
        entity,
        environment: args.length === 0 ? null : bindParameters(i, target, args),
      };
    case entityKinds.typeAlias: {
      const inner = args.length === 0 ? null : bindParameters(i, target, args);
      return typeValue(i, file, file.get(entity, entityFields.type), inner);
    }
    case entityKinds.enum:
    case entityKinds.enumMember:
      return { kind: 'static', file, entity, environment: null };
    case entityKinds.typeParameter: {
      for (let at = environment; at !== null; at = at.outer) {
        const bound = at.file === file ? at.bound.get(entity) : undefined;
        if (bound !== undefined) return bound;
      }
      return typeValue(i, file, file.get(entity, entityFields.type), null);
    }
    case entityKinds.variable:
    case entityKinds.property: {
      return instancesOf(entityValue(i, target));
    }
    default:
      return null;
  }
}

/** The entities that a path of names means as a type; `external` for those of a package. */
export function namedTarget(
  i: Inference,
  file: FileFacts,
  { path, scope }: Pick<NamedType, 'path' | 'scope'>,
): { file: FileFacts; entities: readonly number[] } | 'external' | null {
  const last = path.length - 1;
  const space = last === 0 ? spaces.type : spaces.any;
  let found = file.lookUp(scope, path[0]!, { space, narrowed: false });
  if (found.length === 0 && file.language === 'python')
    found = file.lookUp(scope, path[0]!, { space: spaces.any, narrowed: false });
  let at: Exported | null = null;
  if (found.length > 0) at = i.program.followEntities(file, found, space);
  else {
    at = starImport(i, file, path[0]!);
    const globals = at === null ? i.program.globals(file.text(path[0]!)) : [];
    const [first] = globals;
    if (first !== undefined) {
      const same = globals.filter((target) => target.file === first.file).map(({ entity }) => entity);
      at = { kind: 'entities', file: first.file, entities: same };
    }
    if (at === null) return null;
  }
  for (let part = 1; part <= last && at !== null; part++) {
    at = step(i, at, file.text(path[part]!), part === last ? spaces.type : spaces.any);
  }
  if (at === null || at.kind === 'external') return 'external';
  if (at.kind !== 'entities') return 'external';
  return { file: at.file, entities: at.entities };
}

/** A name inside a module, namespace or enum. */
function step(i: Inference, from: Exported, name: string, space: number): Exported | null {
  if (from.kind === 'module') return i.program.exported(from.file, name, space);
  if (from.kind !== 'entities') return from;
  for (const entity of from.entities) {
    const { file } = from;
    const string = file.stringOf(name);
    const inside = file.get(entity, entityFields.ownScope);
    if (string === -1) continue;
    if (file.kind(entity) === entityKinds.namespace && inside !== -1) {
      const found = file.declared(inside, string);
      if (found.length > 0) return i.program.followEntities(file, found, space);
    }
    const members = file.members(entity, name);
    if (members.length > 0) return { kind: 'entities', file, entities: members };
  }
  return null;
}
