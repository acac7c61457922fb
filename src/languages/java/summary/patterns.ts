/** `instanceof` and patterns. Their variables are visible from the pattern on. */
import type { SyntaxNode } from '../../language.ts';
import { entityFlags, primitives, siteKinds } from '../../../model/file-summary.ts';
import { nameText, openBlock, primitive, textOf, type Collector } from './collector.ts';
import { isLocal } from './frames.ts';
import { code, codeOf, partOf, partsOf } from './node-codes.ts';
import { isType, typeOf, typePart } from './types.ts';
import { declareLocal } from './variables.ts';

const identifierCode = code('identifier');
const genericTypeCode = code('generic_type');
const typePatternCode = code('type_pattern');
const recordPatternCode = code('record_pattern');
const recordBodyCode = code('record_pattern_body');
const componentCode = code('record_pattern_component');
const patternCode = code('pattern');

/** A type test of a variable (`x instanceof A`) that binds no new name. */
export interface TypeTest {
  name: SyntaxNode;
  type: number;
}

/** @param tests collects the tests of local variables; null if they are not of interest */
export function visitInstanceOf(c: Collector, node: SyntaxNode, tests: TypeTest[] | null = null): number {
  const [left, ...rest] = partsOf(node);
  const result = primitive(c, primitives.boolean);
  if (left === undefined) return result;
  c.visit(left);
  const typeNode = typePart(rest);
  const type = typeNode === undefined ? 0 : typeOf(c, typeNode);
  const name = partOf(rest, identifierCode);
  if (name !== undefined) bindVariable(c, name, type);
  else if (type !== 0 && tests !== null && codeOf(left) === identifierCode && isLocal(c.frame, nameText(c, left)))
    tests.push({ name: left, type });
  for (const part of rest) if (codeOf(part) === recordPatternCode) visitPattern(c, part);
  return result;
}

const classTest =
  /^(?:(?<a>\w+)\.getClass\(\)\s*==\s*[\w.]+\.class|[\w.]+\.class\s*==\s*(?<b>\w+)\.getClass\(\)|[\w.]+\.class\.(?:isInstance\((?<c>\w+)\)|isAssignableFrom\((?<d>\w+)\.getClass\(\)\)))$/u;

/** The variable whose class a condition tests; undefined if it is not such a test. */
function testedName(c: Collector, node: SyntaxNode): string | undefined {
  if (node.endIndex - node.startIndex > 200) return undefined;
  const found = classTest.exec(textOf(c, node))?.groups;
  return found?.['a'] ?? found?.['b'] ?? found?.['c'] ?? found?.['d'];
}

/** `x.getClass() == A.class`, `A.class.isInstance(x)`, `A.class.isAssignableFrom(x.getClass())`. */
export function isClassTest(c: Collector, node: SyntaxNode): boolean {
  return testedName(c, node) !== undefined;
}

export function visitClassTest(c: Collector, node: SyntaxNode, tests: TypeTest[]): void {
  c.visit(node);
  const name = testedName(c, node);
  const [literal] = node.descendantsOfType('class_literal');
  const variable = node.descendantsOfType('identifier').find((child) => child !== null && nameText(c, child) === name);
  const typeNode = literal === null || literal === undefined ? undefined : partsOf(literal)[0];
  if (!variable || typeNode === undefined || name === undefined || !isLocal(c.frame, name)) return;
  const type = c.writer.withoutSites(() => typeOf(c, typeNode));
  if (type !== 0) tests.push({ name: variable, type });
}

/** Opens a scope in which each tested variable has the type that it was tested for. */
export function narrow(c: Collector, tests: readonly TypeTest[]): void {
  if (tests.length === 0) return;
  openBlock(c);
  for (const { name, type } of tests) declareLocal(c, { name, type, value: 0, flags: entityFlags.narrowed });
}

function bindVariable(c: Collector, name: SyntaxNode, type: number): void {
  openBlock(c);
  declareLocal(c, { name, type, value: 0 });
}

const maxDepth = 40;

export function visitPattern(c: Collector, node: SyntaxNode, depth = 0): void {
  if (depth > maxDepth) return;
  const parts = partsOf(node);
  switch (codeOf(node)) {
    case patternCode:
    case recordBodyCode:
      for (const part of parts) visitPattern(c, part, depth + 1);
      return;
    case typePatternCode:
    case componentCode: {
      const typeNode = typePart(parts);
      const name = parts.findLast((part) => codeOf(part) === identifierCode);
      const type = typeNode === undefined ? 0 : typeOf(c, typeNode);
      if (name !== undefined && name !== typeNode) bindVariable(c, name, type);
      return;
    }
    case recordPatternCode:
      for (const part of parts) {
        if (codeOf(part) === identifierCode || codeOf(part) === genericTypeCode || isType(part))
          typeOf(c, part, siteKinds.type);
        else visitPattern(c, part, depth + 1);
      }
      return;
    default:
      c.visit(node);
  }
}
