/** Names of nodes, and expressions without their wrappers. */
import {
  ChainExpression,
  Identifier,
  JSXIdentifier,
  Literal,
  LiteralKind,
  MemberExpression,
  Node,
  NodeType,
  ParenthesizedExpression,
  PrivateIdentifier,
  TSNonNullExpression,
} from '../generated/nodes';
import { ascii, is, concatenated, numberText, Text } from '../texts';

/** The empty name, for entities without a name. */
export const noName: Text = changetype<Text>(memory.data<usize>([0, 0]));

/** The value of a string literal; null for anything else. */
export function literalText(node: Node | null): Text | null {
  if (node === null || node.type !== NodeType.Literal) return null;
  return changetype<Literal>(node).text;
}

/** The static name of a property key; null when it is computed or has none. */
export function keyName(key: Node, computed: bool): Text | null {
  if (key.type === NodeType.Literal) {
    const literal = changetype<Literal>(key);
    return literal.kind === LiteralKind.Number ? numberText(literal.number) : literal.text;
  }
  if (computed) return null;
  if (key.type === NodeType.Identifier) return changetype<Identifier>(key).name;
  return key.type === NodeType.PrivateIdentifier ? privateName(key) : null;
}

/** The name of a private member, with its `#`. */
export function privateName(node: Node): Text {
  return concatenated(ascii('#'), changetype<PrivateIdentifier>(node).name);
}

/** The name of an identifier of any kind, as written. */
export function identifierName(identifier: Node): Text {
  if (identifier.type === NodeType.JSXIdentifier) return changetype<JSXIdentifier>(identifier).name;
  if (identifier.type === NodeType.PrivateIdentifier) return changetype<PrivateIdentifier>(identifier).name;
  return changetype<Identifier>(identifier).name;
}

/** Whether a node is the identifier with this name. */
export function isIdentifier(node: Node, name: string): bool {
  return node.type === NodeType.Identifier && is(changetype<Identifier>(node).name, name);
}

/** An expression without wrappers that do not change its value: parentheses, `!`, optional chains. */
export function bare(node: Node): Node {
  let at = node;
  while (true) {
    switch (at.type) {
      case NodeType.ParenthesizedExpression:
        at = changetype<ParenthesizedExpression>(at).expression;
        break;
      case NodeType.TSNonNullExpression:
        at = changetype<TSNonNullExpression>(at).expression;
        break;
      case NodeType.ChainExpression:
        at = changetype<ChainExpression>(at).expression;
        break;
      default:
        return at;
    }
  }
}

/** Whether a node is `exports` or `module.exports`. */
export function isExports(node: Node): bool {
  if (node.type === NodeType.Identifier) return isIdentifier(node, 'exports');
  if (node.type !== NodeType.MemberExpression) return false;
  const member = changetype<MemberExpression>(node);
  return !member.computed && isIdentifier(member.object, 'module') && isIdentifier(member.property, 'exports');
}
