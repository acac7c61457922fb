/** Calls, constructions, members and arguments. */
import type { SyntaxNode } from '../../language.ts';
import { ops, primitives, siteKinds } from '../../../model/file-summary.ts';
import {
  field,
  nameOf,
  partOf,
  partsOf,
  placeOf,
  primitive,
  useMember,
  useName,
  valuesIn,
  writeCall,
  writeConstruction,
  type Collector,
  type Place,
} from '../../nominal-summary.ts';
import { segmentsOf, typeArgumentNodes, withArity } from './names.ts';
import { isType, typeArgumentsOf, typeOf } from './types.ts';

/** The receivers of the surrounding `?.` expressions, outermost first. */
const conditionalReceivers = new WeakMap<Collector, number[]>();

export function visitArguments(c: Collector, node: SyntaxNode): number[] {
  return partsOf(node).map((part) => {
    if (part.type !== 'argument') return c.visit(part);
    const name = field(part, 'name');
    const values = valuesIn(part).filter((child) => child.id !== name?.id);
    const value = values.map((child) => c.visit(child)).at(-1) ?? 0;
    return name === undefined || value === 0
      ? value
      : c.writer.node(ops.keyword, c.writer.string(nameOf(c, name)), value);
  });
}

interface Callee {
  node: number;
  place: Place | null;
  types: number;
}

/** A called name, with the number of its type arguments if it has any: then the call can only mean methods with as many type parameters. */
function methodName(c: Collector, name: SyntaxNode, count: number): string {
  const text = nameOf(c, name);
  // The linker looks up the plain name, so it must be among the file's strings.
  c.writer.string(text);
  return withArity(text, count);
}

/** The callee of a call. */
function calleeOf(c: Collector, node: SyntaxNode): Callee {
  const { writer } = c;
  const nodeType = node.type;
  if (nodeType === 'identifier' || nodeType === 'generic_name') {
    const name = nodeType === 'identifier' ? node : partsOf(node)[0];
    if (name === undefined) return { node: 0, place: null, types: 0 };
    const typeArguments = typeArgumentNodes(node).map((type) => typeOf(c, type));
    const called = methodName(c, name, typeArguments.length);
    return { node: writer.name(called, c.frame.scope), place: placeOf(name), types: writer.list(typeArguments) };
  }
  if (nodeType === 'member_access_expression' || nodeType === 'member_binding_expression') {
    const parts = partsOf(node);
    const last = parts.at(-1);
    const object = field(node, 'expression');
    const receiver =
      nodeType === 'member_binding_expression'
        ? conditionalReceiver(c)
        : object === undefined
          ? 0
          : receiverOf(c, object);
    const name = last?.type === 'generic_name' ? partsOf(last)[0] : last;
    const typeArguments = last === undefined ? [] : typeArgumentNodes(last).map((type) => typeOf(c, type));
    const types = writer.list(typeArguments);
    if (name === undefined || receiver === 0) return { node: 0, place: null, types };
    return { node: writer.member(receiver, methodName(c, name, typeArguments.length)), place: placeOf(name), types };
  }
  if (nodeType === 'conditional_access_expression') return withReceiver(c, node, (inner) => calleeOf(c, inner));
  return { node: c.visit(node), place: null, types: 0 };
}

/** Runs `work` on the part after the operator of `a?.b`, with `a` as its receiver. */
function withReceiver<T>(c: Collector, node: SyntaxNode, work: (inner: SyntaxNode) => T): T {
  const [condition, ...rest] = partsOf(node);
  const value = condition === undefined ? 0 : c.visit(condition);
  const stack = conditionalReceivers.get(c) ?? [];
  conditionalReceivers.set(c, stack);
  stack.push(value);
  try {
    return work(rest.at(-1) ?? node);
  } finally {
    stack.pop();
  }
}

function conditionalReceiver(c: Collector): number {
  return conditionalReceivers.get(c)?.at(-1) ?? 0;
}

export function visitConditionalAccess(c: Collector, node: SyntaxNode): number {
  if (partsOf(node).length < 2) return 0;
  return withReceiver(c, node, (inner) => c.visit(inner));
}

export function visitMemberBinding(c: Collector, node: SyntaxNode): number {
  const name = field(node, 'name');
  return name === undefined ? 0 : useMember(c, conditionalReceiver(c), { name });
}

export function visitElementBinding(c: Collector, node: SyntaxNode): number {
  for (const part of partsOf(node)) visitArguments(c, part);
  const receiver = conditionalReceiver(c);
  return receiver === 0 ? 0 : c.writer.node(ops.index, receiver, 0);
}

export function visitCall(c: Collector, node: SyntaxNode): number {
  const parts = partsOf(node);
  const [callee] = parts;
  const argumentList = partOf(parts, 'argument_list');
  if (callee === undefined) return 0;
  if (callee.type === 'identifier' && nameOf(c, callee) === 'nameof') {
    if (argumentList !== undefined) visitArguments(c, argumentList);
    return primitive(c, primitives.string);
  }
  const { node: calleeNode, place, types } = calleeOf(c, callee);
  const args = argumentList === undefined ? [] : visitArguments(c, argumentList);
  return writeCall(c, { callee: calleeNode, args, types, place });
}

/** The expression before a dot, which may also be a type. */
function receiverOf(c: Collector, node: SyntaxNode): number {
  if (node.type === 'predefined_type') {
    const type = typeOf(c, node);
    return c.writer.node(ops.cast, type, 0);
  }
  return c.visit(node);
}

/** `a.b`. */
export function visitMember(c: Collector, node: SyntaxNode, site: number = siteKinds.read): number {
  const object = field(node, 'expression') ?? field(node, 'qualifier');
  const name = field(node, 'name');
  if (object === undefined || name === undefined) return 0;
  const receiver = receiverOf(c, object);
  if (name.type !== 'generic_name') return useMember(c, receiver, { name, site });
  const [segment] = segmentsOf(c, name);
  if (segment === undefined) return 0;
  if (segment.args !== undefined) typeArgumentsOf(c, segment.args);
  return useMember(c, receiver, { name: segment.node, text: segment.name, site });
}

/** `A<T>` in an expression: the class itself. */
export function visitGenericName(c: Collector, node: SyntaxNode): number {
  const [segment] = segmentsOf(c, node);
  if (segment === undefined) return 0;
  if (segment.args !== undefined) typeArgumentsOf(c, segment.args);
  return useName(c, segment.node, siteKinds.read, segment.name);
}

/** The constructed class as an expression, with sites for all but its last name. */
function constructedClass(c: Collector, node: SyntaxNode): { callee: number; types: number; place: Place } | null {
  const { writer } = c;
  const path = segmentsOf(c, node);
  const last = path.at(-1);
  if (last === undefined) return null;
  let callee = 0;
  let types = 0;
  for (const [index, segment] of path.entries()) {
    types = segment.args === undefined ? 0 : typeArgumentsOf(c, segment.args);
    callee = callee === 0 ? writer.name(segment.name, c.frame.scope) : writer.member(callee, segment.name);
    if (index < path.length - 1) writer.site(siteKinds.type, callee, placeOf(segment.node), c.frame.scope);
  }
  return { callee, types, place: placeOf(last.node) };
}

export function visitConstruction(c: Collector, node: SyntaxNode): number {
  const writtenType = field(node, 'type');
  const argumentList = partOf(partsOf(node), 'argument_list');
  const constructed = writtenType === undefined ? null : constructedClass(c, writtenType);
  const type = constructed === null && writtenType !== undefined && isType(writtenType) ? typeOf(c, writtenType) : 0;
  const args = argumentList === undefined ? [] : visitArguments(c, argumentList);
  const result =
    constructed === null
      ? type === 0
        ? 0
        : c.writer.node(ops.cast, type, 0)
      : writeConstruction(c, { ...constructed, args });
  const initializer = field(node, 'initializer');
  if (initializer !== undefined) visitInitializer(c, initializer, result);
  return result;
}

/** Visits `new(…)`, whose type is that of the variable to which it is assigned. */
export function visitImplicitConstruction(c: Collector, node: SyntaxNode, type: number): number {
  const { writer } = c;
  const parts = partsOf(node);
  const argumentList = partOf(parts, 'argument_list');
  const args = argumentList === undefined ? [] : visitArguments(c, argumentList);
  const path = writer.opOf(type) === ops.named ? writer.items(writer.operand(type, 0)) : [];
  const [name] = path;
  if (name !== undefined && path.length === 1) {
    const callee = writer.name(writer.text(name), writer.operand(type, 1));
    writeConstruction(c, { callee, args, place: placeOf(node) });
  }
  const result = writer.node(ops.cast, type, 0);
  const initializer = partOf(parts, 'initializer_expression');
  if (initializer !== undefined) visitInitializer(c, initializer, result);
  return result;
}

/** Visits `new(…)` and `new { … }` where the type is not known. */
export function visitUntypedConstruction(c: Collector, node: SyntaxNode): number {
  for (const part of partsOf(node)) {
    if (part.type === 'argument_list') visitArguments(c, part);
    else if (part.type === 'initializer_expression') visitInitializer(c, part, 0);
    else c.visit(part);
  }
  return 0;
}

/** Visits `{ A = 1, B = { 2 } }`: the names are members of `object`. */
function visitInitializer(c: Collector, node: SyntaxNode, object: number): void {
  const values: number[] = [];
  for (const part of partsOf(node)) {
    const left = part.type === 'assignment_expression' ? field(part, 'left') : undefined;
    if (left?.type !== 'identifier') {
      c.visit(part);
      continue;
    }
    const member = useMember(c, object, { name: left, site: siteKinds.write });
    const right = field(part, 'right');
    if (right?.type === 'initializer_expression') visitInitializer(c, right, member);
    else if (right !== undefined) values.push(c.visit(right));
  }
  c.writer.handOn(values);
}

/** `a with { B = 1 }`. */
export function visitWith(c: Collector, node: SyntaxNode): number {
  const [object, ...rest] = partsOf(node);
  const copied = object === undefined ? 0 : c.visit(object);
  for (const part of rest) {
    const [name, ...values] = partsOf(part);
    if (name?.type === 'identifier') useMember(c, copied, { name, site: siteKinds.write });
    for (const value of values) c.visit(value);
  }
  return copied;
}

/** Visits the left side of an assignment, or the operand of `++`. @param site the kind of its site */
export function visitTarget(c: Collector, node: SyntaxNode, site: number): number {
  if (node.type === 'identifier') return useName(c, node, site);
  return node.type === 'member_access_expression' ? visitMember(c, node, site) : c.visit(node);
}
