/** Swift. Members of an extension belong to the extended type. */
import type { DefinitionContext, ImportDraft, Language, SyntaxNode } from '../language.ts';
import type { DefinitionKind } from '../../model/definition.ts';
import { appleFrameworks } from './apple-frameworks.ts';
import { collectSwiftSummary } from './summary/swift-summary.ts';
import { createSwiftResolver } from './resolution/modules.ts';

const query = `
(class_declaration name: (type_identifier) @name) @definition.class
(protocol_declaration name: (type_identifier) @name) @definition.interface
(associatedtype_declaration "associatedtype" . (type_identifier) @name) @definition.typeAlias
(typealias_declaration "typealias" . (type_identifier) @name) @definition.typeAlias
(enum_entry name: (simple_identifier) @name) @definition.enumMember
(function_declaration "func" . name: _ @name) @definition.function
(protocol_function_declaration "func" . name: _ @name) @definition.method
(init_declaration "init" @name) @definition.method
(deinit_declaration "deinit" @name) @definition.method
(subscript_declaration "subscript" @name) @definition.method
(property_declaration name: (pattern) @name) @definition.variable
(property_declaration name: (pattern (pattern) @name @definition.variable))
(protocol_property_declaration name: (pattern) @name) @definition.property
(macro_declaration "macro" . (simple_identifier) @name) @definition.macro

(import_declaration) @import

(comment) @comment
(multiline_comment) @comment
`;

/** The declaration that the names of a tuple pattern share. */
function span(node: SyntaxNode): SyntaxNode {
  if (node.type !== 'pattern') return node;
  let outer: SyntaxNode | null = node.parent;
  while (outer !== null && outer.type === 'pattern') outer = outer.parent;
  return outer ?? node;
}

const bodies = new Set(['class_body', 'enum_class_body']);

/** Drops properties in blocks and accessors, which are local variables. */
function refineKind({ node, kind }: DefinitionContext): DefinitionKind | null {
  if (node.type === 'class_declaration')
    return node.childForFieldName('declaration_kind')?.text === 'enum' ? 'enum' : kind;
  if (kind !== 'variable' && kind !== 'property') return kind;
  const parent = span(node).parent?.type ?? '';
  if (bodies.has(parent)) return 'property';
  return parent === 'source_file' || node.type === 'protocol_property_declaration' ? kind : null;
}

/** The name in a pattern; null for the pattern of a tuple. */
function nameNode(captured: SyntaxNode): SyntaxNode | null {
  if (captured.type !== 'pattern') return captured;
  const name = captured.childForFieldName('bound_identifier') ?? captured.firstNamedChild;
  return name?.type === 'simple_identifier' ? name : null;
}

/** A signature ends before accessors, and before the comma that precedes the next name of the declaration. */
function bodyNode(node: SyntaxNode): SyntaxNode | null {
  if (node.type === 'property_declaration')
    return node.children.find((child) => child !== null && bodyTypes.has(child.type)) ?? null;
  if (node.type === 'enum_entry') return node.children.find((child) => child?.type === ',') ?? null;
  if (node.type === 'macro_declaration') return node.childForFieldName('definition');
  if (node.type !== 'subscript_declaration' && node.type !== 'protocol_property_declaration') return null;
  return node.children.find((child) => child !== null && bodyTypes.has(child.type)) ?? null;
}

const bodyTypes = new Set(['computed_property', 'willset_didset_block', 'protocol_property_requirements', ',']);

/** The extension whose direct member the node is. */
function extensionOf(node: SyntaxNode): SyntaxNode | null {
  const body = span(node).parent;
  const type = body !== null && bodies.has(body.type) ? body.parent : null;
  return type?.childForFieldName('declaration_kind')?.text === 'extension' ? type : null;
}

function extendedType(extension: SyntaxNode | null): string | null {
  const name = extension
    ?.childForFieldName('name')
    ?.text.replace(/<.*/s, '')
    .replace(/^Swift\./, '');
  return name === undefined || name === '' ? null : name;
}

function isHidden(node: SyntaxNode): boolean {
  const modifiers = node.firstNamedChild?.type === 'modifiers' ? node.firstNamedChild.namedChildren : [];
  return modifiers.some((child) => child?.type === 'visibility_modifier' && /^(file)?private$/.test(child.text));
}

/** Visible outside of its file: everything except `private` and `fileprivate`, written at the member or at its extension. */
function exported({ node, parentKind }: DefinitionContext): boolean {
  if (parentKind === 'function' || parentKind === 'method') return false;
  const extension = extensionOf(node);
  return !isHidden(span(node)) && !(extension !== null && isHidden(extension));
}

function decorators({ node }: DefinitionContext): string[] {
  const declaration = span(node);
  const modifiers = declaration.firstNamedChild?.type === 'modifiers' ? declaration.firstNamedChild.namedChildren : [];
  return modifiers.flatMap((child) =>
    child?.type === 'attribute' ? [child.firstNamedChild?.text.replace(/<.*/s, '') ?? ''] : [],
  );
}

function imports(node: SyntaxNode): ImportDraft[] {
  const parts =
    node.namedChildren
      .find((child) => child?.type === 'identifier')
      ?.text.split('.')
      .filter((part) => part !== '') ?? [];
  const modifiers = node.firstNamedChild?.type === 'modifiers' ? node.firstNamedChild.text : '';
  const importsOneName = node.children.some(
    (child) => child !== null && /^(class|struct|enum|protocol|func|var|let|typealias)$/.test(child.type),
  );
  const name = importsOneName && parts.length > 1 ? parts.pop() : undefined;
  if (parts.length === 0) return [];
  return [
    {
      module: parts.join('.'),
      names: name === undefined ? [] : [{ name, alias: null }],
      isReexport: modifiers.includes('@_exported') || modifiers.includes('public'),
      ...(modifiers.includes('@testable') ? { type: 'local' as const } : {}),
    },
  ];
}

function nameText(name: SyntaxNode): string {
  const { text } = name;
  return text.length > 2 && text.startsWith('`') && text.endsWith('`') ? text.slice(1, -1) : text;
}

/** `@Sendable (A) -> B`: the grammar would read the parameters as arguments of the attribute. */
function withoutTypeAttributes(text: string): string {
  return text.replace(/@(?:Sendable|MainActor|escaping|autoclosure|unchecked|concurrent)(?=[ \t]+\()/g, (found) =>
    ' '.repeat(found.length),
  );
}

export const swift: Language = {
  id: 'swift',
  name: 'Swift',
  extensions: ['.swift', '.swiftinterface'],
  interpreters: ['swift'],
  nature: 'code',
  hasOverloads: 'labels',
  parser: 'tree-sitter',
  grammar: {
    wasm: 'tree-sitter-swift.wasm',
    prepare: withoutTypeAttributes,
    isHuge: true,
    query,
    imports,
    summary: collectSwiftSummary,
    span,
    container: ({ node }) => extendedType(extensionOf(node)),
    refineKind,
    nameNode,
    bodyNode,
    exported,
    decorators,
    nameText,
  },
  classifyImport: (module) => (appleFrameworks.has(module.split('.')[0] ?? '') ? 'builtin' : 'external'),
  modules: createSwiftResolver,
  keywords: (
    'actor any as associatedtype async await break case catch class continue convenience default defer deinit didset do dynamic else enum ' +
    'extension fallthrough false fileprivate final for func get guard if import in indirect infix init inout internal is isolated lazy let ' +
    'mutating nil nonisolated nonmutating open operator optional override postfix precedencegroup prefix private protocol public repeat ' +
    'required rethrows return self set some static struct subscript super switch throw throws true try typealias unowned var weak where ' +
    'while willset bool int string double'
  ).split(' '),
};
