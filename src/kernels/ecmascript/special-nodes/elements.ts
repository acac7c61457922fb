/**
 * Names of JSX elements. The parser stores some as references to variables; here all become JSX names. The cases are the variants of the parser's
 * enums, whose value follows at byte 8.
 */
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

/** @param original the parser's node, whose position the new node gets */
function elementName(name: Text, original: Node): Node {
  const type = NodeType.JSXIdentifier;
  const node = changetype<JSXIdentifier>(makeAt(type, offsetof<JSXIdentifier>(), original.start, original.end));
  node.name = name;
  return node;
}

function elementOfReference(at: usize): Node {
  const reference = changetype<Identifier>(readBoxIdentifierReference(at));
  return elementName(reference.name, reference);
}

export function readJSXElementName(at: usize): Node {
  switch (load<u8>(at)) {
    case 0:
      return readBoxJSXIdentifier(at + 8);
    case 1:
      return elementOfReference(at + 8);
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
      return elementOfReference(at + 8);
    case 1:
      return readBoxJSXMemberExpression(at + 8);
    case 2:
      return elementName(ascii('this'), readBoxThisExpression(at + 8));
    default:
      return unreachable();
  }
}
