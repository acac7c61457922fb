/** The arguments of calls and constructions. */
import type { SyntaxNode } from '../../language.ts';
import { ops } from '../../../model/file-summary.ts';
import { field, nameOf, partsOf, type Collector } from '../../nominal-summary.ts';

/** Visits the arguments of a call: a list in parentheses, or one block. Returns their nodes. */
export function visitArguments(c: Collector, node: SyntaxNode): number[] {
  if (node.type !== 'arguments') return [c.visit(node)];
  return partsOf(node).map((part) => {
    const name = part.type === 'assignment_expression' ? field(part, 'left') : undefined;
    const valueNode = field(part, 'right');
    if (name?.type !== 'identifier' || valueNode === undefined) return c.visit(part);
    return c.writer.node(ops.keyword, c.writer.string(nameOf(c, name)), c.visit(valueNode));
  });
}
