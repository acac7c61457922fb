/** Calls, captures and pipes: the sites that link functions. In type expressions the same syntax names types. */
import type { SyntaxNode } from '../../language.ts';
import { heritage, siteKinds } from '../../../model/file-summary.ts';
import {
  argumentsOf,
  fullName,
  usedName,
  memberName,
  moduleNamed,
  ownerOf,
  partOf,
  partsOf,
  placeOf,
  typeName,
  withinBlock,
  type Collector,
} from './collector.ts';
import { visitModuleName } from './modules.ts';
import { templateCalls } from './templates.ts';

/** Keywords of the language that look like calls. */
const ownCalls: ReadonlySet<string> = new Set('if unless case cond for with fn not and or in when do else'.split(' '));

/** Visits the arguments of a call. Returns how many there are, those from a pipe included. */
function visitArguments(c: Collector, call: SyntaxNode, piped: number): number {
  const args = argumentsOf(call);
  for (const arg of args) c.visit(arg);
  const block = partOf(call, 'do_block');
  if (block !== null) c.visit(block);
  return args.length + piped + (block === null ? 0 : 1);
}

/** `f(a)`: a function that the module declares or imports. */
export function visitLocalCall(c: Collector, call: SyntaxNode, name: SyntaxNode): number {
  const { piped } = c;
  c.piped = 0;
  const arity = visitArguments(c, call, piped);
  writeLocalSite(c, name, arity);
  return 0;
}

function writeLocalSite(c: Collector, name: SyntaxNode, arity: number): void {
  const { writer, scope, module } = c;
  if (module === null) return;
  const member = c.inType ? typeName(name.text, arity) : memberName(name.text, arity);
  const kind = c.inType ? siteKinds.type : siteKinds.call;
  writer.site(kind, writer.member(localNameOwner(c, name, member), member), placeOf(name), scope);
}

/**
 * The module in which a local name is looked up: the surrounding module, inside `quote` the module that uses it, or the module
 * that it is imported from by name.
 */
function localNameOwner(c: Collector, at: SyntaxNode, member: string): number {
  const { writer, scope } = c;
  const from = c.imported.get(member);
  if (from !== undefined) return writer.name(from, scope);
  const owner = ownerOf(c, at);
  return owner === null ? 0 : writer.entityNode(owner.entity);
}

/** `A.f(a)`, `value.f(a)`, `value.field`, `fun.(a)`. */
export function visitRemoteCall(c: Collector, call: SyntaxNode, dot: SyntaxNode): number {
  const { piped } = c;
  c.piped = 0;
  const left = dot.childForFieldName('left');
  const right = dot.childForFieldName('right');
  const isCall = piped > 0 || partOf(call, 'arguments') !== null || partOf(call, 'do_block') !== null;
  const on = left === null ? 0 : visitReceiver(c, left);
  const arity = visitArguments(c, call, piped);
  if (right?.type !== 'identifier') return 0;
  // Without parentheses, `a.b` is a field of a value, or a function of a module.
  if (on === -1 || (on === 0 && !isCall)) return 0;
  writeRemoteSite(c, { on, name: right, arity });
  return 0;
}

interface Remote {
  on: number;
  name: SyntaxNode;
  arity: number;
}

function writeRemoteSite(c: Collector, { on, name, arity }: Remote): void {
  const { writer, scope } = c;
  const member = c.inType ? typeName(name.text, arity) : memberName(name.text, arity);
  writer.site(c.inType ? siteKinds.type : siteKinds.call, writer.member(on, member), placeOf(name), scope);
}

/** The node of a module that is named literally; -1 for an Erlang module, 0 for any other value. */
function visitReceiver(c: Collector, left: SyntaxNode): number {
  if (left.type === 'atom') return -1;
  if (moduleNamed(c, left) !== '') return visitModuleName(c, left);
  c.visit(left);
  return 0;
}

/** `&f/1`, `&A.f/1`; false for other captures. */
export function visitCapture(c: Collector, operand: SyntaxNode): boolean {
  if (operand.type !== 'binary_operator' || operand.childForFieldName('operator')?.text !== '/') return false;
  const left = operand.childForFieldName('left');
  const right = operand.childForFieldName('right');
  if (right?.type !== 'integer' || left === null) return false;
  const arity = Number(right.text);
  const target = left.type === 'call' ? left.childForFieldName('target') : left;
  if (target?.type === 'identifier') {
    writeLocalSite(c, target, arity);
    return true;
  }
  const name = target?.type === 'dot' ? target.childForFieldName('right') : null;
  const module = target?.type === 'dot' ? target.childForFieldName('left') : null;
  if (name?.type !== 'identifier' || module === null) return false;
  const on = visitReceiver(c, module);
  if (on !== -1) writeRemoteSite(c, { on, name, arity });
  return true;
}

/** `a |> f(b)`: the left side is an additional argument of `f`. */
export function visitPipe(c: Collector, left: SyntaxNode, right: SyntaxNode): number {
  const { piped } = c;
  c.piped = 0;
  c.visit(left);
  if (right.type === 'identifier') writeLocalSite(c, right, 1);
  else {
    c.piped = right.type === 'call' ? 1 : 0;
    c.visit(right);
  }
  c.piped = piped;
  return 0;
}

/** Calls in a template (`~H`). */
export function visitTemplate(c: Collector, node: SyntaxNode): number {
  const content = partOf(node, 'quoted_content');
  if (content === null || partOf(node, 'sigil_name')?.text !== 'H') {
    for (const part of partsOf(node)) c.visit(part);
    return 0;
  }
  const { writer, scope } = c;
  const text = c.source.slice(content.startIndex, content.endIndex);
  let line = content.startPosition.row + 1;
  let lineStart = -content.startPosition.column;
  let read = 0;
  for (const { module, name, arity, at } of templateCalls(text)) {
    if (ownCalls.has(name) && module === '') continue;
    for (let next = text.indexOf('\n', read); next !== -1 && next < at; next = text.indexOf('\n', read)) {
      line++;
      lineStart = next + 1;
      read = next + 1;
    }
    const on =
      module === '' ? localNameOwner(c, node, memberName(name, arity)) : writer.name(fullName(c, module), scope);
    if (on === 0) continue;
    writer.site(
      siteKinds.call,
      writer.member(on, memberName(name, arity)),
      { line, column: at - lineStart + 1 },
      scope,
    );
  }
  return 0;
}

/** The body of `quote` belongs to the modules that use this one; `unquote` inside it does not. */
export function visitQuote(c: Collector, call: SyntaxNode): number {
  const { quoted, piped } = c;
  c.piped = 0;
  c.quoted = true;
  withinBlock(c, () => visitArguments(c, call, 0));
  Object.assign(c, { quoted, piped });
  return 0;
}

export function visitUnquote(c: Collector, call: SyntaxNode): number {
  const { quoted } = c;
  // Code that another function quotes comes along with the surrounding quote.
  const [quotedCall] = argumentsOf(call);
  const name = quotedCall?.type === 'call' ? quotedCall.childForFieldName('target') : null;
  const isQuoter = quoted && name?.type === 'identifier' && argumentsOf(quotedCall!).length === 0;
  const owner = isQuoter ? ownerOf(c, call) : null;
  if (owner !== null && c.module !== null && name !== null)
    owner.heritagePairs.push(heritage.mixesIn, c.writer.name(usedName(c.module.name, name.text), c.scope));
  Object.assign(c, { quoted: false, piped: 0 });
  visitArguments(c, call, 0);
  c.quoted = quoted;
  return 0;
}
