/** Kotlin. Calls of capitalised names count as constructions; an extension's container is the type it extends. */
import type { DefinitionContext, ImportDraft, Language, ReferenceContext, SyntaxNode } from '../language.ts';
import type { DefinitionKind } from '../../model/definition.ts';
import type { ReferenceKind } from '../../model/reference.ts';
import { createJavaResolver } from '../java/resolution/resolver.ts';
import { collectKotlinFacts } from './facts/kotlin-facts.ts';
import { readingsOnLines, withConstructorsBeside, withoutMisread } from './misread.ts';

const query = `
(package_header (qualified_identifier) @name) @definition.module
(class_declaration "interface" name: (identifier) @name (class_body)? @body) @definition.interface
(class_declaration (modifiers (class_modifier "enum")) name: (identifier) @name (enum_class_body)? @body) @definition.enum
(class_declaration name: (identifier) @name [(class_body) (enum_class_body)]? @body) @definition.class
(object_declaration name: (identifier) @name (class_body)? @body) @definition.class
(companion_object name: (identifier) @name (class_body)? @body) @definition.class
(enum_entry . (modifiers)? . (identifier) @name (class_body)? @body) @definition.enumMember
(type_alias type: (identifier) @name) @definition.typeAlias
(function_declaration name: (identifier) @name (function_value_parameters) @params (function_body)? @body) @definition.function
(secondary_constructor "constructor" @name (function_value_parameters) @params
  [(constructor_delegation_call) (block)]? @body) @definition.method
(property_declaration (variable_declaration . (identifier) @name) [(getter) (setter)]? @body) @definition.variable
(property_declaration (multi_variable_declaration (variable_declaration . (identifier) @name) @definition.variable))
(class_parameter ["val" "var"] . (identifier) @name) @definition.property

(import) @import

(call_expression . (identifier) @reference.construct (#match? @reference.construct "^[A-Z]") (#not-eq? @reference.construct "TODO"))
(call_expression . (navigation_expression (_) @receiver (identifier) @reference.construct .) (#match? @reference.construct "^[A-Z]"))
(call_expression . (identifier) @reference.call)
(call_expression . (navigation_expression (_) @receiver (identifier) @reference.call .))
(infix_expression . (_) @receiver . (identifier) @reference.call)
(callable_reference (identifier) @reference.call .)
(navigation_expression . (identifier) @reference.type "::" (identifier) @_class (#eq? @_class "class"))
(navigation_expression . (_) @receiver "::" (identifier) @reference.call . (#not-eq? @reference.call "class"))
(navigation_expression . (identifier) @reference.type.owner (#match? @reference.type.owner "^[A-Z].*[a-z]"))
(class_declaration (type_parameters (type_parameter (identifier) @reference.none))) @scope
(function_declaration (type_parameters (type_parameter (identifier) @reference.none))) @scope
(user_type . (identifier) @receiver . (identifier) @reference.type.named)
(user_type (identifier) @reference.type.named)

(line_comment) @comment
(block_comment) @comment
`;

function refineReference({ node, note, kind }: ReferenceContext): ReferenceKind | null {
  return note === 'owner' ? ownerUse(node, kind) : typeUse(node);
}

/** `State` of `State.Open`, but not of `State.parse()`: there the call says it. */
function ownerUse(node: SyntaxNode, kind: ReferenceKind): ReferenceKind | null {
  return node.parent?.parent?.type === 'call_expression' && node.parent.nextSibling !== null ? null : kind;
}

/** What the type is named for; only the last of its names counts. */
function typeUse(node: SyntaxNode): ReferenceKind | null {
  if (node.nextNamedSibling?.type === 'identifier') return null;
  const type = node.parent?.parent ?? null;
  const isMade = type?.type === 'constructor_invocation';
  const place = isMade ? type.parent : type;
  switch (place?.type) {
    case 'annotation':
    case 'file_annotation':
      return 'decorate';
    case 'explicit_delegation':
      return node.parent?.previousSibling === null ? 'implement' : 'type';
    case 'delegation_specifier':
      return isMade || place.parent?.parent?.children.some((child) => child?.type === 'interface')
        ? 'inherit'
        : 'implement';
    default:
      return 'type';
  }
}

/** The names of a destructuring share one declaration. */
function span(node: SyntaxNode): SyntaxNode {
  return node.type === 'variable_declaration' ? (node.parent?.parent ?? node) : node;
}

const bodies = new Set(['source_file', 'class_body', 'enum_class_body']);

/** Functions in any class body are methods; properties of blocks and accessors are local. */
function refineKind({ node, kind, parentKind }: DefinitionContext): DefinitionKind | null {
  const parent = span(node).parent?.type ?? '';
  if (node.type === 'function_declaration')
    return kind === 'function' && parent !== 'source_file' && bodies.has(parent) ? 'method' : kind;
  if (node.type !== 'property_declaration' && node.type !== 'variable_declaration') return kind;
  if (!bodies.has(parent)) return null;
  return parentKind === 'enumMember' || receiverOf(node) !== null ? 'property' : kind;
}

/** The receiver type of an extension function or property. */
function receiverOf(node: SyntaxNode): SyntaxNode | null {
  for (const child of node.children) {
    if (child === null || child.type === 'identifier' || child.type.endsWith('variable_declaration')) return null;
    if (/^(user|nullable|parenthesized|function)_type$/.test(child.type)) return child;
  }
  return null;
}

/** `List` of `fun <T> List<T>.second()`; packages are left out. */
function container({ node }: DefinitionContext): string | null {
  if (node.type !== 'function_declaration' && node.type !== 'property_declaration') return null;
  const receiver = receiverOf(node);
  const type = receiver?.type === 'user_type' ? receiver : receiver?.descendantsOfType('user_type')[0];
  const names = (type?.namedChildren ?? []).flatMap((child) => (child?.type === 'identifier' ? [child.text] : []));
  const upper = names.filter((name) => /^[A-Z]/.test(name));
  return (upper.length > 0 ? upper : names.slice(-1)).join('.').replace(/\.Companion$/, '') || null;
}

function modifiers(node: SyntaxNode): SyntaxNode | null {
  return node.namedChildren.find((child) => child?.type === 'modifiers') ?? null;
}

/** `internal` is seen in its module only, `protected` in subclasses. */
function exported({ node, parentKind }: DefinitionContext): boolean {
  if (parentKind === 'function' || parentKind === 'method') return false;
  return !(
    modifiers(span(node))?.namedChildren.some(
      (child) => child?.type === 'visibility_modifier' && child.text !== 'public',
    ) ?? false
  );
}

function decorators({ node }: DefinitionContext): string[] {
  const annotations = modifiers(span(node))?.namedChildren.filter((child) => child?.type === 'annotation') ?? [];
  return annotations.flatMap((annotation) =>
    (annotation?.namedChildren ?? []).flatMap((child) => {
      const type = child?.type === 'constructor_invocation' ? child.firstNamedChild : child;
      return type?.type === 'user_type' ? [type.text.replace(/<.*/s, '')] : [];
    }),
  );
}

function imports(node: SyntaxNode): ImportDraft[] {
  const path = node.namedChildren.find((child) => child?.type === 'qualified_identifier');
  if (path === null || path === undefined) return [];
  const module = path.text.replace(/\.+$/, '');
  if (module === '') return [];
  const local = isOwn(node, path) ? { type: 'local' as const } : {};
  if (node.children.some((child) => child?.type === '*'))
    return [{ module, names: [{ name: '*', alias: null }], ...local }];
  const alias = path.nextNamedSibling?.type === 'identifier' ? path.nextNamedSibling.text : null;
  return [{ module, names: [{ name: module.slice(module.lastIndexOf('.') + 1), alias }], ...local }];
}

/** The import shares the first two parts of its path with the file's own package. */
function isOwn(node: SyntaxNode, path: SyntaxNode): boolean {
  let statement = node.previousNamedSibling;
  for (let steps = 0; statement !== null && statement.type !== 'package_header' && steps < 300; steps++) {
    statement = statement.previousNamedSibling;
  }
  const own = statement?.firstNamedChild?.text.split('.', 2).join('.') ?? '';
  return own !== '' && `${path.text}.`.startsWith(`${own}.`);
}

/** A name between backticks is the name without them. */
function nameText(name: SyntaxNode): string {
  const { text } = name;
  return text.length > 2 && text.startsWith('`') && text.endsWith('`') ? text.slice(1, -1) : text;
}

export const kotlin: Language = {
  id: 'kotlin',
  name: 'Kotlin',
  extensions: ['.kt', '.kts', '.ktm'],
  interpreters: ['kotlin', 'kotlinc', 'kscript'],
  nature: 'code',
  parser: 'tree-sitter',
  grammar: {
    wasm: 'tree-sitter-kotlin.wasm',
    prepare: withConstructorsBeside,
    readings: readingsOnLines,
    reread: withoutMisread,
    query,
    imports,
    span,
    container,
    decorators,
    exported,
    refineKind,
    refineReference,
    facts: ({ path, text, root, definitions, everySite = false }) =>
      collectKotlinFacts(root, text, definitions, { path, everySite }),
    nameText,
    builtinTypes: new Set(
      'Int Long Short Byte Double Float Boolean Char String Unit Any Nothing UInt ULong UShort UByte CharSequence Number'.split(
        ' ',
      ),
    ),
  },
  modules: createJavaResolver,
  classifyImport: (module) => (/^(kotlin|java|javax|jdk|sun)(\.|$)/.test(module) ? 'builtin' : 'external'),
  keywords: (
    'abstract actual annotation as break by catch class companion const constructor continue crossinline data do dynamic else enum expect ' +
    'external false final finally for fun get if import in infix init inline inner interface internal is lateinit noinline null object ' +
    'open operator out override package private protected public reified return sealed set super suspend tailrec this throw true try ' +
    'typealias val value var vararg when where while string int unit boolean'
  ).split(' '),
};
