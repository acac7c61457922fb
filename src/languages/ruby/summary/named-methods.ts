/**
 * Methods that symbols name: callbacks of classes (`before_save :clean, if: :dirty?`), `send(:clean)`, and methods that calls in
 * a class body define (`define_method(:clean)`, `delegate :size, to: :items`).
 */
import type { SyntaxNode } from '../../language.ts';
import { entityFlags, entityKinds, ops, scopeKinds, siteKinds } from '../../../model/file-summary.ts';
import { isArgument } from '../../collecting.ts';
import { methodName, partsOf, senders, symbolOf, textOf, type Collector } from './collector.ts';

interface Definer {
  /** Whether each argument names a method, not just the first one. */
  isVariadic: boolean;
  isStatic: boolean;
}

/** Calls in a class body whose symbols name methods of its instances. */
const callbacks =
  /^(?:(?:skip_|append_|prepend_)?(?:before|after|around)_\w+|validate|setup|teardown|helper_method|set_callback)$/;
/** Keyword arguments, in any call in a class body, whose symbols name methods of the class's instances. */
const conditions: ReadonlySet<string> = new Set(['if', 'unless', 'with']);

/** Calls in a class body that define methods. */
const definers: ReadonlyMap<string, Definer> = new Map([
  ['define_method', { isVariadic: false, isStatic: false }],
  ['define_singleton_method', { isVariadic: false, isStatic: true }],
  ['delegate', { isVariadic: true, isStatic: false }],
  ['class_attribute', { isVariadic: true, isStatic: true }],
  ...['cattr_reader', 'cattr_accessor', 'mattr_reader', 'mattr_accessor'].map((name): [string, Definer] => [
    name,
    { isVariadic: true, isStatic: true },
  ]),
]);

/** Declares the methods that a call in a class body defines. `delegate :size, to: :items` has the value of `items.size`. */
export function declareMethodsByCall(c: Collector, name: string, argumentNodes: readonly SyntaxNode[]): void {
  const definer = definers.get(name);
  const { writer, scope, owner } = c;
  if (definer === undefined || owner === -1 || writer.scopeKind(scope) !== scopeKinds.class) return;
  const target = name === 'delegate' ? delegateTarget(c, argumentNodes) : 0;
  const isStatic = definer.isStatic || c.isStatic;
  const flags = entityFlags.implemented | entityFlags.getter | (isStatic ? entityFlags.static : 0);
  for (const part of definer.isVariadic ? argumentNodes : argumentNodes.slice(0, 1)) {
    const method = /symbol|string/.test(part.type) ? symbolOf(c, part) : null;
    if (method === null) continue;
    const value = target === 0 ? 0 : writer.member(target, method.name);
    writer.entity({ ...method, kind: entityKinds.property, flags, scope, parent: owner, value });
  }
}

/** The value of the method that `to: :items` names; 0 where there is none. */
function delegateTarget(c: Collector, argumentNodes: readonly SyntaxNode[]): number {
  for (const part of argumentNodes) {
    const key = part.type === 'pair' ? part.childForFieldName('key') : null;
    const value = part.childForFieldName('value');
    if (key === null || value?.type !== 'simple_symbol' || textOf(c, key) !== 'to') continue;
    const to = symbolOf(c, value);
    return to === null ? 0 : c.writer.member(c.writer.node(ops.this, c.scope), to.name);
  }
  return 0;
}

/** Writes a site for each method that a callback or condition in a class body names. */
export function visitCallbacks(c: Collector, name: string, argumentNodes: readonly SyntaxNode[]): void {
  if (c.owner === -1 || c.writer.scopeKind(c.scope) !== scopeKinds.class || c.isStatic) return;
  const isCallback = callbacks.test(name);
  for (const part of argumentNodes) {
    const key = part.type === 'pair' ? part.childForFieldName('key') : null;
    const isCondition = key?.type === 'hash_key_symbol' && conditions.has(textOf(c, key));
    const node = isCondition ? part.childForFieldName('value') : isCallback ? part : null;
    const named = node?.type === 'simple_symbol' ? symbolOf(c, node) : null;
    if (named === null) continue;
    const { writer } = c;
    const value = writer.member(writer.node(ops.instance, writer.entityNode(c.owner)), methodName(named.name));
    writer.site(siteKinds.read, value, named, c.scope);
    writer.handOn([value]);
  }
}

/** Writes a site for the method that each element runs in `items.each(&:clean)`. @param receiver the node of `items` */
export function visitSymbolBlock(c: Collector, receiver: number, argumentNodes: readonly SyntaxNode[]): void {
  const { writer } = c;
  for (const part of argumentNodes) {
    const [symbol] = part.type === 'block_argument' ? partsOf(part) : [];
    const named = symbol?.type === 'simple_symbol' ? symbolOf(c, symbol) : null;
    if (named === null) continue;
    const element = receiver === 0 ? 0 : writer.node(ops.element, receiver);
    writer.site(siteKinds.call, writer.member(element, methodName(named.name)), named, c.scope);
  }
}

/** Nodes between `method(:clean)` and the list of arguments that contains it. */
const insideArguments = new Set(['block_argument', 'pair', 'hash', 'array', 'parenthesized_statements']);
const argumentLists = new Set(['argument_list']);

/**
 * Writes a site for the method that `send(:name)` calls or `method(:name)` returns.
 * @param receiver the receiver's node in the summary (0: unknown); null for a call without a receiver
 * @returns the method that `send` calls; 0 for other calls
 */
export function visitSent(
  c: Collector,
  { receiver, name, argumentNodes }: { receiver: number | null; name: string; argumentNodes: readonly SyntaxNode[] },
): number {
  const isSent = senders.has(name);
  const [first] = argumentNodes;
  const isNamed = first?.type === 'simple_symbol' && (isSent || (name === 'method' && argumentNodes.length === 1));
  const named = isNamed ? symbolOf(c, first) : null;
  if (named === null || receiver === 0) return 0;
  const { writer } = c;
  const callee = receiver === null ? writer.name(named.name, c.scope) : writer.member(receiver, methodName(named.name));
  writer.site(isSent ? siteKinds.call : siteKinds.read, callee, named, c.scope);
  const call = first?.parent?.parent ?? null;
  if (!isSent && call !== null && isArgument(call, insideArguments, argumentLists)) writer.handOn([callee]);
  return isSent ? callee : 0;
}
