/** Interfaces, type aliases, enums and namespaces. */
import type { Node } from 'oxc-parser';
import { visitTypeMembers } from './ecmascript-classes.ts';
import { visitTypeParameters } from './ecmascript-functions.ts';
import { literalName } from './ecmascript-names.ts';
import type { Place } from './ecmascript-variables.ts';
import {
  define,
  nameTopLevel,
  signatureBetween,
  visibilities,
  visit,
  type NodeOf,
  type Walk,
} from './ecmascript-walk.ts';

export function declareInterface(walk: Walk, node: NodeOf<'TSInterfaceDeclaration'>, place: Place): void {
  const { id, body } = node;
  const index = define(walk, {
    name: id.name,
    kind: 'interface',
    at: id.start,
    start: place.start,
    end: place.end,
    signature: signatureBetween(walk, id.end, body.start),
    visibility: place.visibility,
  });
  if (place.top) nameTopLevel(walk, index);
  const outer = walk.current;
  walk.current = index;
  visitTypeParameters(walk, node.typeParameters);
  for (const { expression, typeArguments } of node.extends) {
    visit(walk, expression);
    visit(walk, typeArguments);
  }
  visitTypeMembers(walk, body.body, index);
  walk.current = outer;
}

export function declareTypeAlias(walk: Walk, node: NodeOf<'TSTypeAliasDeclaration'>, place: Place): void {
  const { id, typeAnnotation } = node;
  const index = define(walk, {
    name: id.name,
    kind: 'typeAlias',
    at: id.start,
    start: place.start,
    end: place.end,
    signature: signatureBetween(walk, id.end, typeAnnotation.end),
    visibility: place.visibility,
  });
  if (place.top) nameTopLevel(walk, index);
  const outer = walk.current;
  walk.current = index;
  visitTypeParameters(walk, node.typeParameters);
  const parts: readonly Node[] = typeAnnotation.type === 'TSIntersectionType' ? typeAnnotation.types : [typeAnnotation];
  for (const part of parts) {
    if (part.type === 'TSTypeLiteral') visitTypeMembers(walk, part.members, index);
    else visit(walk, part);
  }
  walk.current = outer;
}

export function declareEnum(walk: Walk, node: NodeOf<'TSEnumDeclaration'>, place: Place): void {
  const { id, body } = node;
  const outer = walk.current;
  const index = define(walk, {
    name: id.name,
    kind: 'enum',
    at: id.start,
    start: place.start,
    end: place.end,
    signature: null,
    visibility: place.visibility,
  });
  if (place.top) nameTopLevel(walk, index);
  for (const member of body.members) {
    const { id: key } = member;
    let name: { name: string; at: number } | null = null;
    if (key.type === 'Identifier') name = { name: key.name, at: key.start };
    else if (key.type === 'Literal') name = literalName(walk.text, key);
    walk.current = index;
    if (name !== null) {
      walk.current = define(walk, {
        ...name,
        kind: 'enumMember',
        start: member.start,
        end: member.end,
        signature: signatureBetween(walk, key.end, member.end),
        visibility: visibilities.inherited,
      });
    }
    visit(walk, member.initializer);
  }
  walk.current = outer;
}

type VisitStatements = (
  walk: Walk,
  body: NodeOf<'TSModuleBlock'>['body'],
  around: { top: boolean; local: boolean; ambient: boolean },
) => void;

/** `namespace a.b {}`, `declare module 'x' {}`, `declare global {}`. */
export function declareModule(
  walk: Walk,
  node: NodeOf<'TSModuleDeclaration'>,
  place: Place,
  visitStatements: VisitStatements,
): void {
  const { id, body } = node;
  const isString = id.type === 'Literal';
  const name = isString ? literalName(walk.text, id) : { name: walk.text.slice(id.start, id.end), at: id.start };
  const outer = walk.current;
  // Modules by name and `global` are the compiler's to see wherever they stand.
  const visibility = isString || node.kind === 'global' ? visibilities.exported : place.visibility;
  if (name !== null) {
    walk.current = define(walk, {
      ...name,
      kind: 'module',
      start: place.start,
      end: place.end,
      signature: null,
      visibility,
    });
    if (place.top) nameTopLevel(walk, walk.current);
  }
  const ambient = node.declare || isString || node.kind === 'global' || walk.declarationFile;
  // `declare module 'x';` has none.
  if (body) visitStatements(walk, body.body, { top: false, local: false, ambient });
  walk.current = outer;
}
