/**
 * Calls and conversions, which have the same syntax. Where the file shows that the callee is a type, the expression is a conversion;
 * otherwise the linker decides.
 */
import type { SyntaxNode } from '../../language.ts';
import { ops, primitives, siteKinds } from '../../../model/file-summary.ts';
import { lookUpLocal, nameText, placeOf, primitive, type Collector } from './collector.ts';
import { isLocalVariable } from './functions.ts';
import { builtinFunctions, visitCallee, visitName } from './names.ts';
import { codeOf, codes, isType, partsOf } from './node-codes.ts';
import { isTypeName, nameOfType, typeArguments, typeFromExpression, typeOf } from './types.ts';

/** Arguments of a call beyond this number are dropped. */
const maxArguments = 16;

export function visitCall(c: Collector, node: SyntaxNode): number {
  const parts = partsOf(node);
  const [callee] = parts;
  const argumentList = parts.at(-1);
  if (callee === undefined || argumentList === undefined || codeOf(argumentList) !== codes.argument_list) {
    for (const part of parts) c.visit(part);
    return 0;
  }
  const typeArgumentList = parts.length > 2 && codeOf(parts[1]!) === codes.type_arguments ? parts[1]! : null;
  switch (codeOf(callee)) {
    case codes.identifier: {
      const name = nameText(c, callee);
      const isDeclared = lookUpLocal(c, name) !== null || c.top.has(name);
      if (!isDeclared && builtinFunctions.has(name)) return builtinCall(c, name, argumentList);
      if (isTypeName(c, name)) return conversion(c, typeOf(c, callee), argumentList);
      break;
    }
    case codes.parenthesized_expression:
      // `(*T)(x)`.
      if (/^\(\s*\*/.test(c.source.slice(callee.startIndex, callee.startIndex + 10))) {
        c.visit(callee);
        const type = typeFromExpression(c, callee);
        return conversion(c, type, argumentList);
      }
      break;
    case codes.index_expression:
      return genericCall(c, callee, argumentList);
    case codes.call_expression:
    case codes.type_assertion_expression: {
      const target = c.visit(callee);
      // A callee without a name gets its site at the argument list.
      if (target !== 0) c.writer.site(siteKinds.call, target, placeOf(argumentList), c.scope);
      return callOf(c, target, { argumentList, types: [] });
    }
    default:
      if (isType(codeOf(callee))) return conversion(c, typeOf(c, callee), argumentList);
  }
  const target = visitCallee(c, callee, siteKinds.call);
  const types = typeArgumentList === null ? [] : typeArguments(c, typeArgumentList);
  return callOf(c, target, { argumentList, types });
}

function callOf(
  c: Collector,
  callee: number,
  { argumentList, types }: { argumentList: SyntaxNode; types: readonly number[] },
): number {
  const args = visitArguments(c, argumentList);
  if (callee === 0) return 0;
  return c.writer.node(ops.call, callee, c.writer.list(args.slice(0, maxArguments)), c.writer.list(types));
}

function visitArguments(c: Collector, argumentList: SyntaxNode): number[] {
  return partsOf(argumentList).map((part) => c.visit(part));
}

function conversion(c: Collector, type: number, argumentList: SyntaxNode): number {
  visitArguments(c, argumentList);
  return type === 0 ? 0 : c.writer.node(ops.cast, type, 0);
}

/** `f[T](x, y)`. If a local variable stands before the bracket, it is a call of an element: `handlers[i](x)`. */
function genericCall(c: Collector, callee: SyntaxNode, argumentList: SyntaxNode): number {
  const { writer } = c;
  const [object, ...keys] = partsOf(callee);
  if (object === undefined) return 0;
  const isElement = codeOf(object) === codes.identifier && isLocalVariable(c, nameText(c, object));
  const value = isElement ? visitName(c, object, siteKinds.read) : visitCallee(c, object, siteKinds.call);
  const types = isElement ? [] : keys.map((key) => typeFromExpression(c, key));
  for (const key of keys) c.visit(key);
  const target = value === 0 ? 0 : writer.node(ops.index, value, 0);
  if (isElement && target !== 0) writer.site(siteKinds.call, target, placeOf(argumentList), c.scope);
  return callOf(c, target, { argumentList, types });
}

/** `[]byte(x)` and similar conversions. The grammar also reads `T[A](x)`, `f[A](x)` and `f[i](x)` as conversions. */
export function visitConversion(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const [typeNode, ...operands] = partsOf(node);
  if (typeNode === undefined) return 0;
  const [base, argumentList] = partsOf(typeNode);
  const isGeneric = codeOf(typeNode) === codes.generic_type && base !== undefined;
  const name = isGeneric && codeOf(base) === codes.type_identifier ? nameText(c, base) : '';
  const isQualified = isGeneric && codeOf(base) === codes.qualified_type;
  if ((name === '' || isTypeName(c, name)) && !isQualified) {
    const type = typeOf(c, typeNode);
    for (const operand of operands) c.visit(operand);
    return type === 0 ? 0 : writer.node(ops.cast, type, 0);
  }
  const local = name === '' ? null : lookUpLocal(c, name);
  const value = local?.node ?? nameOfType(c, base!);
  const types =
    argumentList === undefined
      ? []
      : local === null
        ? typeArguments(c, argumentList)
        : (visitKeys(c, argumentList), []);
  const nameNode = isQualified ? partsOf(base)[1] : base;
  const place = placeOf(nameNode ?? typeNode);
  const target = value === 0 ? 0 : writer.node(ops.index, value, 0);
  if (target !== 0) writer.site(siteKinds.call, local === null ? value : target, place, c.scope);
  const args = operands.map((operand) => c.visit(operand));
  return target === 0 ? 0 : writer.node(ops.call, target, writer.list(args), writer.list(types));
}

/** Visits the values between brackets (`f[i](x)`), which the grammar reads as types. */
function visitKeys(c: Collector, argumentList: SyntaxNode): void {
  for (const element of partsOf(argumentList)) {
    for (const part of partsOf(element)) {
      if (codeOf(part) === codes.type_identifier) visitName(c, part, siteKinds.read);
      else c.visit(part);
    }
  }
}

function builtinCall(c: Collector, name: string, argumentList: SyntaxNode): number {
  const { writer } = c;
  const [first, ...rest] = partsOf(argumentList);
  switch (name) {
    case 'make':
    case 'new': {
      if (first === undefined) return 0;
      // The grammar reads the type in `new(p.T)` as a selector.
      const isQualified = codeOf(first) === codes.selector_expression;
      if (isQualified) c.visit(first);
      const site = name === 'new' ? siteKinds.construct : siteKinds.type;
      const type = isQualified ? typeFromExpression(c, first) : typeOf(c, first, site);
      for (const part of rest) c.visit(part);
      return type === 0 ? 0 : writer.node(ops.cast, type, 0);
    }
    case 'append': {
      const [list, element] = visitArguments(c, argumentList);
      // If nothing is known of the list, the result is an array of the appended element.
      return list === undefined || list === 0
        ? element === undefined || element === 0
          ? 0
          : writer.node(ops.array, writer.list([element]))
        : list;
    }
    case 'max':
    case 'min':
      return visitArguments(c, argumentList)[0] ?? 0;
    default:
      visitArguments(c, argumentList);
      return name === 'len' || name === 'cap' || name === 'copy' ? primitive(c, primitives.number) : 0;
  }
}
