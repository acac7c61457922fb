/**
 * Dart. A Flutter widget is a component. An extension is a class; the members of an unnamed extension belong to the extended
 * type.
 */
import type { DefinitionContext, ImportDraft, Language, SyntaxNode } from '../language.ts';
import type { DefinitionKind } from '../../model/definition.ts';
import { collectDartSummary } from './summary/dart-summary.ts';
import { createDartResolver } from './resolution/resolver.ts';
import { uriOf } from './uris.ts';
import { blankUnparsable } from './unparsable.ts';

/** Query patterns for the members of a class, with or without a body. */
const memberPatterns = `[
  (function_signature name: (identifier) @name)
  (getter_signature name: (identifier) @name)
  (setter_signature name: (identifier) @name)
  (operator_signature [(binary_operator) "[]" "[]=" "~"] @name)
  (constructor_signature) @name
  (constant_constructor_signature) @name
  (factory_constructor_signature) @name
  (redirecting_factory_constructor_signature) @name
]`;

const query = `
(class_definition name: (identifier) @name body: (class_body) @body) @definition.class
(class_definition (mixin_application_class . (identifier) @name)) @definition.class
(mixin_declaration (identifier) @name (class_body) @body) @definition.class
(extension_declaration name: (identifier) @name body: (extension_body) @body) @definition.class
(extension_type_declaration name: (identifier) @name body: (class_body)? @body) @definition.class
(representation_declaration name: (identifier) @name ")" @body) @definition.property
(enum_declaration name: (identifier) @name body: (enum_body) @body) @definition.enum
(enum_constant name: (identifier) @name) @definition.enumMember
(type_alias (type_identifier) @name . [(type_parameters) (formal_parameter_list) "="]) @definition.typeAlias

(method_signature ${memberPatterns}) @definition.method
(declaration ${memberPatterns}) @definition.method
(declaration "external" (identifier) @name) @definition.property
(declaration (initialized_identifier_list (initialized_identifier . (identifier) @name) @definition.property))
(declaration (static_final_declaration_list (static_final_declaration . (identifier) @name) @definition.property))

(program [(function_signature name: (identifier) @name) (getter_signature name: (identifier) @name)
  (setter_signature name: (identifier) @name)] @definition.function)
(lambda_expression (function_signature name: (identifier) @name) (function_body) @body) @definition.function
(program (initialized_identifier_list (initialized_identifier . (identifier) @name) @definition.variable))
(program (static_final_declaration_list (static_final_declaration . (identifier) @name) @definition.variable))

[(library_import) (library_export) (part_directive) (part_of_directive)] @import

[(comment) (documentation_comment)] @comment
`;

/** Types of the nodes that can precede the names of a declaration, if no node of the tree contains the whole declaration. */
const leadingTypes = new Set(
  (
    'annotation const_builtin final_builtin inferred_type late external static covariant abstract augment type_identifier . type_arguments ' +
    'nullable_type function_type record_type void_type'
  ).split(' '),
);

/** All names of one declaration (`int a, b;`) get the span of the declaration. */
function span(node: SyntaxNode): SyntaxNode {
  const list = node.parent;
  if (!/^(?:initialized_identifier|static_final_declaration)$/.test(node.type) || list === null) return node;
  return list.parent?.type === 'declaration' ? list.parent : list;
}

function spanStart(node: SyntaxNode): SyntaxNode {
  let first = node;
  for (let sibling = node.previousSibling; sibling !== null; sibling = sibling.previousSibling) {
    if (!leadingTypes.has(sibling.type)) break;
    first = sibling;
  }
  return first;
}

/** The body of a function is the next sibling of its declaration. */
function spanEnd(node: SyntaxNode): SyntaxNode {
  const next = node.nextSibling;
  return next?.type === 'function_body' || next?.type === ';' ? next : node;
}

function childOf(node: SyntaxNode, types: RegExp): SyntaxNode | null {
  return node.namedChildren.find((child) => child !== null && types.test(child.type)) ?? null;
}

function bodyNode(node: SyntaxNode): SyntaxNode | null {
  return childOf(node, /^(?:initializers|redirection)$/);
}

/** The node of a definition's name. A constructor without a name has the name of its class. */
function nameNode(captured: SyntaxNode): SyntaxNode | null {
  if (!captured.type.endsWith('constructor_signature')) return captured;
  const list = captured.namedChildren.findIndex((child) => child?.type === 'formal_parameter_list');
  const names = captured.namedChildren.slice(0, list).filter((child) => child?.type === 'identifier');
  return names.at(-1) ?? null;
}

const accessorType = /^[gs]etter_signature$/;

function refineKind({ node, kind, parentKind }: DefinitionContext): DefinitionKind | null {
  if (kind === 'class') return isWidget(node) ? 'component' : kind;
  if (accessorType.test(node.type)) return 'variable';
  if (kind === 'method' && childOf(node, accessorType) !== null) return 'property';
  return kind === 'method' && parentKind === null && container({ node }) === null ? 'function' : kind;
}

/** Widgets are recognised by the name of their superclass (`StatelessWidget`, `ConsumerWidget`). */
function isWidget(node: SyntaxNode): boolean {
  const base = childOf(node, /^superclass$/);
  return base !== null && /Widget$/.test(childOf(base, /^type_identifier$/)?.text ?? '');
}

/** The type that an unnamed extension extends. */
function container({ node }: Pick<DefinitionContext, 'node'>): string | null {
  const extension = span(node).parent?.parent;
  if (extension?.type !== 'extension_declaration' || extension.childForFieldName('name') !== null) return null;
  return extension.childForFieldName('class')?.text ?? null;
}

function decorators({ node }: DefinitionContext): string[] {
  const declaration = span(node);
  const found = declaration.namedChildren.filter((child) => child?.type === 'annotation');
  for (let sibling = declaration.previousSibling; sibling !== null && leadingTypes.has(sibling.type);) {
    if (sibling.type === 'annotation') found.unshift(sibling);
    sibling = sibling.previousSibling;
  }
  return found.map((annotation) => annotation?.childForFieldName('name')?.text ?? '').filter((name) => name !== '');
}

function imports(node: SyntaxNode): ImportDraft[] {
  const uris = node.descendantsOfType('uri').flatMap((uri) => (uri === null ? [] : [uriOf(uri.text)]));
  const shown = node
    .descendantsOfType('combinator')
    .flatMap((combinator) => (combinator?.text.startsWith('show') ? combinator.namedChildren : []))
    .flatMap((name) => (name === null ? [] : [{ name: name.text, alias: null }]));
  const specification = childOf(node, /^import_specification$/);
  const alias = specification === null ? null : (childOf(specification, /^identifier$/)?.text ?? null);
  const isReexport = node.type === 'library_export';
  const names = isReexport && shown.length === 0 ? [{ name: '*', alias: null }] : shown;
  // Besides the URI of the library, there may be replacements for other platforms (`if (dart.library.io) 'io.dart'`).
  return uris.filter((uri) => uri !== '').map((module) => ({ module, names, alias, isReexport }));
}

export const dart: Language = {
  id: 'dart',
  name: 'Dart',
  extensions: ['.dart'],
  interpreters: ['dart'],
  nature: 'code',
  parser: 'tree-sitter',
  grammar: {
    wasm: 'tree-sitter-dart.wasm',
    prepare: blankUnparsable,
    query,
    imports,
    span,
    spanStart,
    spanEnd,
    bodyNode,
    nameNode,
    refineKind,
    container,
    decorators,
    exported: ({ name }) => !name.startsWith('_'),
    summary: ({ path, text, root, definitions, everySite = false }) =>
      collectDartSummary(root, text, definitions, { path, everySite }),
  },
  modules: createDartResolver,
  classifyImport: (module) =>
    module.startsWith('dart:') ? 'builtin' : module.startsWith('package:') ? 'external' : 'local',
  keywords: (
    'abstract as assert async await base break case catch class const continue covariant default deferred do dynamic else enum export extends ' +
    'extension external factory false final finally for function get if implements import in interface is late library mixin new null on ' +
    'operator part required rethrow return sealed set show static super switch sync this throw true try typedef var void when while with yield'
  ).split(' '),
};
