/** Patterns: the variables that they bind, and the types and variants that they name. */
import type { SyntaxNode } from '../../language.ts';
import { ops, siteKinds } from '../../../model/file-summary.ts';
import { declareVariable, fieldName, isCapital, nameText, placeOf, type Collector } from './collector.ts';
import { code, codeOf, codes, partsOf } from './node-codes.ts';
import { segmentsOf, typePath, visitName, visitPath } from './paths.ts';

const tuplePatternCode = code('tuple_pattern');
const tupleStructPatternCode = code('tuple_struct_pattern');
const structPatternCode = code('struct_pattern');
const slicePatternCode = code('slice_pattern');
const remainingCode = code('remaining_field_pattern');
const capturedPatternCode = code('captured_pattern');
/** Patterns that bind the whole value to the patterns inside them. */
const wrappers: ReadonlySet<number> = new Set(
  'or_pattern ref_pattern mut_pattern reference_pattern match_pattern parenthesized_expression'.split(' ').map(code),
);

const maxDepth = 560;

/**
 * Declares the variables of a pattern.
 * @param value the node of the matched value; 0 if unknown
 */
export function bindPattern(c: Collector, node: SyntaxNode, value: number, type = 0): void {
  if (c.depth > maxDepth) return;
  c.depth++;
  readPattern(c, node, value, type);
  c.depth--;
}

function readPattern(c: Collector, node: SyntaxNode, value: number, type: number): void {
  const { writer } = c;
  const kind = codeOf(node);
  const parts = partsOf(node);
  switch (kind) {
    case codes.identifier: {
      // By convention variables begin with a lower-case letter. This is a constant, or a variant without fields.
      if (isCapital(nameText(c, node))) visitName(c, node, siteKinds.read);
      else declareVariable(c, node, { type, value });
      return;
    }
    case codes.scopedIdentifier:
      visitPath(c, node, siteKinds.read);
      return;
    case tuplePatternCode:
      for (const { index, part } of positions(c, node))
        bindPattern(c, part, value === 0 || index === -1 ? 0 : writer.node(ops.item, value, index));
      return;
    case slicePatternCode:
      // All elements of a slice have one type.
      for (const part of parts) bindPattern(c, part, value === 0 ? 0 : writer.node(ops.index, value, 0));
      return;
    case tupleStructPatternCode:
      readTupleStruct(c, node, value);
      return;
    case structPatternCode:
      readStruct(c, parts, value);
      return;
    case capturedPatternCode: {
      const [name, ...rest] = parts;
      if (name !== undefined) declareVariable(c, name, { type, value });
      for (const part of rest) bindPattern(c, part, value);
      return;
    }
    case codes.mutable:
    case codes.lifetime:
      return;
  }
  if (!wrappers.has(kind)) {
    c.visit(node);
    return;
  }
  const [first, ...rest] = parts;
  if (kind === codes.matchPattern) {
    // The other parts are the guard: `x if x > 0`.
    if (first !== undefined) bindPattern(c, first, value, type);
    for (const part of rest) c.visit(part);
  } else for (const part of parts) bindPattern(c, part, value, type);
}

interface Position {
  part: SyntaxNode;
  /** -1 behind `..`, where the position is not known. */
  index: number;
}

/** The patterns in parentheses with their positions. The grammar gives `_` no node of a name, but it is a position too. */
function positions({ source }: Collector, node: SyntaxNode): Position[] {
  const found: Position[] = [];
  let index = 0;
  let isHead = codeOf(node) === tupleStructPatternCode;
  for (const child of node.children as SyntaxNode[]) {
    const isUnderscore = !child.isNamed && source[child.startIndex] === '_';
    if (isHead || (!child.isNamed && !isUnderscore)) {
      isHead = false;
      continue;
    }
    const kind = codeOf(child);
    if (kind === codes.lineComment || kind === codes.blockComment) continue;
    if (kind === remainingCode) index = -1;
    else if (!isUnderscore) found.push({ part: child, index });
    if (index !== -1) index++;
  }
  return found;
}

/** `Some(x)` binds the value inside the option, `Err(x)` its error; `Pair(a, b)` binds the fields of the struct. */
function readTupleStruct(c: Collector, node: SyntaxNode, value: number): void {
  const { writer } = c;
  const [head] = partsOf(node);
  if (head === undefined) return;
  const name = codeOf(head) === codes.identifier ? nameText(c, head) : '';
  const isWrapper = (name === 'Some' || name === 'Ok') && !c.itemNames.has(name);
  const headNode =
    codeOf(head) === codes.identifier ? visitName(c, head, siteKinds.read) : visitPath(c, head, siteKinds.read);
  const isStruct = name !== '' && !isWrapper && name !== 'Err' && headNode !== 0;
  const variant = name === '' ? variantOf(c, head) : null;
  const object = isStruct ? writer.node(ops.instance, headNode) : 0;
  for (const { part, index } of positions(c, node)) {
    if (index === -1) bindPattern(c, part, 0);
    else if (variant !== null) bindPattern(c, part, ofVariant(c, variant, { value, field: String(index) }));
    else if (isStruct) bindPattern(c, part, fieldOf(c, { object, name, index, value }));
    else if (value === 0) bindPattern(c, part, 0);
    else if (isWrapper) bindPattern(c, part, writer.node(ops.await, value));
    else bindPattern(c, part, name === 'Err' && !c.itemNames.has(name) ? errorOf(c, value) : 0);
  }
}

/** A field of a variant. The matched value, where it is known, has the type arguments, which the path of the variant leaves out. */
function ofVariant(
  { writer }: Collector,
  { object, name }: { object: number; name: string },
  { value, field }: { value: number; field: string },
): number {
  const member = `${name}::${field}`;
  const ofType = writer.member(object, member);
  return value === 0 ? ofType : writer.either([writer.member(value, member), ofType]);
}

/** The error of a result. */
function errorOf({ writer }: Collector, value: number): number {
  return writer.node(ops.call, writer.member(value, 'unwrap_err'), 0, 0);
}

/** The field at a position of a struct, or of a variant whose enum is imported with `*`. The linker finds out which of them exists. */
function fieldOf(
  c: Collector,
  { object, name, index, value }: { object: number; name: string; index: number; value: number },
): number {
  const { writer, openedEnums } = c;
  const ofVariants = openedEnums.map((type) => writer.member(writer.node(ops.cast, type, 0), `${name}::${index}`));
  // The matched value knows the type arguments.
  const ofValue = value === 0 || openedEnums.length > 0 ? [] : [writer.member(value, String(index))];
  return writer.either([...ofValue, writer.member(object, String(index)), ...ofVariants]);
}

/** For `Enum::Variant`: a value of the enum, and the name of the variant. Null for other paths. */
function variantOf(c: Collector, head: SyntaxNode): { object: number; name: string } | null {
  const segments = segmentsOf(c, head);
  if (segments === null || segments.length < 2 || !isCapital(segments.at(-2)!.name)) return null;
  const type = typePath(c, segments.slice(0, -1));
  return type === 0 ? null : { object: c.writer.node(ops.cast, type, 0), name: segments.at(-1)!.name };
}

/** `Variant { a }` where the variants of an enum are imported. */
function openedVariant(c: Collector, segments: readonly { name: string }[]): { object: number; name: string } | null {
  const type = c.openedEnums.at(-1);
  const { name } = segments.at(-1)!;
  if (type === undefined || segments.length > 1 || name === 'Self' || c.itemNames.has(name)) return null;
  return { object: c.writer.node(ops.cast, type, 0), name };
}

function readStruct(c: Collector, parts: readonly SyntaxNode[], matched: number): void {
  const { writer } = c;
  const [head, ...fields] = parts;
  const segments = head === undefined ? null : segmentsOf(c, head);
  if (segments === null) return;
  const type = typePath(c, segments);
  const last = segments.at(-1)!;
  if (type !== 0 && last.name !== 'Self') writer.site(siteKinds.read, type, placeOf(last.node), c.scope);
  const variant = variantOf(c, head!) ?? openedVariant(c, segments);
  const object = variant?.object ?? (type === 0 ? 0 : writer.node(ops.cast, type, 0));
  const prefix = variant === null ? '' : `${variant.name}::`;
  for (const field of fields) {
    if (codeOf(field) !== codes.fieldPattern) continue;
    const [nameNode, pattern] = partsOf(field).filter((part) => codeOf(part) !== codes.mutable);
    if (nameNode === undefined) continue;
    const value =
      object === 0
        ? 0
        : writer.member(object, prefix === '' ? fieldName(nameText(c, nameNode)) : prefix + nameText(c, nameNode));
    if (value !== 0) writer.site(siteKinds.read, value, placeOf(nameNode), c.scope);
    // The matched value knows the type arguments, which a path in a pattern leaves out.
    const bound =
      matched === 0 || value === 0
        ? value
        : writer.either([
            writer.member(matched, prefix === '' ? fieldName(nameText(c, nameNode)) : prefix + nameText(c, nameNode)),
            value,
          ]);
    if (pattern === undefined) declareVariable(c, nameNode, { type: 0, value: bound });
    else bindPattern(c, pattern, bound);
  }
}
