/** Composite literals: what they construct, and the fields that their keys name. */
import type { SyntaxNode } from '../../language.ts';
import { ops, siteKinds } from '../../../model/file-summary.ts';
import { nameText, placeOf, type Collector } from './collector.ts';
import { codeOf, codes, partsOf } from './node-codes.ts';
import { typeOf } from './types.ts';

const maxDepth = 100;

export function visitComposite(c: Collector, node: SyntaxNode): number {
  const [typeNode, body] = partsOf(node);
  if (typeNode === undefined) return 0;
  const type = typeOf(c, typeNode, siteKinds.construct);
  if (body !== undefined && codeOf(body) === codes.literal_value) visitElements(c, body, type, 0);
  return type === 0 ? 0 : c.writer.node(ops.cast, type, 0);
}

/** The types of keys and elements of a map, slice or array literal. Null for other types: there the names before colons are fields. */
function contentsOf(c: Collector, type: number): { key: number; element: number } | null {
  const { writer } = c;
  if (type === 0) return null;
  if (writer.opOf(type) === ops.arrayOf) return { key: 0, element: writer.operand(type, 0) };
  if (writer.opOf(type) !== ops.named) return null;
  const path = writer.items(writer.operand(type, 0));
  if (path[0] === writer.string('map') && path.length === 1) {
    const [key = 0, element = 0] = writer.items(writer.operand(type, 2));
    return { key, element };
  }
  const isContainer = path.length === 1 && c.containerNames.has(`${writer.operand(type, 1)} ${path[0]}`);
  return isContainer ? { key: 0, element: writer.node(ops.elementType, type) } : null;
}

/**
 * @param body a `literal_value`
 * @param type the type of the literal; 0 if unknown
 */
function visitElements(c: Collector, body: SyntaxNode, type: number, depth: number): void {
  if (depth > maxDepth) return;
  const { writer } = c;
  const contents = contentsOf(c, type);
  let object = 0;
  const values: number[] = [];
  for (const element of partsOf(body)) {
    const parts = codeOf(element) === codes.keyed_element ? partsOf(element) : [element];
    const value = parts.at(-1);
    const key = parts.length > 1 ? unwrapElement(parts[0]!) : undefined;
    if (key !== undefined) {
      const isField = contents === null && codeOf(key) === codes.identifier;
      if (isField && type !== 0) {
        const name = nameText(c, key);
        if (object === 0) object = writer.node(ops.cast, type, 0);
        if (name !== '') writer.site(siteKinds.write, writer.member(object, name), placeOf(key), c.scope);
      } else if (!isField) visitElement(c, key, { type: contents?.key ?? 0, depth });
    }
    const valueNode = value === undefined ? undefined : unwrapElement(value);
    if (valueNode === undefined) continue;
    // `{…}` without a type in front has the element type of its container.
    const isElided = codeOf(valueNode) === codes.literal_value;
    const elementType = contents?.element ?? (isElided && type !== 0 ? writer.node(ops.elementType, type) : 0);
    values.push(visitElement(c, valueNode, { type: elementType, depth }));
  }
  writer.handOn(values);
}

function unwrapElement(node: SyntaxNode): SyntaxNode | undefined {
  return codeOf(node) === codes.literal_element ? partsOf(node)[0] : node;
}

/** Returns the value of an element; 0 for a literal. */
function visitElement(c: Collector, node: SyntaxNode, { type, depth }: { type: number; depth: number }): number {
  if (codeOf(node) === codes.literal_value) visitElements(c, node, type, depth + 1);
  else return c.visit(node);
  return 0;
}
