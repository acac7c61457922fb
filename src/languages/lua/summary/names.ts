/** Names and member accesses: their expression nodes, and the sites where they are read. */
import type { SyntaxNode } from '../../language.ts';
import { ops, siteKinds } from '../../../model/file-summary.ts';
import { declaringBlock, placeOf, stringIn, type Collector } from './collector.ts';

/** The node of a name, without a site. */
export function nameNode(c: Collector, node: SyntaxNode): number {
  const isSelf = node.text === 'self' && declaringBlock(c, 'self')?.hasReceiver === true;
  return isSelf ? c.writer.node(ops.this, c.scope) : c.writer.name(node.text, c.scope);
}

/** The name node of a global variable, written `x` or `_G.x`; null for any other node. */
export function globalName(c: Collector, node: SyntaxNode): SyntaxNode | null {
  const table = node.type === 'dot_index_expression' ? node.childForFieldName('table') : null;
  const name = node.type === 'identifier' ? node : table?.text === '_G' ? node.childForFieldName('field') : null;
  const isLocal = name === null || declaringBlock(c, node === name ? name.text : '_G') !== null;
  return isLocal ? null : name;
}

/** Whether a read of a name gets a site: not for `self` and for local variables of a function, which only that function can use. */
function needsSite(c: Collector, name: string): boolean {
  const block = declaringBlock(c, name);
  return name !== 'self' && (block === null || !block.inFunction);
}

export function visitName(c: Collector, node: SyntaxNode): number {
  const value = nameNode(c, node);
  if (needsSite(c, node.text)) c.writer.site(siteKinds.read, value, placeOf(node), c.scope);
  return value;
}

/** `a.b` and `a["b"]` are members; `a[k]` is an access by a key. */
export function visitIndex(c: Collector, node: SyntaxNode): number {
  const member = visitMember(c, node);
  if (member !== null) {
    c.writer.site(siteKinds.read, member.node, placeOf(member.at), c.scope);
    return member.node;
  }
  const table = node.childForFieldName('table');
  const key = node.childForFieldName('field');
  const object = table === null ? 0 : c.visit(table);
  if (key !== null) c.visit(key);
  return object === 0 ? 0 : c.writer.node(ops.index, object, 0);
}

interface MemberNode {
  node: number;
  /** The node of the member's name. */
  at: SyntaxNode;
}

/** The member that a dot or a literal key names. Null where the key is computed; in that case nothing has been visited. */
export function visitMember(c: Collector, node: SyntaxNode): MemberNode | null {
  const table = node.childForFieldName('table');
  const at = node.childForFieldName(node.type === 'method_index_expression' ? 'method' : 'field');
  if (table === null || at === null) return null;
  const name = node.type === 'bracket_index_expression' ? stringIn(at) : at.text;
  if (name === null || name === '') return null;
  if (globalName(c, node) !== null) return { node: c.writer.name(name, 0), at };
  return { node: c.writer.member(c.visit(table), name), at };
}

/** The target of an assignment or declaration, without a site; 0 where it is unknown. */
export function visitTarget(c: Collector, node: SyntaxNode): number {
  if (node.type === 'identifier') return nameNode(c, node);
  const member = visitMember(c, node);
  if (member !== null) return member.node;
  return visitIndex(c, node);
}
