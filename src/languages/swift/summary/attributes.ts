/** Attributes of declarations: `@Wrapper(name: x) var a = b` constructs what wraps the variable. */
import type { SyntaxNode } from '../../language.ts';
import { ops, primitives, siteKinds, uncounted } from '../../../model/file-summary.ts';
import { partOf, partsOf, type Collector } from './collector.ts';
import { type Argument, labelledList, labelledPosition, setContext } from './expressions.ts';
import { dependsOnExpectedType, visitExpected } from './implicit-members.ts';
import { isType, typeOf } from './types.ts';

/** Visits the attributes of a declaration. @param initial the initial value of a declared variable; null for none */
export function visitAttributes(c: Collector, node: SyntaxNode, initial: SyntaxNode | null = null): void {
  const modifiers = partOf(node, 'modifiers');
  for (const part of modifiers === null ? [] : partsOf(modifiers))
    if (part.type === 'attribute') visitAttribute(c, part, initial);
}

function visitAttribute(c: Collector, node: SyntaxNode, initial: SyntaxNode | null): void {
  const parts = partsOf(node);
  const written = parts.find(isType);
  const type = written === undefined ? 0 : typeOf(c, written, siteKinds.decorate);
  // The site of the type's last name is written last.
  const site = type === 0 ? -1 : c.writer.siteCount - 1;
  const args: Argument[] = initial === null ? [] : [wrapped(c, initial)];
  let label: SyntaxNode | null = null;
  for (const part of parts) {
    if (part === written) continue;
    if (part.type === 'simple_identifier' && part.nextSibling?.type === ':') {
      label = part;
      continue;
    }
    const position = label === null ? args.length : labelledPosition(c, label);
    const deferred = dependsOnExpectedType(c, part) ? part : null;
    args.push({ value: deferred === null ? c.visit(part) : 0, position, deferred });
    label = null;
  }
  const call = c.writer.node(ops.call, type, c.writer.list(args.map(({ value }) => value)), 0);
  c.writer.chooses(site, labelledList(c, args));
  for (const { value, position, deferred } of args) {
    setContext(c, value, { call, position });
    if (deferred !== null) visitExpected(c, deferred, c.writer.node(ops.argument, call, position));
  }
}

/** The argument that a wrapper gets for the initial value of its variable. The value itself is visited with the variable. */
function wrapped(c: Collector, initial: SyntaxNode): Argument {
  const position = uncounted.labelled + c.writer.string('wrappedValue');
  return { value: literalOf(c, initial), position, deferred: null };
}

/** A literal as a node without sites; 0 for any other expression. */
function literalOf({ writer }: Collector, node: SyntaxNode): number {
  switch (node.type) {
    case 'boolean_literal':
      return writer.node(ops.primitive, primitives.boolean);
    case 'integer_literal':
    case 'real_literal':
      return writer.node(ops.primitive, primitives.number);
    case 'line_string_literal':
      return writer.node(ops.primitive, primitives.string);
    default:
      return 0;
  }
}
