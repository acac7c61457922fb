/** Methods that are named by symbols: callbacks of classes (`before_save :clean, if: :dirty?`), and what is sent (`send(:clean)`). */
import type { SyntaxNode } from '../../language.ts';
import { ops, scopeKinds, siteKinds } from '../../../model/link-facts.ts';
import { methodName, placeOf, textOf, type Collector } from './collector.ts';

/** Calls in a class's body whose symbols are methods of its instances. */
const callbacks =
  /^(?:(?:skip_|append_|prepend_)?(?:before|after|around)_\w+|validate|setup|teardown|helper_method|set_callback)$/;
/** Keys whose symbols are such methods, in any call of a class's body. */
const conditions: ReadonlySet<string> = new Set(['if', 'unless', 'with']);

const senders: ReadonlySet<string> = new Set(['send', 'public_send', '__send__']);

function symbolName(c: Collector, node: SyntaxNode | undefined): string | null {
  if (node?.type !== 'simple_symbol') return null;
  return /^:(\w+[?!=]?)$/.exec(textOf(c, node))?.[1] ?? null;
}

/** A use of each method that a call in a class's body names. */
export function visitCallbacks(c: Collector, name: string, list: readonly SyntaxNode[]): void {
  if (c.owner === -1 || c.writer.scopeKind(c.scope) !== scopeKinds.class || c.isStatic) return;
  const isCallback = callbacks.test(name);
  for (const part of list) {
    const key = part.type === 'pair' ? part.childForFieldName('key') : null;
    const isCondition = key?.type === 'hash_key_symbol' && conditions.has(textOf(c, key));
    const node = isCondition ? part.childForFieldName('value') : isCallback ? part : null;
    const method = symbolName(c, node ?? undefined);
    if (node === null || method === null) continue;
    const { writer } = c;
    const value = writer.member(writer.node(ops.instance, writer.entityNode(c.owner)), methodName(method));
    writer.site(siteKinds.read, value, placeOf(node), c.scope);
  }
}

/**
 * The method that `on.send(:name)` calls, or that `on.method(:name)` gives; 0 for other calls.
 * @param on the receiver's node; null where there is none
 */
export function visitSent(
  { on, name, list }: { on: number | null; name: string; list: readonly SyntaxNode[] },
  c: Collector,
): number {
  const isSent = senders.has(name);
  const method = isSent || (name === 'method' && list.length === 1) ? symbolName(c, list[0]) : null;
  if (method === null || on === 0) return 0;
  const { writer } = c;
  const callee = on === null ? writer.name(method, c.scope) : writer.member(on, methodName(method));
  writer.site(isSent ? siteKinds.call : siteKinds.read, callee, placeOf(list[0]!), c.scope);
  return isSent ? callee : 0;
}
