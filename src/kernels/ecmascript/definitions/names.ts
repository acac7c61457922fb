/** Names and dotted paths in an ECMAScript tree. */
import { take } from '../memory';
import {
  ChainExpression,
  Identifier,
  JSXIdentifier,
  JSXMemberExpression,
  List,
  Literal,
  LiteralKind,
  MemberExpression,
  Node,
  NodeType,
  ParenthesizedExpression,
  PrivateIdentifier,
  TemplateLiteral,
  TSAsExpression,
  TSInstantiationExpression,
  TSNonNullExpression,
  TSQualifiedName,
  TSSatisfiesExpression,
  TSTypeAssertion,
} from '../generated/nodes';
import { ascii, concatenated, Text } from '../texts';
import { hasLineEnd, indexOf, lastIndexOf, sourceText } from './source-texts';

/** A name, and where it is in the source. */
@unmanaged
export class PlacedName {
  text: Text;
  /** Offset; -1 where the source does not contain the name. */
  at: i32;
}

export function placedName(text: Text, at: i32): PlacedName {
  const name = changetype<PlacedName>(take(offsetof<PlacedName>()));
  name.text = text;
  name.at = at;
  return name;
}

/** The source text between two offsets, as a name. */
export function writtenName(from: i32, to: i32): PlacedName {
  return placedName(sourceText(from, to), from);
}

/** The name of an identifier, of a private name or of a JSX name. */
export function nameOf(node: Node): Text {
  switch (node.type) {
    case NodeType.PrivateIdentifier:
      return changetype<PrivateIdentifier>(node).name;
    case NodeType.JSXIdentifier:
      return changetype<JSXIdentifier>(node).name;
    default:
      return changetype<Identifier>(node).name;
  }
}

/** The name of a node that `nameOf` accepts, with its offset. */
export function identifierName(node: Node): PlacedName {
  return placedName(nameOf(node), node.start);
}

export function isString(node: Node): bool {
  return node.type === NodeType.Literal && changetype<Literal>(node).kind === LiteralKind.String;
}

/** Maximum length, in UTF-16 units, of a computed key that counts as a name (`[Symbol.iterator]`). */
const maxComputed: i32 = 60;
const openingBracket: i32 = 0x5b;
const closingBracket: i32 = 0x5d;

/** The name of a member's key; null when it is a long computed key or cannot be a name. */
export function keyName(key: Node, computed: bool): PlacedName | null {
  switch (key.type) {
    case NodeType.Identifier:
      if (!computed) return identifierName(key);
      break;
    case NodeType.PrivateIdentifier:
      return placedName(concatenated(ascii('#'), nameOf(key)), key.start);
    case NodeType.Literal:
      return literalName(key);
    case NodeType.TemplateLiteral:
      if (changetype<TemplateLiteral>(key).expressions.length === 0) return writtenName(key.start + 1, key.end - 1);
      break;
    default:
  }
  return computed ? computedName(key) : null;
}

/** A string's text between its quotes, as written, or a number. Null if the text is empty or has a line end. */
export function literalName(literal: Node): PlacedName | null {
  const quote = isString(literal) ? 1 : 0;
  const from = literal.start + quote;
  const to = literal.end - quote;
  return to <= from || hasLineEnd(from, to) ? null : writtenName(from, to);
}

/** The name of a computed key, with its brackets: `[Symbol.iterator]`. Null for a key that is not a dotted path. */
function computedName(key: Node): PlacedName | null {
  if (!isPath(key)) return null;
  const open = lastIndexOf(openingBracket, key.start);
  const close = indexOf(closingBracket, key.end);
  if (open === -1 || close === -1 || close - open > maxComputed) return null;
  return hasLineEnd(open, close + 1) ? null : writtenName(open, close + 1);
}

/** The expression inside all type assertions, parentheses, `!` and optional chains around it. */
export function unwrap(node: Node): Node {
  let expression = node;
  for (let next = wrappedBy(expression); next !== null; next = wrappedBy(expression)) expression = next;
  return expression;
}

/** The expression inside one such wrapper; null for a node that is no wrapper. */
export function wrappedBy(node: Node): Node | null {
  switch (node.type) {
    case NodeType.TSAsExpression:
      return changetype<TSAsExpression>(node).expression;
    case NodeType.TSSatisfiesExpression:
      return changetype<TSSatisfiesExpression>(node).expression;
    case NodeType.TSNonNullExpression:
      return changetype<TSNonNullExpression>(node).expression;
    case NodeType.TSTypeAssertion:
      return changetype<TSTypeAssertion>(node).expression;
    case NodeType.TSInstantiationExpression:
      return changetype<TSInstantiationExpression>(node).expression;
    case NodeType.ParenthesizedExpression:
      return changetype<ParenthesizedExpression>(node).expression;
    case NodeType.ChainExpression:
      return changetype<ChainExpression>(node).expression;
    default:
      return null;
  }
}

/** Whether a node is a dotted path of plain names. */
function isPath(node: Node): bool {
  const part = unwrap(node);
  switch (part.type) {
    case NodeType.Identifier:
    case NodeType.JSXIdentifier:
    case NodeType.ThisExpression:
    case NodeType.Super:
    case NodeType.MetaProperty:
      return true;
    case NodeType.MemberExpression: {
      const member = changetype<MemberExpression>(part);
      return !member.computed && isPath(member.object);
    }
    case NodeType.JSXMemberExpression:
      return isPath(changetype<JSXMemberExpression>(part).object);
    case NodeType.TSQualifiedName:
      return isPath(changetype<TSQualifiedName>(part).left);
    default:
      return false;
  }
}

/** The only node of a list; null where there are more, or none. */
export function onlyOf(list: List): Node | null {
  return list.length === 1 ? list.at(0) : null;
}
