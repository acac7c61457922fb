/** The declarations of a module: functions, macros, callbacks, types and attributes. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityFlags, entityKinds, scopeKinds, siteKinds } from '../../../model/file-summary.ts';
import { headName } from '../clauses.ts';
import {
  argumentsOf,
  memberName,
  moduleNamed,
  optionOf,
  ownerOf,
  partOf,
  partsOf,
  placeOf,
  textOf,
  typeName,
  type Collector,
  type Module,
} from './collector.ts';

/** The largest number of arguments of a record's macro: the record, and a field or a list of values. */
const maxRecordArity = 2;

interface Head {
  name: SyntaxNode;
  parameters: readonly SyntaxNode[];
  /** The guard after `when`. */
  guard: SyntaxNode | null;
}

/** The head of `add(a, b) when …`, `left + right` or `capacity`; null where the name is computed. */
function headOf(node: SyntaxNode | undefined): Head | null {
  let head = node;
  let guard: SyntaxNode | null = null;
  while (head?.type === 'binary_operator' && head.childForFieldName('operator')?.text === 'when') {
    guard = head.childForFieldName('right');
    head = head.childForFieldName('left') ?? undefined;
  }
  const name = head === undefined ? null : headName(head);
  if (head === undefined || name === null) return null;
  if (head.type === 'call') return { name, parameters: argumentsOf(head), guard };
  return { name, parameters: head.type === 'identifier' ? [] : partsOf(head), guard };
}

function hasDefault(parameter: SyntaxNode): boolean {
  return parameter.type === 'binary_operator' && parameter.childForFieldName('operator')?.text === '\\\\';
}

/** Visits `def` and similar definers. */
export function visitFunction(c: Collector, call: SyntaxNode): number {
  const args = argumentsOf(call);
  const head = headOf(args[0]);
  const target = call.childForFieldName('target')?.text ?? '';
  const owner = ownerOf(c, call);
  const { writer } = c;
  const { scope, isQuoted, quoter } = c;
  if (!c.isQuoted) c.quoter = head?.parameters.length === 0 ? textOf(c, head.name) : '';
  const flags = entityFlags.implemented | (/^def(?:macro|guard|n)?p$/.test(target) ? entityFlags.private : 0);
  const entity = head === null || owner === null ? -1 : declare(c, owner, { head, kind: entityKinds.method, flags });
  c.scope = writer.scope(scope, scopeKinds.function, entity);
  if (head !== null) for (const parameter of head.parameters) c.visit(parameter);
  if (head?.guard) c.visit(head.guard);
  if (head === null && args[0] !== undefined) c.visit(args[0]);
  if (target === 'defdelegate' && head !== null) delegate(c, head, args);
  else for (const option of args.slice(1)) c.visit(option);
  const block = partOf(call, 'do_block');
  if (block !== null) c.visit(block);
  Object.assign(c, { scope, isQuoted, quoter });
  return 0;
}

/** Writes the call of `M.g/1` in `defdelegate f(a), to: M, as: :g`. */
function delegate(c: Collector, head: Head, args: readonly SyntaxNode[]): void {
  const to = optionOf(args, 'to');
  const as = optionOf(args, 'as');
  const module = moduleNamed(c, to);
  if (to !== null) c.visit(to);
  if (module === '') return;
  const { writer, scope } = c;
  const name = as?.type === 'atom' ? as.text.slice(1) : textOf(c, head.name);
  const callee = writer.member(writer.name(module, scope), memberName(name, head.parameters.length));
  writer.site(siteKinds.call, callee, placeOf(head.name), scope);
}

/** Visits `defrecord :point, x: 1`, which makes macros that create and read tuples with these fields. */
export function visitRecord(c: Collector, call: SyntaxNode): number {
  const [name, ...rest] = argumentsOf(call);
  const owner = ownerOf(c, call);
  if (name?.type === 'atom' && owner !== null) {
    const { line, column } = placeOf(name);
    // The name stands after the colon of the atom.
    const place = { line, column: column + 1 };
    const draft = { kind: entityKinds.method, flags: entityFlags.implemented, scope: c.scope, parent: owner.entity };
    for (let arity = 0; arity <= maxRecordArity; arity++)
      c.writer.entity({ ...draft, name: memberName(textOf(c, name).slice(1), arity) }, place);
  }
  for (const part of rest) c.visit(part);
  return 0;
}

interface Declared {
  head: Head;
  kind: number;
  flags: number;
}

/**
 * Declares a function with one entity for each possible arity, and returns the entity of the highest arity. The clauses of a
 * function share their entities.
 */
function declare(c: Collector, owner: Module, { head, kind, flags }: Declared): number {
  const { writer } = c;
  const text = textOf(c, head.name);
  const place = placeOf(head.name);
  const highest = head.parameters.length;
  const lowest = highest - head.parameters.filter(hasDefault).length;
  let entity = -1;
  for (let arity = lowest; arity <= highest; arity++) {
    const name = memberName(text, arity);
    const recorded = owner.declared.get(name);
    // A callback and a function of the same name are two entities.
    const isSame = recorded !== undefined && writer.get(recorded, entityFields.flags) === flags;
    entity = isSame ? recorded : writer.entity({ name, kind, flags, scope: c.scope, parent: owner.entity }, place);
    if (recorded === undefined || !isSame) owner.declared.set(name, entity);
  }
  return entity;
}

/** `@callback f(a) :: b`, `@type t(a) :: b`, `@spec f(a) :: b`. */
export function visitTypes(c: Collector, call: SyntaxNode): number {
  const word = call.childForFieldName('target')?.text ?? '';
  const [declaration] = argumentsOf(call);
  const owner = ownerOf(c, call);
  if (declaration === undefined) return 0;
  const { scope, isInType } = c;
  c.isInType = true;
  // `f(a) :: b when a: c`.
  const isRestricted =
    declaration.type === 'binary_operator' && declaration.childForFieldName('operator')?.text === 'when';
  const signature = isRestricted ? declaration.childForFieldName('left') : declaration;
  const isTyped = signature?.type === 'binary_operator' && signature.childForFieldName('operator')?.text === '::';
  const head = headOf((isTyped ? signature.childForFieldName('left') : signature) ?? undefined);
  const isCallback = word === 'callback' || word === 'macrocallback';
  if (head !== null && owner !== null && word !== 'spec') {
    const entity = isCallback
      ? declare(c, owner, { head, kind: entityKinds.method, flags: 0 })
      : declareType(c, owner, head);
    c.scope = c.writer.scope(scope, scopeKinds.function, entity);
  }
  if (head !== null) for (const parameter of head.parameters) c.visit(parameter);
  const result = isTyped ? signature.childForFieldName('right') : null;
  if (result !== null) c.visit(result);
  const restriction = isRestricted ? declaration.childForFieldName('right') : null;
  if (restriction !== null) c.visit(restriction);
  Object.assign(c, { scope, isInType });
  return 0;
}

function declareType(c: Collector, owner: Module, head: Head): number {
  const name = typeName(textOf(c, head.name), head.parameters.length);
  const draft = { name, kind: entityKinds.property, flags: entityFlags.implemented, scope: c.scope };
  return c.writer.entity({ ...draft, parent: owner.entity }, placeOf(head.name));
}

/** `@timeout 5000`: the name is the target of the operand. */
export function visitAttribute(c: Collector, call: SyntaxNode): number {
  const target = call.childForFieldName('target');
  const owner = ownerOf(c, call);
  if (target !== null && owner !== null) {
    const name = `@${target.text}`;
    if (!owner.declared.has(name)) {
      const draft = { name, kind: entityKinds.property, flags: entityFlags.implemented, scope: c.scope };
      owner.declared.set(name, c.writer.entity({ ...draft, parent: owner.entity }, placeOf(target)));
    }
  }
  for (const arg of argumentsOf(call)) c.visit(arg);
  return 0;
}

/** `@timeout`. */
export function visitAttributeRead(c: Collector, name: SyntaxNode): number {
  const owner = ownerOf(c, name);
  if (owner === null) return 0;
  const { writer, scope } = c;
  const read = writer.member(writer.entityNode(owner.entity), `@${name.text}`);
  writer.site(siteKinds.read, read, placeOf(name), scope);
  return 0;
}
