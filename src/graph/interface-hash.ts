/**
 * Names what other files can see of a file: what its exports, declarations and members are made of, as far as inference can follow them.
 * Places, numbering, and statements that say nothing about a declaration do not count, so that an edit inside a function whose result stays
 * the same leaves the file's dependents alone.
 * Invariant: when an answer about another file can change through an edit of this one, the hash changes.
 */
import { hash } from 'node:crypto';
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
} from '../model/link-facts.ts';
import { spaces, type FileFacts } from './file-facts.ts';

/** Calls that say what a parameter is: as many as inference looks at. */
const maxCalls = 16;

interface Writing {
  file: FileFacts;
  parts: string[];
  /** Entities by the order in which they were met; what is met first is written first, whatever its number. */
  entities: Map<number, number>;
  queue: number[];
  /** Nodes by the order in which they were met. */
  nodes: Map<number, number>;
}

export function interfaceHash(file: FileFacts, keys: readonly number[]): string {
  const writing: Writing = { file, parts: [], entities: new Map(), queue: [], nodes: new Map() };
  const { parts } = writing;
  parts.push(file.facts.unit, file.facts.global ? 'script' : 'module');
  writeExports(writing);
  for (let entity = 0; entity < file.entityCount; entity++) {
    const isTop = file.get(entity, entityFields.parent) === -1 && file.get(entity, entityFields.scope) === 0;
    if (isTop || file.has(entity, entityFlags.global | entityFlags.extension)) parts.push(`+${seen(writing, entity)}`);
  }
  for (let at = 0; at < writing.queue.length; at++) writeEntity(writing, writing.queue[at]!, keys);
  return hash('sha1', parts.join('\n'), 'base64url');
}

function writeExports(writing: Writing): void {
  const { file, parts } = writing;
  const { exports } = file.facts;
  for (let at = 0; at < exports.length; at += exportWidth) {
    const [form, a, b] = [exports[at + 1]!, exports[at + 2]!, exports[at + 3]!];
    parts.push(`${file.text(exports[at]!)} ${form}`);
    if (form === exportForms.own) {
      if (a === -1) writeNode(writing, b);
      else parts.push(`e${seen(writing, a)}`);
    } else if (form === exportForms.local) parts.push(file.text(a));
    else parts.push(file.facts.modules[a] ?? '', form === exportForms.from ? file.text(b) : '');
  }
}

/** An entity's number in the order of meeting. */
function seen(writing: Writing, entity: number): number {
  const known = writing.entities.get(entity);
  if (known !== undefined) return known;
  const number = writing.entities.size;
  writing.entities.set(entity, number);
  writing.queue.push(entity);
  return number;
}

function writeEntity(writing: Writing, entity: number, keys: readonly number[]): void {
  const { file, parts } = writing;
  const kind = file.kind(entity);
  const definition = file.get(entity, entityFields.definition);
  const parent = file.get(entity, entityFields.parent);
  parts.push(
    `#${kind} ${file.get(entity, entityFields.flags)} ${file.name(entity)} ${definition === -1 ? '' : (keys[definition] ?? '')}`,
    parent >= 0 ? `in ${seen(writing, parent)}` : String(parent),
  );
  writeScope(writing, file.get(entity, entityFields.scope));
  const [listA, listB] = [file.get(entity, entityFields.listA), file.get(entity, entityFields.listB)];
  if (kind === entityKinds.import) {
    parts.push(file.facts.modules[listA] ?? '', file.text(listB));
    return;
  }
  for (const field of [entityFields.type, entityFields.value, entityFields.context])
    writeNode(writing, file.get(entity, field));
  if (kind === entityKinds.function || kind === entityKinds.method) {
    for (const parameter of file.list(listA)) parts.push(`p${seen(writing, parameter)}`);
    writeCalls(writing, entity);
  } else {
    const pairs = file.list(listA);
    for (let at = 0; at < pairs.length; at += 2) {
      parts.push(`h${pairs[at]}`);
      writeNode(writing, pairs[at + 1]!);
    }
  }
  for (const parameter of file.list(listB)) parts.push(`t${seen(writing, parameter)}`);
  const assignedTo = file.get(entity, entityFields.assignedTo);
  if (assignedTo >= 0) parts.push(`a${seen(writing, assignedTo)}`);
  for (const members of file.memberTable(entity)?.values() ?? [])
    for (const member of members) parts.push(`m${seen(writing, member)}`);
  const ownScope = file.get(entity, entityFields.ownScope);
  if (kind === entityKinds.namespace && ownScope > 0)
    for (const inner of file.declaredIn(ownScope)) parts.push(`n${seen(writing, inner)}`);
}

/** What the calls of this file hand to parameters of which nothing else is known. */
function writeCalls(writing: Writing, entity: number): void {
  const { file } = writing;
  const open = file
    .list(file.get(entity, entityFields.listA))
    .some((parameter) => file.get(parameter, entityFields.type) === 0);
  if (!open) return;
  const isConstructor = file.name(entity) === 'constructor' || file.name(entity) === '__init__';
  const parent = file.get(entity, entityFields.parent);
  const name = file.get(isConstructor && parent >= 0 ? parent : entity, entityFields.name);
  for (const call of file.callsNamed(name).slice(0, maxCalls)) writeNode(writing, call);
}

/** Which type or function a place belongs to, which is all that names and `this` make of where they stand. */
function writeScope(writing: Writing, from: number): void {
  const { file, parts } = writing;
  for (let scope = from; scope > 0; scope = file.scopeParent(scope)) {
    const owner = file.scopeOwner(scope);
    const kind = file.scopeKind(scope);
    if (owner === -1 || kind === scopeKinds.block) continue;
    parts.push(`s${kind} ${seen(writing, owner)}`);
    return;
  }
}

function writeNode(writing: Writing, node: number): void {
  const { file, parts, nodes } = writing;
  if (node <= 0) {
    parts.push('-');
    return;
  }
  const known = nodes.get(node);
  if (known !== undefined) {
    parts.push(`@${known}`);
    return;
  }
  nodes.set(node, nodes.size);
  const op = file.op(node);
  parts.push(`o${op}`);
  const [a, b] = [file.operand(node, 0), file.operand(node, 1)];
  if (op === ops.name) writeName(writing, a, b);
  else if (op === ops.list) writeItems(writing, node);
  else if (op === ops.module) parts.push(file.facts.modules[a] ?? '');
  else if (op === ops.named) {
    writeName(writing, file.list(a)[0] ?? -1, b);
    for (const part of file.list(a)) parts.push(file.text(part));
    writeNode(writing, file.operand(node, 2));
  } else {
    for (const [place, kind] of operands[op]!.entries()) writeOperand(writing, kind, file.operand(node, place));
    if (op === ops.call || op === ops.construct) writeNode(writing, file.expected(node));
  }
}

function writeOperand(writing: Writing, kind: Operand, value: number): void {
  const { file, parts } = writing;
  if (kind === 'node') writeNode(writing, value);
  else if (kind === 'string') parts.push(file.text(value));
  else if (kind === 'scope') writeScope(writing, value);
  else parts.push(kind === 'entity' ? `e${seen(writing, value)}` : String(value));
}

function writeItems(writing: Writing, list: number): void {
  for (const node of writing.file.list(list)) writeNode(writing, node);
  writing.parts.push(';');
}

/** What a name means here; one that nothing in the file declares is looked up by whoever opens modules or declares globals. */
function writeName(writing: Writing, name: number, scope: number): void {
  const { file, parts } = writing;
  if (name === -1) return;
  parts.push(file.text(name));
  for (const space of [spaces.value, spaces.type]) {
    for (const entity of file.lookUp(scope, name, { space, narrowed: true })) parts.push(`e${seen(writing, entity)}`);
  }
}
