/** Namespaces, and declarations of modules. `at + n` is a field at byte n of the parser's structure. */
import { Identifier, NodeType, TSModuleBlock, TSModuleDeclaration, TSQualifiedName, Word } from '../generated/nodes';
import {
  readBindingIdentifier,
  readOptionBoxTSModuleBlock,
  readTSNamespaceDeclarationBody,
  readTSNamespaceDeclarationKind,
} from '../generated/tree';
import { make, makeAt, Node } from '../node-parts';
import { ascii } from '../texts';
import { readTSModuleBlock } from './bodies';
import { readStringLiteral } from './literals';
import { identifierOf } from './patterns';
import { readBool } from './texts';

function moduleAt(at: usize, kind: Word, isDeclared: bool): TSModuleDeclaration {
  const node = changetype<TSModuleDeclaration>(make(NodeType.TSModuleDeclaration, offsetof<TSModuleDeclaration>(), at));
  node.kind = kind;
  node.isDeclared = isDeclared;
  node.isGlobal = false;
  return node;
}

/** `declare module 'name'`. */
export function readTSExternalModuleDeclaration(at: usize): Node {
  const node = moduleAt(at, Word.Module, readBool(at + 72));
  node.body = readOptionBoxTSModuleBlock(at + 64);
  node.id = readStringLiteral(at + 16);
  return node;
}

export function readTSGlobalDeclaration(at: usize): Node {
  const node = moduleAt(at, Word.Global, readBool(at + 88));
  node.isGlobal = true;
  node.id = identifierOf(ascii('global'), load<i32>(at + 16), load<i32>(at + 20));
  node.body = readTSModuleBlock(at + 24);
  return node;
}

function qualifiedName(left: Node, right: Node, start: i32, end: i32): Node {
  const node = changetype<TSQualifiedName>(makeAt(NodeType.TSQualifiedName, offsetof<TSQualifiedName>(), start, end));
  node.left = left;
  node.right = right;
  return node;
}

/** `namespace a.b.c`: the parser's nested namespaces become one with a qualified name. */
export function readTSNamespaceDeclaration(at: usize): Node {
  const node = moduleAt(at, readTSNamespaceDeclarationKind(at + 64), readBool(at + 65));
  const body = readTSNamespaceDeclarationBody(at + 48);
  const id = readBindingIdentifier(at + 16);
  if (body.type === NodeType.TSModuleBlock) {
    node.body = body;
    node.id = id;
    return node;
  }
  const inner = changetype<TSModuleDeclaration>(body);
  node.body = inner.body;
  if (inner.id.type === NodeType.Identifier) {
    node.id = qualifiedName(id, inner.id, id.start, inner.id.end);
    return node;
  }
  node.id = inner.id;
  // The outermost name goes before the leftmost name of the inner path.
  let name = changetype<TSQualifiedName>(inner.id);
  name.start = id.start;
  while (name.left.type !== NodeType.Identifier) {
    name = changetype<TSQualifiedName>(name.left);
    name.start = id.start;
  }
  const right = name.left;
  name.left = qualifiedName(id, right, id.start, right.end);
  return node;
}
