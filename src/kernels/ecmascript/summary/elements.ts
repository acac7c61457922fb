/** JSX elements. An element with attributes is a call of its component with an object of the attributes. */
import {
  JSXAttribute,
  JSXElement,
  JSXFragment,
  JSXIdentifier,
  JSXOpeningElement,
  JSXSpreadAttribute,
  Node,
  NodeType,
} from '../generated/nodes';
import {
  fieldContext,
  kindObject,
  opArgument,
  opCall,
  opExpectedMember,
  siteRender,
  siteWrite,
} from '../generated/codes';
import { collectExpression, collectExpressions } from './collector';
import { setContext, contextOfNode } from './contexts';
import { noName } from './syntax';
import { typeArguments } from './type-parameters';
import { writer } from './writer';

export function collectElement(node: JSXElement, scope: i32): void {
  collectOpening(changetype<JSXOpeningElement>(node.openingElement), scope);
  collectExpressions(node.children, scope);
}

export function collectFragment(node: JSXFragment, scope: i32): void {
  collectExpressions(node.children, scope);
}

/** Whether a name is that of an HTML element and not of a component: it begins with a small letter, or has a namespace. */
function isIntrinsic(name: Node): bool {
  if (name.type === NodeType.JSXNamespacedName) return true;
  if (name.type !== NodeType.JSXIdentifier) return false;
  const text = changetype<JSXIdentifier>(name).name;
  return text.length > 0 && text.byte(0) >= 0x61 && text.byte(0) <= 0x7a;
}

function collectOpening(node: JSXOpeningElement, scope: i32): void {
  const attributes = node.attributes;
  const component = isIntrinsic(node.name) ? 0 : collectExpression(node.name, scope, siteRender);
  let object = -1;
  if (component !== 0 && attributes.length > 0) {
    object = writer.entity(noName, kindObject, node.start, scope);
    const types = typeArguments(node.typeArguments, scope);
    const call = writer.node3(opCall, component, writer.listOfOne(writer.entityNode(object)), types);
    writer.set(object, fieldContext, writer.node2(opArgument, call, 0));
  }
  for (let index = 0; index < attributes.length; index++) {
    const attribute = attributes.get(index);
    if (attribute.type === NodeType.JSXSpreadAttribute) {
      collectExpression(changetype<JSXSpreadAttribute>(attribute).argument, scope);
    } else collectAttribute(changetype<JSXAttribute>(attribute), object, scope);
  }
}

/** @param object the object of attributes; -1 for none */
function collectAttribute(node: JSXAttribute, object: i32, scope: i32): void {
  const value = collectExpression(node.value, scope);
  if (object === -1) writer.handOn(value);
  if (object === -1 || node.name.type !== NodeType.JSXIdentifier) return;
  const name = changetype<JSXIdentifier>(node.name).name;
  const expected = writer.node2(opExpectedMember, object, writer.string(name));
  writer.site(siteWrite, expected, node.name.start, scope);
  setContext(value, contextOfNode(expected));
}
