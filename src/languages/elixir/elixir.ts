/**
 * Elixir. In its grammar everything is a call: this file decides by name which calls are definitions.
 * Adjacent clauses of one function (same name, arity and visibility) are one definition.
 */
import type { DefinitionContext, Language, SyntaxNode } from '../language.ts';
import type { DefinitionKind } from '../../model/definition.ts';
import { builtinModules } from './builtin-modules.ts';
import { docstring, decorators, reservedAttributes } from './attributes.ts';
import { clauseKey, headName, lastClause, previousClause } from './clauses.ts';
import { collectElixirSummary } from './summary/elixir-summary.ts';
import { imports } from './imports.ts';

const definers = new Map<string, DefinitionKind>([
  ['defmodule', 'module'],
  ['defprotocol', 'interface'],
  ['defimpl', 'class'],
  ['def', 'function'],
  ['defp', 'function'],
  ['defmacro', 'macro'],
  ['defmacrop', 'macro'],
  ['defguard', 'function'],
  ['defguardp', 'function'],
  ['defdelegate', 'function'],
  ['defn', 'function'],
  ['defnp', 'function'],
]);

const attributeKinds = new Map<string, DefinitionKind>([
  ['type', 'typeAlias'],
  ['typep', 'typeAlias'],
  ['opaque', 'typeAlias'],
  ['callback', 'method'],
  ['macrocallback', 'macro'],
]);

const words = (list: Iterable<string>): string => [...list].map((word) => `"${word}"`).join(' ');

const query = `
(call target: (identifier) @_define (arguments) @name (#any-of? @_define ${words(definers.keys())})) @definition.module
(unary_operator operator: "@" operand: (call target: (identifier) @_attribute (arguments) @name)) @definition.variable
(call target: (identifier) @_fields (arguments [(list [(atom) @name @definition.property (keywords (pair key: (keyword) @name @definition.property))])
  (keywords (pair key: (keyword) @name @definition.property))]) (#any-of? @_fields "defstruct" "defexception"))
(call target: [(identifier) @_record (dot right: (identifier) @_record)] (arguments . (atom) @name)
  (#any-of? @_record "defrecord" "defrecordp")) @definition.macro

(call target: (identifier) @_take (#any-of? @_take "alias" "import" "require" "use")) @import

(comment) @comment
`;

function targetOf(node: SyntaxNode): string {
  return node.childForFieldName('target')?.text ?? '';
}

/** The name node in the arguments of a definer or an attribute. */
function nameNode(captured: SyntaxNode): SyntaxNode | null {
  if (captured.type !== 'arguments') return captured;
  const call = captured.parent;
  const target = call === null ? '' : targetOf(call);
  const first = captured.firstNamedChild;
  if (call === null || first === null) return null;
  if (call.parent?.type === 'unary_operator') {
    if (attributeKinds.has(target)) return headName(first);
    return reservedAttributes.has(target) ? null : call.childForFieldName('target');
  }
  if (target === 'defimpl') return implementedType(captured) ?? moduleName(first);
  return definers.get(target) === 'module' || target === 'defprotocol' ? moduleName(first) : headName(first);
}

function moduleName(first: SyntaxNode): SyntaxNode | null {
  if (first.type === 'dot') return first.childForFieldName('right');
  return first.type === 'alias' ? first : null;
}

/** The type of an implementation: the first one after `for:`. */
function implementedType(list: SyntaxNode): SyntaxNode | null {
  for (const pair of list.descendantsOfType('pair')) {
    if (pair?.childForFieldName('key')?.text.startsWith('for:') !== true) continue;
    const value = pair.childForFieldName('value');
    return value?.type === 'alias' ? value : (value?.descendantsOfType('alias')[0] ?? null);
  }
  return null;
}

/** The last part of an alias; keys and atoms without their colon. */
function nameText(name: SyntaxNode): string {
  const { text } = name;
  if (name.type === 'alias') return text.slice(text.lastIndexOf('.') + 1).trim();
  if (name.type === 'keyword') return text.replace(/:\s*$/, '').replace(/^"|"$/g, '');
  return name.type === 'atom' ? text.slice(1) : text;
}

function refineKind({ node, nameNode: nameAt, kind, parentKind }: DefinitionContext): DefinitionKind | null {
  if (node.type === 'unary_operator') {
    const attribute = node.childForFieldName('operand');
    return attributeKinds.get(attribute === null ? '' : targetOf(attribute)) ?? (nameAt.text === '_' ? null : kind);
  }
  if (node.type !== 'call' || nameAt.type === 'atom') return kind;
  const defined = definers.get(targetOf(node)) ?? null;
  if (defined !== 'function' && defined !== 'macro') return defined;
  if (previousClause(node, clauseKey(node)) !== null) return null;
  return defined === 'function' && (parentKind === 'interface' || parentKind === 'class') ? 'method' : defined;
}

function spanEnd(node: SyntaxNode): SyntaxNode {
  return node.type === 'call' && /^def(p|n|np|macro|macrop)?$/.test(targetOf(node)) ? lastClause(node) : node;
}

/** `do … end`, or the keyword list with `do:`. */
function bodyNode(node: SyntaxNode): SyntaxNode | null {
  if (node.type !== 'call') return null;
  const block = node.namedChildren.find((child) => child?.type === 'do_block') ?? null;
  const list = node.namedChildren.find((child) => child?.type === 'arguments');
  // In `for: [Integer, Float]`, the first type is the definition's name, and the signature ends after it.
  if (targetOf(node) === 'defimpl' && list) return implementedType(list)?.nextNamedSibling ?? block;
  if (block !== null) return block;
  const last = list?.namedChildren[list.namedChildCount - 1];
  return last?.type === 'keywords' && /^do:/.test(last.text) ? last : null;
}

/** `M.A` for a module `A.B` inside of a module `M`; for an implementation, the protocol. */
function container({ node, nameNode: nameAt }: DefinitionContext): string | null {
  if (node.type !== 'call' || nameAt.type !== 'alias') return null;
  const target = targetOf(node);
  if (target !== 'defmodule' && target !== 'defprotocol' && target !== 'defimpl') return null;
  const path = nameAt.text.split('.').slice(0, -1);
  if (target === 'defimpl') {
    const protocol = node.namedChildren.find((child) => child?.type === 'arguments')?.firstNamedChild;
    if (protocol?.type === 'alias' && protocol.id !== nameAt.id) path.unshift(...protocol.text.split('.'));
    return path.join('.') || null;
  }
  return path.length === 0 ? null : [...enclosingModules(node), ...path].join('.');
}

function enclosingModules(node: SyntaxNode): string[] {
  const names: string[] = [];
  for (let ancestor = node.parent; ancestor !== null; ancestor = ancestor.parent) {
    if (ancestor.type !== 'call' || targetOf(ancestor) !== 'defmodule') continue;
    const name = ancestor.namedChildren.find((child) => child?.type === 'arguments')?.firstNamedChild?.text;
    if (name !== undefined) names.unshift(name);
  }
  return names;
}

function exported({ node }: DefinitionContext): boolean {
  const target = targetOf(node.type === 'unary_operator' ? (node.childForFieldName('operand') ?? node) : node);
  if (node.type === 'unary_operator') return /^(type|opaque|callback|macrocallback)$/.test(target);
  return !/^(defp|defmacrop|defguardp|defnp|(Record\.)?defrecordp)$/.test(target);
}

export const elixir: Language = {
  id: 'elixir',
  name: 'Elixir',
  extensions: ['.ex', '.exs'],
  filenames: ['mix.lock'],
  interpreters: ['elixir', 'iex'],
  nature: 'code',
  parser: 'tree-sitter',
  grammar: {
    wasm: 'tree-sitter-elixir.wasm',
    query,
    imports,
    summary: collectElixirSummary,
    nameNode,
    nameText,
    spanEnd,
    bodyNode,
    container,
    exported,
    docstring,
    decorators,
    refineKind,
  },
  classifyImport: (module) => (builtinModules.has(module.split('.')[0] ?? '') ? 'builtin' : 'external'),
  keywords: (
    'after alias and case catch cond def defp defmodule defmacro defstruct defimpl defprotocol defdelegate do else end false fn for if ' +
    'impl import in moduledoc nil not or quote raise receive require rescue spec true try type unless unquote use when with doc'
  ).split(' '),
};
