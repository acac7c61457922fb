/** Expressions and statements. A block has the value of its last expression. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityKinds, ops, primitives, scopeKinds, siteKinds } from '../../../model/file-summary.ts';
import {
  fieldName,
  inBlock,
  isCapital,
  lookUpLocal,
  nameText,
  placeOf,
  primitive,
  type Collector,
} from './collector.ts';
import { hasItems, hoistItems } from './items.ts';
import { isLibraryMacro } from '../library-macros.ts';
import { methodOfLibraryTrait } from './library-traits.ts';
import { writeInvocationSite } from './macros.ts';
import { code, codeOf, codes, partsOf } from './node-codes.ts';
import { bindPattern } from './patterns.ts';
import { segmentsOf, typeArguments, typePath, visitName, visitPath } from './paths.ts';
import {
  isLiteral,
  writeBinary,
  writeCompound,
  writeConversion,
  writeFormat,
  writeIndex,
  writeLibraryCall,
  writeLoop,
  writeTry,
  writeUnary,
} from './implicit-calls.ts';
import { typeOf } from './types.ts';
import { visitTokens } from './tokens.ts';

const expressionStatementCode = code('expression_statement');

/** The operators of a chain whose methods are recorded. */
const maxOperators = 16;
/** Further arguments of a call and elements of an array are dropped. */
const maxArguments = 16;

export function visitBlock(c: Collector, node: SyntaxNode): number {
  const parts = partsOf(node);
  return inBlock(c, () => {
    if (hasItems(parts)) {
      c.scope = c.writer.scope(c.scope, scopeKinds.block, -1);
      c.itemScope = c.scope;
      hoistItems(c, parts);
      // Variables get a scope inside that of the items, because items cannot see them.
      c.scope = c.writer.scope(c.scope, scopeKinds.block, -1);
    }
    let value = 0;
    for (const part of parts) {
      const result = c.visit(part);
      // An expression with a semicolon is not the value of the block. The grammar makes `match` and its like a statement also without one.
      const isStatement = codeOf(part) === expressionStatementCode && c.source[part.endIndex - 1] === ';';
      value = isStatement ? 0 : result;
    }
    return value;
  });
}

/** The callee of a call. The site at its last name is a construction if the name is that of a type or variant; otherwise a call. */
function visitCallee(c: Collector, node: SyntaxNode): number {
  switch (codeOf(node)) {
    case codes.identifier: {
      const isType = isCapital(nameText(c, node)) && lookUpLocal(c, nameText(c, node)) === null;
      return visitName(c, node, isType ? siteKinds.construct : siteKinds.call);
    }
    case codes.scopedIdentifier: {
      const last = partsOf(node).at(-1);
      const isVariant = last !== undefined && isCapital(nameText(c, last));
      return visitPath(c, node, isVariant ? siteKinds.construct : siteKinds.call);
    }
    case codes.fieldExpression:
      return visitField(c, node, siteKinds.call);
    default:
      return c.visit(node);
  }
}

export function visitCall(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const [head, argumentList] = partsOf(node);
  if (head === undefined) return 0;
  if (c.source[head.endIndex] === '!') return visitRewrittenMacro(c, node, argumentList);
  const method = argumentList === undefined ? null : methodOfLibraryTrait(c, head);
  if (method !== null) return visitTraitCall(c, method, partsOf(argumentList!));
  let callee: number;
  let types: number[] = [];
  if (codeOf(head) === codes.genericFunction) {
    const [calleeNode, list] = partsOf(head);
    callee = calleeNode === undefined ? 0 : visitCallee(c, calleeNode);
    if (list !== undefined && codeOf(list) === codes.typeArguments) types = typeArguments(c, list);
  } else {
    callee = visitCallee(c, head);
    // In `f()()`, the second call has no name, so its site is at the arguments.
    if (codeOf(head) === codes.callExpression && callee !== 0 && argumentList !== undefined)
      writer.site(siteKinds.call, callee, placeOf(argumentList), c.scope);
  }
  const args = argumentList === undefined ? [] : partsOf(argumentList).map((part) => c.visit(part));
  if (callee === 0) return 0;
  if (args.length === 0 && writer.opOf(callee) === ops.member) {
    const name = writer.text(writer.operand(callee, 1));
    writeLibraryCall(c, name, writer.operand(callee, 0), placeOf(argumentList ?? node));
    if (name === 'parse' || name === 'into')
      writeConversion(c, name, types[0] ?? c.expectedType, placeOf(argumentList ?? node));
  }
  const call = writer.node(ops.call, callee, writer.list(args.slice(0, maxArguments)), writer.list(types));
  for (const [position, arg] of args.slice(0, maxArguments).entries()) {
    if (arg === 0 || writer.opOf(arg) !== ops.entity) continue;
    const entity = writer.operand(arg, 0);
    const isClosure = writer.get(entity, entityFields.kind) === entityKinds.function;
    if (isClosure && writer.get(entity, entityFields.context) === 0)
      writer.set(entity, entityFields.context, writer.node(ops.argument, call, position));
  }
  return call;
}

/** `fmt::Display::fmt(value, f)` calls the method of the value. */
function visitTraitCall(c: Collector, method: SyntaxNode, args: readonly SyntaxNode[]): number {
  const { writer } = c;
  const [receiver = 0, ...values] = args.map((arg) => c.visit(arg));
  const callee = writer.member(receiver, nameText(c, method));
  writer.site(siteKinds.call, callee, placeOf(method), c.scope);
  return writer.node(ops.call, callee, writer.list(values.slice(0, maxArguments)), 0);
}

/** `x.f`, `x.0`. */
export function visitField(c: Collector, node: SyntaxNode, site: number): number {
  const [object, field] = partsOf(node);
  if (object === undefined) return 0;
  const receiver = c.visit(object);
  if (field === undefined) return 0;
  if (receiver === 0) {
    // Of a method that is called on an unknown value, the name is known.
    if (site === siteKinds.call && codeOf(field) === codes.fieldIdentifier)
      c.writer.site(site, c.writer.member(0, nameText(c, field)), placeOf(field), c.scope);
    return 0;
  }
  const isPosition = codeOf(field) === codes.integer;
  const name = isPosition ? c.source.slice(field.startIndex, field.endIndex) : nameText(c, field);
  if (name === '') return 0;
  const result = c.writer.member(receiver, isPosition || site === siteKinds.call ? name : fieldName(name));
  // `x.0` is an element if x is a tuple, and a member if it is a tuple struct.
  if (isPosition) return c.writer.either([result, c.writer.node(ops.item, receiver, Number(name) || 0)]);
  c.writer.site(site, result, placeOf(field), c.scope);
  return result;
}

export function visitGeneric(c: Collector, node: SyntaxNode): number {
  const [base, list] = partsOf(node);
  const value = base === undefined ? 0 : c.visit(base);
  if (list !== undefined && codeOf(list) === codes.typeArguments) typeArguments(c, list);
  return value;
}

/** `P { a: 1, b, ..d }`. */
export function visitStruct(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const [head, body] = partsOf(node);
  const segments = head === undefined ? null : segmentsOf(c, head);
  const last = segments?.at(-1);
  const type = segments === null ? 0 : typePath(c, segments);
  if (last !== undefined && type !== 0 && last.name !== 'Self')
    writer.site(siteKinds.construct, type, placeOf(last.node), c.scope);
  const isVariant = segments !== null && segments.length > 1 && isCapital(segments.at(-2)!.name);
  const fieldOwner = isVariant ? typePath(c, segments.slice(0, -1)) : type;
  const object = fieldOwner === 0 ? 0 : writer.node(ops.cast, fieldOwner, 0);
  // The fields of a variant belong to the enum.
  const prefix = isVariant ? `${last!.name}::` : '';
  const writeFieldSite = (field: SyntaxNode): void => {
    const name = nameText(c, field);
    if (object !== 0 && name !== '')
      writer.site(
        siteKinds.write,
        writer.member(object, prefix === '' ? fieldName(name) : prefix + name),
        placeOf(field),
        c.scope,
      );
  };
  const values: number[] = [];
  for (const part of body === undefined ? [] : partsOf(body)) {
    const kind = codeOf(part);
    const parts = partsOf(part).filter((child) => codeOf(child) !== codes.attribute);
    const [first, ...rest] = parts;
    if (first === undefined) continue;
    if (kind === codes.fieldInitializer) {
      if (codeOf(first) === codes.fieldIdentifier) writeFieldSite(first);
      for (const value of rest) values.push(c.visit(value));
    } else if (kind === codes.shorthandInitializer) {
      writeFieldSite(first);
      values.push(visitName(c, first, siteKinds.read));
    } else for (const value of parts) c.visit(value);
  }
  writer.handOn(values);
  return object;
}

/** `let p: T = v else { … };` */
export function visitLet(c: Collector, node: SyntaxNode): number {
  const pattern = node.childForFieldName('pattern');
  const typeNode = node.childForFieldName('type');
  const valueNode = node.childForFieldName('value');
  const alternative = node.childForFieldName('alternative');
  const type = typeNode === null ? 0 : typeOf(c, typeNode);
  const { expectedType } = c;
  c.expectedType = valueNode === null || !isConversion(valueNode) ? 0 : type;
  const value = valueNode === null ? 0 : c.visit(valueNode);
  c.expectedType = expectedType;
  if (alternative !== null) c.visit(alternative);
  if (pattern === null) return 0;
  const declared = type === 0 ? value : c.writer.node(ops.cast, type, value);
  bindPattern(c, pattern, declared, 0);
  return 0;
}

/** Whether the value is that of `x.into()` or `x.parse()`, possibly unwrapped: the declared type is what the conversion makes. */
function isConversion(value: SyntaxNode): boolean {
  return /\.(?:into\(\)|parse\(\)(?:\?|\.(?:unwrap|expect)\([^()]*\)))$/.test(value.text.slice(-200));
}

/** `let p = v` in a condition. */
export function visitLetCondition(c: Collector, node: SyntaxNode): number {
  const [pattern, valueNode] = partsOf(node);
  const value = valueNode === undefined ? 0 : c.visit(valueNode);
  if (pattern !== undefined) bindPattern(c, pattern, value);
  return 0;
}

/** `if` and `while`, whose condition may bind names. The value is that of one of the blocks. */
export function visitBranch(c: Collector, node: SyntaxNode): number {
  return inBlock(c, () => {
    const [condition, ...rest] = partsOf(node);
    if (condition !== undefined) c.visit(condition);
    return c.writer.either([...new Set(rest.map((part) => c.visit(part)))]);
  });
}

export function visitFor(c: Collector, node: SyntaxNode): number {
  return inBlock(c, () => {
    const parts = partsOf(node).filter((part) => codeOf(part) !== codes.label);
    const [pattern, iterable, ...rest] = parts;
    const value = iterable === undefined ? 0 : c.visit(iterable);
    if (iterable !== undefined) writeLoop(c, iterable, value);
    if (pattern !== undefined) bindPattern(c, pattern, value === 0 ? 0 : c.writer.node(ops.element, value));
    for (const part of rest) c.visit(part);
    return 0;
  });
}

export function visitMatch(c: Collector, node: SyntaxNode): number {
  const [subject, body] = partsOf(node);
  const value = subject === undefined ? 0 : c.visit(subject);
  const values = new Set<number>();
  for (const arm of body === undefined ? [] : partsOf(body)) {
    const branchValue = inBlock(c, () => {
      let result = 0;
      for (const part of partsOf(arm)) {
        if (codeOf(part) === codes.matchPattern) bindPattern(c, part, value);
        else result = c.visit(part);
      }
      return result;
    });
    values.add(branchValue);
  }
  return c.writer.either([...values]);
}

/** `x?`. */
export function visitTry(c: Collector, node: SyntaxNode): number {
  const [operand] = partsOf(node);
  const value = operand === undefined ? 0 : c.visit(operand);
  if (value === 0) return 0;
  writeTry(c, value, placeOf(node.child(node.childCount - 1) ?? node));
  return c.writer.node(ops.await, value);
}

export function visitIndex(c: Collector, node: SyntaxNode): number {
  const [value, key] = partsOf(node).map((part) => c.visit(part));
  writeIndex(c, value ?? 0, placeOf(node));
  return value === undefined || value === 0 ? 0 : c.writer.node(ops.index, value, key ?? 0);
}

export function visitCast(c: Collector, node: SyntaxNode): number {
  const [value, typeNode] = partsOf(node);
  if (value !== undefined) c.visit(value);
  const type = typeNode === undefined ? 0 : typeOf(c, typeNode);
  return type === 0 ? 0 : c.writer.node(ops.cast, type, 0);
}

/** Long sums nest deeply on the left side, so a loop walks them instead of recursion. */
export function visitBinary(c: Collector, node: SyntaxNode): number {
  const rightSides: SyntaxNode[] = [];
  const operators: (SyntaxNode | null)[] = [];
  let leftmost = node;
  while (codeOf(leftmost) === codes.binaryExpression) {
    const parts = partsOf(leftmost);
    const [left, right] = [parts[0], parts.at(-1)];
    if (left === undefined || right === undefined || left === right) break;
    rightSides.push(right);
    operators.push(isLiteral(left) || isLiteral(right) ? null : leftmost.childForFieldName('operator'));
    leftmost = left;
  }
  let value = codeOf(leftmost) !== codes.binaryExpression ? c.visit(leftmost) : 0;
  for (let index = rightSides.length - 1; index >= 0; index--) {
    const right = c.visit(rightSides[index]!);
    const operator = operators[index]!;
    // The value of a long sum would nest as deeply as the sum is long.
    const isFar = rightSides.length - index > maxOperators;
    value = operator === null || isFar ? 0 : writeBinary(c, operator, value, right);
  }
  return value;
}

/** An assignment. The target gets a site. */
export function visitAssignment(c: Collector, node: SyntaxNode): number {
  const [left, ...rest] = partsOf(node);
  for (const part of rest) {
    const kept = c.visit(part);
    if (left !== undefined && codeOf(left) !== codes.identifier) c.writer.handOn([kept]);
  }
  if (left === undefined) return 0;
  const value = assigned(c, left);
  const operator = node.childForFieldName('operator');
  if (operator !== null && rest.length === 1 && !isLiteral(rest[0]!)) writeCompound(c, operator, value);
  return 0;
}

function assigned(c: Collector, left: SyntaxNode): number {
  if (codeOf(left) === codes.identifier) return visitName(c, left, siteKinds.write);
  return codeOf(left) === codes.fieldExpression ? visitField(c, left, siteKinds.write) : c.visit(left);
}

/** `-a`, `!a`, `*a`. */
export function visitUnary(c: Collector, node: SyntaxNode): number {
  const operand = partsOf(node).at(-1);
  return operand === undefined ? 0 : writeUnary(c, node, c.visit(operand));
}

export function visitTuple(c: Collector, node: SyntaxNode): number {
  return c.writer.node(ops.array, c.writer.list(partsOf(node).map((part) => c.visit(part))));
}

export function visitArray(c: Collector, node: SyntaxNode): number {
  const parts = partsOf(node);
  const [first, second] = parts;
  const values = parts.map((part) => c.visit(part));
  // `[value; length]`.
  const isRepeated = second !== undefined && c.source.slice(first!.endIndex, second.startIndex).includes(';');
  return c.writer.node(ops.array, c.writer.list(values.slice(0, isRepeated ? 1 : maxArguments)));
}

/**
 * A macro call that was rewritten to a function call (`library-macros.ts`, `argument-macros.ts`). An assignment among the arguments is
 * a named argument, as in `format!("{a}", a = b)`.
 */
function visitRewrittenMacro(c: Collector, node: SyntaxNode, argumentList: SyntaxNode | undefined): number {
  const name = nameText(c, node);
  const macro = isLibraryMacro(name) ? 0 : writeInvocationSite(c, node);
  const made = c.visitMade(node);
  if (made !== null) return made;
  const parts = argumentList === undefined ? [] : partsOf(argumentList);
  const values = parts.map((part) => {
    const value = codeOf(part) === codes.assignment ? partsOf(part).at(-1) : part;
    return value === undefined ? 0 : c.visit(value);
  });
  if (isLibraryMacro(name)) writeFormat(c, parts, values);
  if (name === 'dbg') return values[0] ?? 0;
  if (name === 'format') return primitive(c, primitives.string);
  return macro === 0 ? 0 : c.writer.node(ops.call, macro, c.writer.list(values.slice(0, maxArguments)), 0);
}

/** The result of a macro is unknown, except for library macros that make a string or a list. */
export function visitMacro(c: Collector, node: SyntaxNode): number {
  const tokens = partsOf(node).at(-1);
  const macro = writeInvocationSite(c, node);
  const made = c.visitMade(node);
  if (made !== null) return made;
  const isExpanded = c.expandedCalls.has(node.startIndex) && codeOf(node) === codes.macroInvocation;
  if (tokens !== undefined && tokens.type === 'token_tree' && !isExpanded) visitTokens(c, tokens, true);
  const name = nameText(c, node);
  if (name === 'vec') return c.writer.node(ops.array, 0);
  if (name === 'format') return primitive(c, primitives.string);
  const args = tokens === undefined || isExpanded || macro === 0 ? null : plainArguments(c, tokens);
  return args === null ? 0 : c.writer.node(ops.call, macro, c.writer.list(args), 0);
}

const plainArgument = /^\s*(?:&\s*)?(?:mut\s+)?([\p{L}_][\p{L}\p{N}_]*)\s*$/u;
/** A longer text has other arguments. */
const maxPlain = 200;

/** The values of arguments of a macro that are names of variables only; null for any other arguments. */
function plainArguments(c: Collector, tokens: SyntaxNode): number[] | null {
  if (tokens.endIndex - tokens.startIndex > maxPlain) return null;
  const values: number[] = [];
  for (const text of c.source
    .slice(tokens.startIndex + 1, tokens.endIndex - 1)
    .replace(/,\s*$/, '')
    .split(',')) {
    const name = plainArgument.exec(text)?.[1];
    const local = name === undefined ? null : lookUpLocal(c, name);
    if (local === null) return null;
    values.push(local.node);
  }
  return values;
}
