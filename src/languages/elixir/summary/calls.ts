/** Calls, captures and pipes: the sites that link functions. In type expressions the same syntax names types. */
import type { SyntaxNode } from '../../language.ts';
import { heritage, siteKinds } from '../../../model/file-summary.ts';
import {
  argumentsOf,
  fullName,
  quoteClassName,
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
const languageForms: ReadonlySet<string> = new Set(
  'if unless case cond for with fn not and or in when do else'.split(' '),
);

/** Visits the arguments of a call. Returns how many there are, those from a pipe included. */
function visitArguments(c: Collector, call: SyntaxNode, piped: number): number {
  const args = argumentsOf(call);
  for (const arg of args) c.visit(arg);
  visitNamedFunctions(c, args);
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

/** Returns the node of the function; 0 where its module is not known. @param kind of the site outside of types */
function writeLocalSite(c: Collector, name: SyntaxNode, arity: number, kind: number = siteKinds.call): number {
  const { writer, scope, module } = c;
  if (module === null) return 0;
  const member = c.isInType ? typeName(name.text, arity) : memberName(name.text, arity);
  const named = writer.member(localNameOwner(c, name, member), member);
  writer.site(c.isInType ? siteKinds.type : kind, named, placeOf(name), scope);
  return named;
}

/** Writes a site for the function that `A, :run, [x]` names: arguments of `apply` and `spawn`, and tuples of this form. */
export function visitNamedFunctions(c: Collector, parts: readonly SyntaxNode[]): void {
  for (let at = 0; at + 2 < parts.length; at++) {
    const [module, name, args] = [parts[at]!, parts[at + 1]!, parts[at + 2]!];
    if (name.type !== 'atom' || args.type !== 'list' || module.type === 'atom') continue;
    const moduleName = moduleNamed(c, module);
    if (moduleName === '') continue;
    const owner =
      c.module?.name === moduleName ? c.writer.entityNode(c.module.entity) : c.writer.name(moduleName, c.scope);
    const named = c.writer.member(owner, memberName(name.text.slice(1), partsOf(args).length));
    c.writer.site(siteKinds.read, named, placeOf(name), c.scope);
    c.writer.handOn([named]);
  }
}

/**
 * The module in which a local name is looked up: the module from which an `only:` imports the name, inside `quote` the class for
 * the quoted code, otherwise the surrounding module.
 */
function localNameOwner(c: Collector, node: SyntaxNode, member: string): number {
  const { writer, scope } = c;
  const importedFrom = c.importedNames.get(member);
  if (importedFrom !== undefined) return writer.name(importedFrom, scope);
  const owner = ownerOf(c, node);
  return owner === null ? 0 : writer.entityNode(owner.entity);
}

/** `A.f(a)`, `value.f(a)`, `value.field`, `fun.(a)`. */
export function visitRemoteCall(c: Collector, call: SyntaxNode, dot: SyntaxNode): number {
  const { piped } = c;
  c.piped = 0;
  const left = dot.childForFieldName('left');
  const right = dot.childForFieldName('right');
  const isCall = piped > 0 || partOf(call, 'arguments') !== null || partOf(call, 'do_block') !== null;
  const receiver = left === null ? 0 : visitReceiver(c, left);
  const arity = visitArguments(c, call, piped);
  if (right?.type !== 'identifier') return 0;
  // Without parentheses, `a.b` is a field of a value, or a function of a module.
  if (receiver === -1 || (receiver === 0 && !isCall)) return 0;
  writeRemoteSite(c, { module: receiver, name: right, arity });
  return 0;
}

interface Remote {
  module: number;
  name: SyntaxNode;
  arity: number;
}

function writeRemoteSite(c: Collector, { module, name, arity }: Remote, kind: number = siteKinds.call): number {
  const { writer, scope } = c;
  const member = c.isInType ? typeName(name.text, arity) : memberName(name.text, arity);
  const named = writer.member(module, member);
  writer.site(c.isInType ? siteKinds.type : kind, named, placeOf(name), scope);
  return named;
}

/** The node of a module that is named literally; -1 for an Erlang module, 0 for any other value. */
function visitReceiver(c: Collector, left: SyntaxNode): number {
  if (left.type === 'atom') return -1;
  if (moduleNamed(c, left) !== '') return visitModuleName(c, left);
  c.visit(left);
  return 0;
}

/** Visits `&f/1` and `&A.f/1`; returns false for other captures. */
export function visitCapture(c: Collector, operand: SyntaxNode): boolean {
  if (operand.type !== 'binary_operator' || operand.childForFieldName('operator')?.text !== '/') return false;
  const left = operand.childForFieldName('left');
  const right = operand.childForFieldName('right');
  if (right?.type !== 'integer' || left === null) return false;
  const arity = Number(right.text);
  const target = left.type === 'call' ? left.childForFieldName('target') : left;
  if (target?.type === 'identifier') {
    recordCapture(c, operand, writeLocalSite(c, target, arity, siteKinds.read));
    return true;
  }
  const name = target?.type === 'dot' ? target.childForFieldName('right') : null;
  const module = target?.type === 'dot' ? target.childForFieldName('left') : null;
  if (name?.type !== 'identifier' || module === null) return false;
  const moduleNode = visitReceiver(c, module);
  if (moduleNode !== -1)
    recordCapture(c, operand, writeRemoteSite(c, { module: moduleNode, name, arity }, siteKinds.read));
  return true;
}

/** Nodes between a capture's operand and the list of arguments that contains it. */
const insideArguments = new Set('unary_operator keywords pair list map map_content tuple'.split(' '));

/** Records that a captured function is an argument, unless the capture is the body of `do: &f/1`. */
function recordCapture(c: Collector, operand: SyntaxNode, named: number): void {
  if (named === 0) return;
  let outer = operand.parent;
  while (outer !== null && insideArguments.has(outer.type)) {
    if (outer.type === 'pair' && /^do:\s/.test(outer.childForFieldName('key')?.text ?? '')) return;
    outer = outer.parent;
  }
  if (outer?.type === 'arguments') c.writer.handOn([named]);
}

/** Visits `a |> f(b)`: the left side is an additional argument of `f`. */
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
  let nextLineSearch = 0;
  for (const { module, name, arity, offset } of templateCalls(text)) {
    if (languageForms.has(name) && module === '') continue;
    for (
      let next = text.indexOf('\n', nextLineSearch);
      next !== -1 && next < offset;
      next = text.indexOf('\n', nextLineSearch)
    ) {
      line++;
      lineStart = next + 1;
      nextLineSearch = next + 1;
    }
    const moduleNode =
      module === '' ? localNameOwner(c, node, memberName(name, arity)) : writer.name(fullName(c, module), scope);
    if (moduleNode === 0) continue;
    writer.site(
      siteKinds.call,
      writer.member(moduleNode, memberName(name, arity)),
      { line, column: offset - lineStart + 1 },
      scope,
    );
  }
  return 0;
}

/** Visits `quote`. Its body belongs to the modules that `use` the surrounding one; what an `unquote` contains does not. */
export function visitQuote(c: Collector, call: SyntaxNode): number {
  const { isQuoted, piped } = c;
  c.piped = 0;
  c.isQuoted = true;
  withinBlock(c, () => visitArguments(c, call, 0));
  Object.assign(c, { isQuoted, piped });
  return 0;
}

export function visitUnquote(c: Collector, call: SyntaxNode): number {
  const { isQuoted } = c;
  // `unquote(helpers())`: the code that the function `helpers` quotes becomes a part of the surrounding quote.
  const [quotedCall] = argumentsOf(call);
  const name = quotedCall?.type === 'call' ? quotedCall.childForFieldName('target') : null;
  const isQuoter = isQuoted && name?.type === 'identifier' && argumentsOf(quotedCall!).length === 0;
  const owner = isQuoter ? ownerOf(c, call) : null;
  if (owner !== null && c.module !== null && name !== null)
    owner.heritagePairs.push(heritage.mixesIn, c.writer.name(quoteClassName(c.module.name, name.text), c.scope));
  Object.assign(c, { isQuoted: false, piped: 0 });
  visitArguments(c, call, 0);
  c.isQuoted = isQuoted;
  return 0;
}
