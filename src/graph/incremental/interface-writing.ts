/**
 * Writes a file's interface, or a part of it, into a digest. `interface-hash.ts` decides which part. Entities, nodes and strings are written as order
 * numbers, which unlike their indexes do not change with an edit elsewhere in the file. A mark before a number says what the number means.
 */
import {
  entityFields,
  entityFlags,
  entityKinds,
  exportForms,
  exportWidth,
  operands,
  ops,
  scopeKinds,
  type Operand,
} from '../../model/file-summary.ts';
import { Digest } from '../../util/bytes/running-digest.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { dialectOf } from '../languages/dialect.ts';
import { argumentsLike, callsByMethod, callsOfParameter, handedOn } from '../program/parameter-uses.ts';
import { spaces } from '../program/spaces.ts';

/** Separators between the names of a path. */
const pathSeparators = /::|[\\.]/;

/** The maximum number of calls of a function that are written for its untyped parameters. Inference examines no more (`argument-flow.ts`). */
const maxCalls = 16;

/** Marks are written before a number, so that numbers with different meanings differ. No mark is an order number: these begin at 1. */
export const marks = {
  /** In place of a node or a definition's key that does not exist. */
  nothing: -1,
  /** Before an entity that other files can reach directly: at the top level, global, or an extension. */
  top: -2,
  /** Before an entity that an export, a name or an expression means. */
  entity: -3,
  /** Before a parameter, and before a type parameter, of the entity that is being written. */
  parameter: -4,
  typeParameter: -5,
  /** Before the entity to which a function is assigned as a member. */
  assignedTo: -6,
  /** Before a member of the entity that is being written, or before the owner of a member. */
  member: -7,
  /** Before an entity in the namespace that is being written. */
  inner: -8,
  /** Before the order number of a string or node that was written before. */
  repeated: -9,
  /** After the items of a list. */
  end: -10,
  /** Before the entity that owns a scope. The kind of the scope is added to this mark. */
  scope: -30,
} as const;

/** The state of writing an interface. */
export interface Writing {
  file: ProgramFile;
  digest: Digest;
  /** By entity: its order number, which is its index in `queue` plus one; 0 for an entity that is not in `queue`. */
  entities: Int32Array;
  /** The entities in the order in which they were met; they are written in this order. */
  queue: number[];
  /** By node: its order number, from 1 on; 0 before the node is written. A node that is met again is written as its order number. */
  nodes: Int32Array;
  /** The number of nodes that were written. */
  nodeCount: number;
  /** By string: its order number, as in `nodes`. */
  strings: Int32Array;
  stringCount: number;
  /** Gets the names in the interface; null: they are not collected. */
  names: InterfaceNames | null;
  /** Names of globals, top-level declarations and members of types that are left out. */
  without: ReadonlySet<string>;
  /** What is written: all of the interface; only methods of types, with what they depend on; or one declaration without its members. */
  what: 'all' | 'methods' | 'declaration';
}

export interface InterfaceNames {
  /** Names, and names in paths, on which the interface depends. */
  asked: Set<string>;
  /** Names of the entities in the interface. */
  declared: Set<string>;
}

/** Whether an interface depends on a name; for a path, such as that of an Elixir module, whether it depends on all names of the path. */
export function isAsked({ asked }: Pick<InterfaceNames, 'asked'>, name: string): boolean {
  return name.split(pathSeparators).every((part) => asked.has(part));
}

/** Kinds of entities whose `listA` contains pairs of heritage. The `listA` of all other kinds but imports contains parameters. */
const kindsWithHeritage: ReadonlySet<number> = new Set([
  entityKinds.class,
  entityKinds.interface,
  entityKinds.object,
  entityKinds.typeLiteral,
]);

/** Writes the entities of the queue in order. Entities that are met while another is written join the queue, and are written too. */
export function writeQueue(writing: Writing, keys: readonly number[]): void {
  for (let at = 0; at < writing.queue.length; at++) writeEntity(writing, writing.queue[at]!, keys);
}

export function startWriting(file: ProgramFile, options: Pick<Writing, 'without' | 'names' | 'what'>): Writing {
  return {
    file,
    digest: new Digest(),
    entities: new Int32Array(file.entityCount),
    queue: [],
    nodes: new Int32Array(file.summary.nodes.length),
    nodeCount: 0,
    strings: new Int32Array(file.summary.strings.length),
    stringCount: 0,
    ...options,
  };
}

export function isAtTop(file: ProgramFile, entity: number): boolean {
  return file.get(entity, entityFields.parent) === -1 && file.get(entity, entityFields.scope) === 0;
}

/** Whether other files find a declaration only by its name. */
export function isFoundAtTop(file: ProgramFile, entity: number): boolean {
  return file.has(entity, entityFlags.global) || (file.rules.seenByImport && isAtTop(file, entity));
}

export function isLeftOut({ file, without }: Writing, entity: number): boolean {
  return without.size > 0 && without.has(file.name(entity)) && isFoundAtTop(file, entity);
}

/** Writes a string of the file: its text, or its order number where it was written before. */
function writeText(writing: Writing, string: number): void {
  const { digest, strings } = writing;
  const order = strings[string]!;
  if (order > 0) {
    digest.number(marks.repeated);
    digest.number(order);
    return;
  }
  strings[string] = ++writing.stringCount;
  digest.text(writing.file.text(string));
}

/** Writes a name that is looked up, and records that the interface depends on it. */
function writeAsked(writing: Writing, string: number): void {
  writeText(writing, string);
  const asked = writing.names?.asked;
  if (asked !== undefined) for (const part of writing.file.text(string).split(pathSeparators)) asked.add(part);
}

export function writeExports(writing: Writing): void {
  const { file, digest } = writing;
  const { exports } = file.summary;
  for (let at = 0; at < exports.length; at += exportWidth) {
    const form = exports[at + 1]!;
    const a = exports[at + 2]!;
    const b = exports[at + 3]!;
    const isOwn = form === exportForms.own || form === exportForms.local;
    if (isOwn && file.rules.seenByImport && writing.without.has(file.text(exports[at]!))) continue;
    writeText(writing, exports[at]!);
    digest.number(form);
    if (form === exportForms.own) {
      if (a === -1) writeNode(writing, b);
      else writeEntityNumber(writing, marks.entity, a);
    } else if (form === exportForms.local) writeAsked(writing, a);
    else {
      digest.text(file.summary.modules[a] ?? '');
      if (form !== exportForms.all) writeAsked(writing, b);
      else if (file.rules.starDetail === 'number') digest.number(b);
      else if (file.rules.starDetail === 'text') writeText(writing, b);
    }
  }
}

export function writeEntityNumber(writing: Writing, mark: number, entity: number): void {
  writing.digest.number(mark);
  writing.digest.number(queueEntity(writing, entity));
}

/** @param list a list node of entities */
function writeEntityNumbers(writing: Writing, mark: number, list: number): void {
  const { file } = writing;
  const count = file.count(list);
  for (let at = 0; at < count; at++) writeEntityNumber(writing, mark, file.item(list, at));
}

/** An entity's number in the order in which entities are met. A new entity joins the queue. */
function queueEntity({ entities, queue }: Writing, entity: number): number {
  if (entities[entity] === 0) entities[entity] = queue.push(entity);
  return entities[entity]!;
}

export function writeEntity(writing: Writing, entity: number, keys: readonly number[]): void {
  const { file, digest } = writing;
  const kind = file.kind(entity);
  const definition = file.get(entity, entityFields.definition);
  const parent = file.get(entity, entityFields.parent);
  digest.number(kind);
  digest.number(file.get(entity, entityFields.flags));
  writeText(writing, file.get(entity, entityFields.name));
  writing.names?.declared.add(file.name(entity));
  digest.number(definition === -1 ? marks.nothing : (keys[definition] ?? marks.nothing));
  if (parent >= 0) {
    writeEntityNumber(writing, marks.member, parent);
    writeKey(writing, entity);
  } else digest.number(parent);
  writeScope(writing, file.get(entity, entityFields.scope));
  const listA = file.get(entity, entityFields.listA);
  const listB = file.get(entity, entityFields.listB);
  if (kind === entityKinds.import) {
    digest.text(file.summary.modules[listA] ?? '');
    // The path that a `using` names is in the entity's type; a submodule is in its value.
    if (listB > 0) writeAsked(writing, listB);
    writeNode(writing, file.get(entity, entityFields.type));
    writeNode(writing, file.get(entity, entityFields.value));
    // An import has members where the module adds some to the imported value.
    writeMembers(writing, entity);
    return;
  }
  writeNode(writing, file.get(entity, entityFields.type));
  if (writing.what !== 'methods') {
    writeNode(writing, file.get(entity, entityFields.value));
    writeNode(writing, file.get(entity, entityFields.context));
  }
  if (!kindsWithHeritage.has(kind)) {
    writeEntityNumbers(writing, marks.parameter, listA);
    if (writing.what !== 'methods') writeCalls(writing, entity);
  } else {
    const count = file.count(listA);
    for (let at = 0; at < count; at += 2) {
      digest.number(file.item(listA, at));
      writeNode(writing, file.item(listA, at + 1));
    }
  }
  writeEntityNumbers(writing, marks.typeParameter, listB);
  const assignedTo = file.get(entity, entityFields.assignedTo);
  if (assignedTo >= 0) writeEntityNumber(writing, marks.assignedTo, assignedTo);
  writeMembers(writing, entity);
  const ownScope = file.get(entity, entityFields.ownScope);
  if (kind === entityKinds.namespace && ownScope > 0 && writing.what !== 'declaration')
    for (const declared of file.declaredIn(ownScope))
      if (!isLeftOut(writing, declared)) writeEntityNumber(writing, marks.inner, declared);
}

function writeMembers(writing: Writing, entity: number): void {
  const { file, without, what } = writing;
  if (what === 'declaration') return;
  const kind = file.kind(entity);
  const mayLeaveOut = without.size > 0 && (kind === entityKinds.class || kind === entityKinds.interface);
  const members = file.membersIn(entity);
  for (let at = 0; at < members.length; at++) {
    const member = members[at]!;
    if (mayLeaveOut && without.has(file.name(member))) continue;
    if (what !== 'methods' || file.kind(member) === entityKinds.method)
      writeEntityNumber(writing, marks.member, member);
  }
}

/** Writes the meaning of the first name in a computed key (`computed-keys.ts`). */
function writeKey(writing: Writing, entity: number): void {
  const { file } = writing;
  const first = dialectOf(file).computedKey?.(file.name(entity)) ?? null;
  if (first !== null) writeName(writing, file.stringOf(first), file.get(entity, entityFields.scope));
}

/**
 * Writes the calls of a function in its file, if it has parameters without a type: inference takes their values from the arguments. Also the calls that
 * get the function or one of these parameters as an argument, and the calls of these parameters, which say what callbacks get.
 */
function writeCalls(writing: Writing, entity: number): void {
  const { file } = writing;
  const parameters = file.list(file.get(entity, entityFields.listA));
  for (const call of callsByMethod(file, entity, dialectOf(file).selfMethods ?? [])) writeNode(writing, call);
  const untyped = parameters.filter((parameter) => file.get(parameter, entityFields.type) === 0);
  if (untyped.length === 0) return;
  if (!file.rules.nominal) {
    for (const { call } of argumentsLike(file, entity)) writeNode(writing, call);
    for (const parameter of untyped) {
      for (const call of callsOfParameter(file, parameter)) writeNode(writing, call);
      for (const { call } of handedOn(file, parameter)) writeNode(writing, call);
    }
  }
  const isConstructor = file.name(entity) === 'constructor' || file.name(entity) === '__init__';
  const parent = file.get(entity, entityFields.parent);
  const name = file.get(isConstructor && parent >= 0 ? parent : entity, entityFields.name);
  const calls = file.callsNamed(name);
  for (let at = 0; at < calls.length && at < maxCalls; at++) writeNode(writing, calls[at]!);
}

/** Writes the innermost type or function that contains a scope. The meaning of names and `this` depends on no more of a position. */
function writeScope(writing: Writing, from: number): void {
  const { file } = writing;
  for (let scope = from; scope > 0; scope = file.scopeParent(scope)) {
    const owner = file.scopeOwner(scope);
    const kind = file.scopeKind(scope);
    if (owner === -1 || kind === scopeKinds.block) continue;
    writeEntityNumber(writing, marks.scope + kind, owner);
    return;
  }
}

function writeNode(writing: Writing, node: number): void {
  const { file, digest, nodes } = writing;
  if (node <= 0) {
    digest.number(marks.nothing);
    return;
  }
  const order = nodes[node]!;
  if (order > 0) {
    digest.number(marks.repeated);
    digest.number(order);
    return;
  }
  nodes[node] = ++writing.nodeCount;
  const op = file.op(node);
  digest.number(op);
  const a = file.operand(node, 0);
  const b = file.operand(node, 1);
  if (op === ops.name) writeName(writing, a, b);
  else if (op === ops.list) writeItems(writing, node);
  else if (op === ops.module) digest.text(file.summary.modules[a] ?? '');
  else if (op === ops.named) {
    const count = file.count(a);
    writeName(writing, count === 0 ? -1 : file.item(a, 0), b);
    for (let at = 0; at < count; at++) writeAsked(writing, file.item(a, at));
    writeNode(writing, file.operand(node, 2));
  } else {
    const kinds = operands[op]!;
    for (let index = 0; index < kinds.length; index++) writeOperand(writing, kinds[index]!, file.operand(node, index));
    if (op === ops.call || op === ops.construct) writeNode(writing, file.expected(node));
  }
}

function writeOperand(writing: Writing, kind: Operand, value: number): void {
  if (kind === 'node') writeNode(writing, value);
  else if (kind === 'string') writeAsked(writing, value);
  else if (kind === 'scope') writeScope(writing, value);
  else if (kind === 'entity') writeEntityNumber(writing, marks.entity, value);
  else writing.digest.number(value);
}

function writeItems(writing: Writing, list: number): void {
  const { file } = writing;
  const count = file.count(list);
  for (let at = 0; at < count; at++) writeNode(writing, file.item(list, at));
  writing.digest.number(marks.end);
}

/**
 * Writes a name and the entities that it means in a scope. The name itself is needed where the file does not declare it, because its meaning is then
 * in other files.
 */
function writeName(writing: Writing, name: number, scope: number): void {
  const { file } = writing;
  if (name === -1) return;
  writeAsked(writing, name);
  writeEntitiesOf(writing, file.lookUp(scope, name, spaces.value, true));
  writeEntitiesOf(writing, file.lookUp(scope, name, spaces.type, true));
}

function writeEntitiesOf(writing: Writing, entities: readonly number[]): void {
  for (let at = 0; at < entities.length; at++) writeEntityNumber(writing, marks.entity, entities[at]!);
}
