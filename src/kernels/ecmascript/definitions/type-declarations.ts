/** Interfaces, type aliases and enums. */
import { Kind } from '../generated/codes';
import {
  Node,
  NodeType,
  TSEnumBody,
  TSEnumDeclaration,
  TSEnumMember,
  TSInterfaceBody,
  TSInterfaceDeclaration,
  TSInterfaceHeritage,
  TSIntersectionType,
  TSTypeAliasDeclaration,
  TSTypeLiteral,
} from '../generated/nodes';
import { visitTypeMembers } from './classes';
import { visitTypeParameters } from './functions';
import { visit } from './handlers';
import { identifierName, literalName, PlacedName } from './names';
import { Visibility } from './records';
import { Place } from './variables';
import { define, nameTopLevel, newDraft, signatureBetween, walk } from './walk';

export function declareInterface(node: TSInterfaceDeclaration, place: Place): void {
  const id = node.id;
  const draft = newDraft(identifierName(id), Kind.Interface, place.start, place.end, place.visibility);
  signatureBetween(draft, id.end, node.body.start);
  const index = define(draft);
  if (place.top) nameTopLevel(index);
  const outerIndex = walk.currentIndex;
  walk.currentIndex = index;
  visitTypeParameters(node.typeParameters);
  const extended = node.extended;
  for (let at = 0; at < extended.length; at++) {
    const one = changetype<TSInterfaceHeritage>(extended.get(at));
    visit(one.expression);
    visit(one.typeArguments);
  }
  visitTypeMembers(changetype<TSInterfaceBody>(node.body).body, index);
  walk.currentIndex = outerIndex;
}

export function declareTypeAlias(node: TSTypeAliasDeclaration, place: Place): void {
  const id = node.id;
  const annotation = node.typeAnnotation;
  const draft = newDraft(identifierName(id), Kind.TypeAlias, place.start, place.end, place.visibility);
  signatureBetween(draft, id.end, annotation.end);
  const index = define(draft);
  if (place.top) nameTopLevel(index);
  const outerIndex = walk.currentIndex;
  walk.currentIndex = index;
  visitTypeParameters(node.typeParameters);
  if (annotation.type === NodeType.TSIntersectionType) {
    const types = changetype<TSIntersectionType>(annotation).types;
    for (let at = 0; at < types.length; at++) visitAliasPart(types.get(at), index);
  } else visitAliasPart(annotation, index);
  walk.currentIndex = outerIndex;
}

/** Visits the type of an alias, or a part of an intersection. The members of a type literal are defined as members of the alias. */
function visitAliasPart(part: Node, index: i32): void {
  if (part.type === NodeType.TSTypeLiteral) visitTypeMembers(changetype<TSTypeLiteral>(part).members, index);
  else visit(part);
}

export function declareEnum(node: TSEnumDeclaration, place: Place): void {
  const outerIndex = walk.currentIndex;
  const index = define(newDraft(identifierName(node.id), Kind.Enum, place.start, place.end, place.visibility));
  if (place.top) nameTopLevel(index);
  const members = changetype<TSEnumBody>(node.body).members;
  for (let at = 0; at < members.length; at++) {
    const member = changetype<TSEnumMember>(members.get(at));
    const name = enumMemberName(member.id);
    walk.currentIndex = index;
    if (name !== null) {
      const draft = newDraft(name, Kind.EnumMember, member.start, member.end, Visibility.Inherited);
      signatureBetween(draft, member.id.end, member.end);
      walk.currentIndex = define(draft);
    }
    visit(member.initializer);
  }
  walk.currentIndex = outerIndex;
}

function enumMemberName(key: Node): PlacedName | null {
  if (key.type === NodeType.Identifier) return identifierName(key);
  return key.type === NodeType.Literal ? literalName(key) : null;
}
