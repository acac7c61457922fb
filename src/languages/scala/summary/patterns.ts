/** Patterns: the names that they use and bind. */
import type { SyntaxNode } from '../../language.ts';
import { ops, siteKinds } from '../../../model/file-summary.ts';
import { declareLocal, field, nameOf, partsOf, useName, type Collector } from '../../nominal-summary.ts';
import { runsExtractor } from './operators.ts';
import { isType, typeOf } from './types.ts';

const maxDepth = 40;

/**
 * Declares the variables of a pattern, and visits the types and values that the pattern names.
 * @param value the node of the matched value; 0 if unknown
 */
export function visitPattern(c: Collector, node: SyntaxNode, value: number, depth = 0): void {
  if (depth > maxDepth) return;
  switch (node.type) {
    case 'identifier':
      // In a pattern, a capital letter marks a constant, a small letter a new variable.
      if (/^\p{Lu}/u.test(nameOf(c, node))) useName(c, node);
      else declareLocal(c, { name: node, type: 0, value });
      return;
    case 'typed_pattern': {
      const typeNode = field(node, 'type');
      const innerPattern = field(node, 'pattern');
      const type = typeNode === undefined ? 0 : typeOf(c, typeNode);
      if (innerPattern?.type === 'identifier') declareLocal(c, { name: innerPattern, type, value: 0 });
      return;
    }
    case 'case_class_pattern':
      for (const part of partsOf(node)) {
        if (part.type === 'type_identifier') runsExtractor(c, part);
        if (isType(part)) typeOf(c, part, siteKinds.type);
        else visitPattern(c, part, 0, depth + 1);
      }
      return;
    case 'capture_pattern': {
      const name = field(node, 'name');
      const innerPattern = field(node, 'pattern');
      const typeNode = innerPattern?.type === 'case_class_pattern' ? field(innerPattern, 'type') : undefined;
      const type = typeNode === undefined ? 0 : c.writer.withoutSites(() => typeOf(c, typeNode));
      if (innerPattern !== undefined) visitPattern(c, innerPattern, value, depth + 1);
      if (name !== undefined) declareLocal(c, { name, type, value: type === 0 ? value : 0 });
      return;
    }
    case 'tuple_pattern':
      for (const [index, part] of partsOf(node).entries())
        visitPattern(c, part, value === 0 ? 0 : c.writer.node(ops.item, value, index), depth + 1);
      return;
    case 'infix_pattern':
    case 'alternative_pattern':
      for (const part of partsOf(node)) if (part.type !== 'operator_identifier') visitPattern(c, part, 0, depth + 1);
      return;
    case 'wildcard':
      return;
    default:
      c.visit(node);
  }
}
