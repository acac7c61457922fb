/** Writes what others see of a file into a digest; `interface-hash.ts` decides which part of it. */
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
import { spaces } from '../program/spaces.ts';

/** Separators of the parts of a path in one text. */
const pathMarks = /::|[\\.]/;

/** How many calls of a parameter's function count: as many as inference examines. */
const maxCalls = 16;

/** Written before a number, so that numbers with different meanings differ. */
export const marks = {
  nothing: -1,
  top: -2,
  entity: -3,
  parameter: -4,
  typeParameter: -5,
  assignedTo: -6,
  member: -7,
  inner: -8,
  /** Before the order number of a string or node that was already written. */
  repeated: -9,
  end: -10,
  /** Plus the scope's kind. */
  scope: -30,
} as const;

export interface Writing {
  file: ProgramFile;
  digest: Digest;
  /** By entity: one more than its place in `queue`, the order in which entities were met and are written. */
  entities: Int32Array;
  queue: number[];
  /** By node and by string, in the same way: one that is met again is written as its place in that order. */
  nodes: Int32Array;
  nodeCount: number;
  strings: Int32Array;
  stringCount: number;
  /** The names in the interface, which are collected while it is written; null where nobody asks for them. */
  names: InterfaceNames | null;
  /** Names whose declarations are left out: those for the whole program, those at the top of a module, and members of types. */
  without: ReadonlySet<string>;
  /** What is written: everything; of types only their methods and what these depend on; or one declaration without its members. */
  what: 'all' | 'methods' | 'declaration';
}

export interface InterfaceNames {
  /** Names, and parts of paths, that something visible to other files depends on. */
  asked: Set<string>;
  declared: Set<string>;
}

/** Whether a name is among those asked for; for a path, such as Elixir's modules, whether all of its parts are. */
export function isAsked({ asked }: Pick<InterfaceNames, 'asked'>, name: string): boolean {
  return name.split(pathMarks).every((part) => asked.has(part));
}

/** Kinds whose first list contains heritage pairs; in all others it contains parameters. */
const hasHeritage: ReadonlySet<number> = new Set([
  entityKinds.class,
  entityKinds.interface,
  entityKinds.object,
  entityKinds.typeLiteral,
]);

/** Writes the entities of the queue in order. Those that are met while one is written join the queue, and are written too. */
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

/** Whether a declaration can be found by its name alone. */
export function isFoundAtTop(file: ProgramFile, entity: number): boolean {
  return file.has(entity, entityFlags.global) || (file.rules.seenByImport && isAtTop(file, entity));
}

export function isLeftOut({ file, without }: Writing, entity: number): boolean {
  return without.size > 0 && without.has(file.name(entity)) && isFoundAtTop(file, entity);
}

/** A string of the file. */
function writeText(writing: Writing, string: number): void {
  const { digest, strings } = writing;
  const known = strings[string]!;
  if (known > 0) {
    digest.number(marks.repeated);
    digest.number(known);
    return;
  }
  strings[string] = ++writing.stringCount;
  digest.text(writing.file.text(string));
}

/** A name by which something is looked up. */
function writeAsked(writing: Writing, string: number): void {
  writeText(writing, string);
  const asked = writing.names?.asked;
  if (asked !== undefined) for (const part of writing.file.text(string).split(pathMarks)) asked.add(part);
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
  writing.digest.number(orderNumber(writing, entity));
}

/** @param list of entities */
function writeEntityNumbers(writing: Writing, mark: number, list: number): void {
  const { file } = writing;
  const count = file.count(list);
  for (let at = 0; at < count; at++) writeEntityNumber(writing, mark, file.item(list, at));
}

/** An entity's number in the order in which entities are met. */
function orderNumber({ entities, queue }: Writing, entity: number): number {
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
    // What `using` names is in its type; a module inside a package is in its value.
    if (listB > 0) writeAsked(writing, listB);
    writeNode(writing, file.get(entity, entityFields.type));
    writeNode(writing, file.get(entity, entityFields.value));
    // Members that this module adds to what it imports.
    writeMembers(writing, entity);
    return;
  }
  writeNode(writing, file.get(entity, entityFields.type));
  if (writing.what !== 'methods') {
    writeNode(writing, file.get(entity, entityFields.value));
    writeNode(writing, file.get(entity, entityFields.context));
  }
  if (!hasHeritage.has(kind)) {
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
    for (const inner of file.declaredIn(ownScope))
      if (!isLeftOut(writing, inner)) writeEntityNumber(writing, marks.inner, inner);
}

function writeMembers(writing: Writing, entity: number): void {
  const { file, without, what } = writing;
  if (what === 'declaration') return;
  const kind = file.kind(entity);
  const lacksSome = without.size > 0 && (kind === entityKinds.class || kind === entityKinds.interface);
  const members = file.membersIn(entity);
  for (let at = 0; at < members.length; at++) {
    const member = members[at]!;
    if (lacksSome && without.has(file.name(member))) continue;
    if (what !== 'methods' || file.kind(member) === entityKinds.method)
      writeEntityNumber(writing, marks.member, member);
  }
}

/** The meaning of a member's key where its name is a symbol or constant in brackets (`computed-keys.ts`). */
function writeKey(writing: Writing, entity: number): void {
  const { file } = writing;
  const first = dialectOf(file).computedKey?.(file.name(entity)) ?? null;
  if (first !== null) writeName(writing, file.stringOf(first), file.get(entity, entityFields.scope));
}

/** The arguments that calls in this file pass to parameters without a type. */
function writeCalls(writing: Writing, entity: number): void {
  const { file } = writing;
  if (!hasUntypedParameter(file, file.get(entity, entityFields.listA))) return;
  const isConstructor = file.name(entity) === 'constructor' || file.name(entity) === '__init__';
  const parent = file.get(entity, entityFields.parent);
  const name = file.get(isConstructor && parent >= 0 ? parent : entity, entityFields.name);
  const calls = file.callsNamed(name);
  for (let at = 0; at < calls.length && at < maxCalls; at++) writeNode(writing, calls[at]!);
}

/** Whether one of a list of parameters has no type. */
function hasUntypedParameter(file: ProgramFile, list: number): boolean {
  const count = file.count(list);
  for (let at = 0; at < count; at++) if (file.get(file.item(list, at), entityFields.type) === 0) return true;
  return false;
}

/** The innermost type or function that contains a place: what names and `this` mean depends on nothing else of their position. */
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
  const known = nodes[node]!;
  if (known > 0) {
    digest.number(marks.repeated);
    digest.number(known);
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
    for (let place = 0; place < kinds.length; place++) writeOperand(writing, kinds[place]!, file.operand(node, place));
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

/** The entities that a name means in a scope. The name itself is written too: where the file does not declare it, other files decide what it means. */
function writeName(writing: Writing, name: number, scope: number): void {
  const { file } = writing;
  if (name === -1) return;
  writeAsked(writing, name);
  writeMeant(writing, file.lookUp(scope, name, spaces.value, true));
  writeMeant(writing, file.lookUp(scope, name, spaces.type, true));
}

function writeMeant(writing: Writing, entities: readonly number[]): void {
  for (let at = 0; at < entities.length; at++) writeEntityNumber(writing, marks.entity, entities[at]!);
}
