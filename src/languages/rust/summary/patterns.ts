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
    case slicePatternCode:
      // All elements of a slice have one type, so each gets the index 0.
      for (const [index, part] of parts.entries())
        bindPattern(
          c,
          part,
          value === 0
            ? 0
            : writer.node(
                kind === tuplePatternCode ? ops.item : ops.index,
                value,
                index * Number(kind === tuplePatternCode),
              ),
        );
      return;
    case tupleStructPatternCode:
      readTupleStruct(c, parts, value);
      return;
    case structPatternCode:
      readStruct(c, parts);
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

/** `Some(x)` binds the value inside the option; `Pair(a, b)` binds the fields of the struct. */
function readTupleStruct(c: Collector, parts: readonly SyntaxNode[], value: number): void {
  const { writer } = c;
  const [head, ...rest] = parts;
  if (head === undefined) return;
  const name = codeOf(head) === codes.identifier ? nameText(c, head) : '';
  const isWrapper = (name === 'Some' || name === 'Ok') && !c.itemNames.has(name);
  const headNode =
    codeOf(head) === codes.identifier ? visitName(c, head, siteKinds.read) : visitPath(c, head, siteKinds.read);
  const isStruct = name !== '' && !isWrapper && name !== 'Err' && headNode !== 0;
  const variant = name === '' ? variantOf(c, head) : null;
  const object = isStruct ? writer.node(ops.instance, headNode) : 0;
  for (const [index, part] of rest.entries()) {
    const content = isWrapper && value !== 0 ? writer.node(ops.await, value) : 0;
    if (variant !== null) bindPattern(c, part, writer.member(variant.object, `${variant.name}::${index}`));
    else bindPattern(c, part, isStruct ? fieldOf(c, { object, name, index }) : content);
  }
}

/** The field at a position of a struct, or of a variant whose enum is imported with `*`. The linker finds out which of them exists. */
function fieldOf(c: Collector, { object, name, index }: { object: number; name: string; index: number }): number {
  const { writer, openedEnums } = c;
  const ofVariants = openedEnums.map((type) => writer.member(writer.node(ops.cast, type, 0), `${name}::${index}`));
  return writer.either([writer.member(object, String(index)), ...ofVariants]);
}

/** For `Enum::Variant`: a value of the enum, and the name of the variant. Null for other paths. */
function variantOf(c: Collector, head: SyntaxNode): { object: number; name: string } | null {
  const segments = segmentsOf(c, head);
  if (segments === null || segments.length < 2 || !isCapital(segments.at(-2)!.name)) return null;
  const type = typePath(c, segments.slice(0, -1));
  return type === 0 ? null : { object: c.writer.node(ops.cast, type, 0), name: segments.at(-1)!.name };
}

function readStruct(c: Collector, parts: readonly SyntaxNode[]): void {
  const { writer } = c;
  const [head, ...fields] = parts;
  const segments = head === undefined ? null : segmentsOf(c, head);
  if (segments === null) return;
  const type = typePath(c, segments);
  const last = segments.at(-1)!;
  if (type !== 0 && last.name !== 'Self') writer.site(siteKinds.read, type, placeOf(last.node), c.scope);
  const variant = variantOf(c, head!);
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
    if (pattern === undefined) declareVariable(c, nameNode, { type: 0, value });
    else bindPattern(c, pattern, value);
  }
}
