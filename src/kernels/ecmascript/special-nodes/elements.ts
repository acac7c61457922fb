/** Names of JSX elements: the parser has references among them, which become names of elements here. */
import { Identifier, JSXIdentifier, NodeType } from '../generated/nodes';
import {
  readBoxIdentifierReference,
  readBoxJSXIdentifier,
  readBoxJSXMemberExpression,
  readBoxJSXNamespacedName,
  readBoxThisExpression,
} from '../generated/tree';
import { makeAt, Node } from '../node-parts';
import { ascii, Text } from '../texts';

function elementName(name: Text, at: Node): Node {
  const node = changetype<JSXIdentifier>(makeAt(NodeType.JSXIdentifier, offsetof<JSXIdentifier>(), at.start, at.end));
  node.name = name;
  return node;
}

function referredElement(at: usize): Node {
  const reference = changetype<Identifier>(readBoxIdentifierReference(at));
  return elementName(reference.name, reference);
}

export function readJSXElementName(at: usize): Node {
  switch (load<u8>(at)) {
    case 0:
      return readBoxJSXIdentifier(at + 8);
    case 1:
      return referredElement(at + 8);
    case 2:
      return readBoxJSXNamespacedName(at + 8);
    case 3:
      return readBoxJSXMemberExpression(at + 8);
    case 4:
      return elementName(ascii('this'), readBoxThisExpression(at + 8));
    default:
      return unreachable();
  }
}

export function readJSXMemberExpressionObject(at: usize): Node {
  switch (load<u8>(at)) {
    case 0:
      return referredElement(at + 8);
    case 1:
      return readBoxJSXMemberExpression(at + 8);
    case 2:
      return elementName(ascii('this'), readBoxThisExpression(at + 8));
    default:
      return unreachable();
  }
}
