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

/** The receivers of the surrounding `?.` expressions, from the innermost outwards. */
const conditionalReceivers = new WeakMap<Collector, number[]>();

export function visitArguments(c: Collector, node: SyntaxNode): number[] {
  return partsOf(node).map((part) => {
    if (part.type !== 'argument') return c.visit(part);
    const name = field(part, 'name');
    const inner = valuesIn(part).filter((one) => one.id !== name?.id);
    const value = inner.map((one) => c.visit(one)).at(-1) ?? 0;
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

/** A method's name with the number of its written type arguments: the call can only mean methods with that many type parameters. */
function methodName(c: Collector, name: SyntaxNode, count: number): string {
  const text = nameOf(c, name);
  // The linker looks up the plain name.
  c.writer.string(text);
  return withArity(text, count);
}

/** The callee of a call. */
function calleeOf(c: Collector, node: SyntaxNode): Callee {
  const { writer } = c;
  const at = node.type;
  if (at === 'identifier' || at === 'generic_name') {
    const name = at === 'identifier' ? node : partsOf(node)[0];
    if (name === undefined) return { node: 0, place: null, types: 0 };
    const typeArguments = typeArgumentNodes(node).map((type) => typeOf(c, type));
    const called = methodName(c, name, typeArguments.length);
    return { node: writer.name(called, c.frame.scope), place: placeOf(name), types: writer.list(typeArguments) };
  }
  if (at === 'member_access_expression' || at === 'member_binding_expression') {
    const parts = partsOf(node);
    const last = parts.at(-1);
    const object = field(node, 'expression');
    const on = at === 'member_binding_expression' ? boundValue(c) : object === undefined ? 0 : receiverOf(c, object);
    const name = last?.type === 'generic_name' ? partsOf(last)[0] : last;
    const typeArguments = last === undefined ? [] : typeArgumentNodes(last).map((type) => typeOf(c, type));
    const types = writer.list(typeArguments);
    if (name === undefined || on === 0) return { node: 0, place: null, types };
    return { node: writer.member(on, methodName(c, name, typeArguments.length)), place: placeOf(name), types };
  }
  if (at === 'conditional_access_expression') return underCondition(c, node, (inner) => calleeOf(c, inner));
  return { node: c.visit(node), place: null, types: 0 };
}

/** Runs `work` on the part after the operator of `a?.b`, with `a` as its receiver. */
function underCondition<T>(c: Collector, node: SyntaxNode, work: (inner: SyntaxNode) => T): T {
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

function boundValue(c: Collector): number {
  return conditionalReceivers.get(c)?.at(-1) ?? 0;
}

export function visitConditionalAccess(c: Collector, node: SyntaxNode): number {
  if (partsOf(node).length < 2) return 0;
  return underCondition(c, node, (inner) => c.visit(inner));
}

export function visitMemberBinding(c: Collector, node: SyntaxNode): number {
  const name = field(node, 'name');
  return name === undefined ? 0 : useMember(c, boundValue(c), { name });
}

export function visitElementBinding(c: Collector, node: SyntaxNode): number {
  for (const part of partsOf(node)) visitArguments(c, part);
  const on = boundValue(c);
  return on === 0 ? 0 : c.writer.node(ops.index, on, 0);
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
  const on = receiverOf(c, object);
  if (name.type !== 'generic_name') return useMember(c, on, { name, site });
  const [segment] = segmentsOf(c, name);
  if (segment === undefined) return 0;
  if (segment.args !== undefined) typeArgumentsOf(c, segment.args);
  return useMember(c, on, { name: segment.node, text: segment.name, site });
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
  const typed = field(node, 'type');
  const argumentList = partOf(partsOf(node), 'argument_list');
  const made = typed === undefined ? null : constructedClass(c, typed);
  const type = made === null && typed !== undefined && isType(typed) ? typeOf(c, typed) : 0;
  const args = argumentList === undefined ? [] : visitArguments(c, argumentList);
  const result =
    made === null ? (type === 0 ? 0 : c.writer.node(ops.cast, type, 0)) : writeConstruction(c, { ...made, args });
  const initializer = field(node, 'initializer');
  if (initializer !== undefined) visitInitializer(c, initializer, result);
  return result;
}

/** `new(…)`, whose type comes from its target. */
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

export function visitUntypedConstruction(c: Collector, node: SyntaxNode): number {
  for (const part of partsOf(node)) {
    if (part.type === 'argument_list') visitArguments(c, part);
    else if (part.type === 'initializer_expression') visitInitializer(c, part, 0);
    else c.visit(part);
  }
  return 0;
}

/** `{ A = 1, B = { 2 } }`: the names are members of the new object. */
function visitInitializer(c: Collector, node: SyntaxNode, made: number): void {
  for (const part of partsOf(node)) {
    const left = part.type === 'assignment_expression' ? field(part, 'left') : undefined;
    if (left?.type !== 'identifier') {
      c.visit(part);
      continue;
    }
    const member = useMember(c, made, { name: left, site: siteKinds.write });
    const right = field(part, 'right');
    if (right?.type === 'initializer_expression') visitInitializer(c, right, member);
    else if (right !== undefined) c.visit(right);
  }
}

/** `a with { B = 1 }`. */
export function visitWith(c: Collector, node: SyntaxNode): number {
  const [object, ...rest] = partsOf(node);
  const value = object === undefined ? 0 : c.visit(object);
  for (const part of rest) {
    const [name, ...values] = partsOf(part);
    if (name?.type === 'identifier') useMember(c, value, { name, site: siteKinds.write });
    for (const one of values) c.visit(one);
  }
  return value;
}
