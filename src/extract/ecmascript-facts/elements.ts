/** Elements of JSX: the component is rendered with an object of the attributes. */
import type { Node } from 'oxc-parser';
import { entityFields, entityKinds, ops, siteKinds } from '../../model/link-facts.ts';
import { type Collector, collectExpression, located } from './collector.ts';
import { setContext } from './contexts.ts';
import { typeArguments } from './type-parameters.ts';

export function element(c: Collector, node: Node & { type: 'JSXElement' | 'JSXFragment' }, scope: number): void {
  if (node.type === 'JSXElement') opening(c, node.openingElement, scope);
  for (const child of node.children) collectExpression(c, child, scope);
}

function opening(c: Collector, node: Node & { type: 'JSXOpeningElement' }, scope: number): void {
  const { writer } = c;
  const { name, attributes } = node;
  const intrinsic = name.type === 'JSXNamespacedName' || (name.type === 'JSXIdentifier' && /^[a-z]/.test(name.name));
  const component = intrinsic ? 0 : collectExpression(c, name, scope, siteKinds.render);
  let object = -1;
  if (component !== 0 && attributes.length > 0) {
    object = writer.entity({ name: '', kind: entityKinds.object, scope }, located(c, node.start));
    const types = typeArguments(c, node.typeArguments, scope);
    const call = writer.node(ops.call, component, writer.list([writer.entityNode(object)]), types);
    writer.set(object, entityFields.context, writer.node(ops.argument, call, 0));
  }
  for (const attribute of attributes) {
    if (attribute.type === 'JSXSpreadAttribute') {
      collectExpression(c, attribute.argument, scope);
      continue;
    }
    const value = collectExpression(c, attribute.value, scope);
    if (object === -1 || attribute.name.type !== 'JSXIdentifier') continue;
    const expected = writer.node(ops.expectedMember, object, writer.string(attribute.name.name));
    writer.site(siteKinds.write, expected, located(c, attribute.name.start), scope);
    setContext(c, value, () => expected);
  }
}
