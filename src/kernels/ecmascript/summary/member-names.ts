/** Names of members as the source has them. They equal the names of the definitions in the index (`definitions/names.ts`). */
import { lastIndexOf } from '../definitions/source-texts';
import { Literal, LiteralKind, MemberExpression, Node, NodeType } from '../generated/nodes';
import { ascii, concatenated, Text } from '../texts';
import { bare, identifierName, keyName } from './syntax';

const openingBracket: i32 = 0x5b;

/** The static name of a key, or a symbol or constant in its brackets; null for anything else that is computed. */
export function memberName(key: Node, computed: bool): Text | null {
  const name = keyName(key, computed);
  if (name !== null || !computed) return name;
  const path = pathOf(key);
  return path === null ? null : concatenated(concatenated(ascii('['), path), ascii(']'));
}

/** The text of a dotted path of names (`a.b`), without white space; null for any other expression. */
function pathOf(node: Node): Text | null {
  const part = bare(node);
  if (part.type === NodeType.Identifier) return identifierName(part);
  if (part.type !== NodeType.MemberExpression) return null;
  const member = changetype<MemberExpression>(part);
  if (member.computed || member.property.type !== NodeType.Identifier) return null;
  const object = pathOf(member.object);
  return object === null ? null : concatenated(concatenated(object, ascii('.')), identifierName(member.property));
}

/** Where the name of a member is: after the quote of a text, at the bracket of a computed key. */
export function memberOffset(key: Node, computed: bool): i32 {
  if (key.type === NodeType.Literal) {
    return key.start + (changetype<Literal>(key).kind === LiteralKind.String ? 1 : 0);
  }
  const bracket = computed ? lastIndexOf(openingBracket, key.start) : -1;
  return bracket === -1 ? key.start : bracket;
}
