/** Local variables and fields: declarations, and the expected types of lambdas in their values. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityFlags, entityKinds, ops } from '../../../model/file-summary.ts';
import { isAnnotation, visitAnnotation } from './annotations.ts';
import { nameText, openBlock, placeOf, type Collector } from './collector.ts';
import { declareName, frameOf } from './frames.ts';
import { code, codeOf, partOf, partsOf } from './node-codes.ts';
import { arrayOf, dimensionsIn, typeOf, typePart } from './types.ts';

const modifiersCode = code('modifiers');
const declaratorCode = code('variable_declarator');
const identifierCode = code('identifier');
const underscoreCode = code('underscore_pattern');
const dimensionsCode = code('dimensions');

/** Visits the annotations of a declaration. Returns the other modifiers. */
export function visitModifiers(c: Collector, parts: readonly SyntaxNode[]): ReadonlySet<string> {
  const node = partOf(parts, modifiersCode);
  if (node === undefined) return new Set();
  let text = '';
  let from = node.startIndex;
  for (const part of partsOf(node)) {
    text += c.source.slice(from, part.startIndex) + ' ';
    from = part.endIndex;
    if (isAnnotation(part)) visitAnnotation(c, part);
  }
  return new Set((text + c.source.slice(from, node.endIndex)).split(/\s+/));
}

/** Records the expected type of a function. `value` may be the node of the function, or a choice between several. */
export function setContext(c: Collector, value: number, context: number): void {
  if (value === 0 || context === 0) return;
  const { writer } = c;
  const op = writer.opOf(value);
  if (op === ops.either) {
    for (const part of writer.items(writer.operand(value, 0))) setContext(c, part, context);
  } else if (op === ops.entity) {
    const entity = writer.operand(value, 0);
    const isFunction = writer.get(entity, entityFields.kind) === entityKinds.function;
    if (isFunction) writer.set(entity, entityFields.context, context);
  }
}

/** A node that means "a value of this type". */
export function ofType(c: Collector, type: number): number {
  return type === 0 ? 0 : c.writer.node(ops.cast, type, 0);
}

export interface VariableDraft {
  name: SyntaxNode;
  type: number;
  value: number;
  flags?: number;
}

/** Declares a local variable in the current scope. */
export function declareLocal(c: Collector, { name, type, value, flags = 0 }: VariableDraft): void {
  const text = nameText(c, name);
  if (text === '' || codeOf(name) === underscoreCode) return;
  // The variable hides a field. Code before the declaration still means the field, so the variable gets a scope that begins here.
  if (frameOf(c.frame, text)?.kind === 'class') openBlock(c);
  declareName(c.frame, text);
  const { scope } = c.frame;
  const valueFlag = value === 0 ? 0 : entityFlags.implemented;
  c.writer.entity({
    name: text,
    kind: entityKinds.variable,
    ...placeOf(name),
    scope,
    type,
    value,
    flags: flags | valueFlag,
  });
}

interface Declarator {
  name: SyntaxNode;
  type: number;
  value: SyntaxNode | undefined;
}

/** The variables of a declaration with their types and values. */
export function declaratorsOf(c: Collector, parts: readonly SyntaxNode[]): Declarator[] {
  const typeNode = typePart(parts);
  const type = typeNode === undefined ? 0 : typeOf(c, typeNode);
  const found: Declarator[] = [];
  for (const part of parts) {
    if (codeOf(part) !== declaratorCode) continue;
    const declaratorParts = partsOf(part);
    const name = declaratorParts.find((child) => codeOf(child) === identifierCode || codeOf(child) === underscoreCode);
    if (name === undefined) continue;
    const value = declaratorParts.find((child) => child !== name && codeOf(child) !== dimensionsCode);
    found.push({ name, type: arrayOf(c, type, dimensionsIn(c, declaratorParts)), value });
  }
  return found;
}

export function visitLocal(c: Collector, node: SyntaxNode): number {
  const parts = partsOf(node);
  visitModifiers(c, parts);
  for (const { name, type, value } of declaratorsOf(c, parts)) {
    const initial = value === undefined ? 0 : c.visit(value);
    setContext(c, initial, ofType(c, type));
    declareLocal(c, { name, type, value: initial });
  }
  return 0;
}
