/** Elements of JSX. */
import type { Node } from 'oxc-parser';
import { siteKinds } from '../../model/link-facts.ts';
import { type Collector, collectExpression } from './collector.ts';

export function element(c: Collector, node: Node & { type: 'JSXElement' | 'JSXFragment' }, scope: number): void {
  if (node.type === 'JSXElement') {
    const { name, attributes } = node.openingElement;
    const intrinsic = name.type === 'JSXNamespacedName' || (name.type === 'JSXIdentifier' && /^[a-z]/.test(name.name));
    if (!intrinsic) collectExpression(c, name, scope, siteKinds.render);
    for (const attribute of attributes) {
      if (attribute.type === 'JSXSpreadAttribute') collectExpression(c, attribute.argument, scope);
      else collectExpression(c, attribute.value, scope);
    }
  }
  for (const child of node.children) collectExpression(c, child, scope);
}
