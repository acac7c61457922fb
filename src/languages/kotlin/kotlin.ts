/** Kotlin. The container of an extension is the type that it extends. */
import { maven } from '../java/resolution/artifacts.ts';
import type { DefinitionContext, ImportDraft, Language, SyntaxNode } from '../language.ts';
import type { DefinitionKind } from '../../model/definition.ts';
import { createJavaResolver } from '../java/resolution/resolver.ts';
import { collectKotlinSummary } from './summary/kotlin-summary.ts';
import { alternativeReadings, joinConstructorLines, withoutMisreadings } from './misread-code.ts';

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

(line_comment) @comment
(block_comment) @comment
`;

/** All names of a destructuring declaration get the span of the declaration. */
function span(node: SyntaxNode): SyntaxNode {
  return node.type === 'variable_declaration' ? (node.parent?.parent ?? node) : node;
}

const bodyTypes = new Set(['source_file', 'class_body', 'enum_class_body']);

/** Functions in a class body are methods. Properties outside of class bodies and the top level are local, so they are left out. */
function refineKind({ node, kind, parentKind }: DefinitionContext): DefinitionKind | null {
  const parent = span(node).parent?.type ?? '';
  if (node.type === 'function_declaration')
    return kind === 'function' && parent !== 'source_file' && bodyTypes.has(parent) ? 'method' : kind;
  if (node.type !== 'property_declaration' && node.type !== 'variable_declaration') return kind;
  if (!bodyTypes.has(parent)) return null;
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

/** The receiver type of an extension without its package: `List` for `fun <T> List<T>.second()`. */
function container({ node }: DefinitionContext): string | null {
  if (node.type !== 'function_declaration' && node.type !== 'property_declaration') return null;
  const receiver = receiverOf(node);
  const type = receiver?.type === 'user_type' ? receiver : receiver?.descendantsOfType('user_type')[0];
  const names = (type?.namedChildren ?? []).flatMap((child) => (child?.type === 'identifier' ? [child.text] : []));
  const capitalised = names.filter((name) => /^[A-Z]/.test(name));
  return (capitalised.length > 0 ? capitalised : names.slice(-1)).join('.').replace(/\.Companion$/, '') || null;
}

function modifiers(node: SyntaxNode): SyntaxNode | null {
  return node.namedChildren.find((child) => child?.type === 'modifiers') ?? null;
}

/** Only public definitions count as exported: `internal` ones are visible only in their module, `protected` ones in subclasses. */
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
  const module = path.text.replace(/(?<!\.)\.+$/, '');
  if (module === '') return [];
  const local = isLocalImport(node, path) ? { type: 'local' as const } : {};
  if (node.children.some((child) => child?.type === '*'))
    return [{ module, names: [{ name: '*', alias: null }], ...local }];
  const alias = path.nextNamedSibling?.type === 'identifier' ? path.nextNamedSibling.text : null;
  return [{ module, names: [{ name: module.slice(module.lastIndexOf('.') + 1), alias }], ...local }];
}

/** The package header is searched among this many statements before an import. */
const maxImports = 300;

/** Whether the path of an import begins with the first two parts of the file's package. */
function isLocalImport(node: SyntaxNode, path: SyntaxNode): boolean {
  let statement = node.previousNamedSibling;
  for (let steps = 0; statement !== null && statement.type !== 'package_header' && steps < maxImports; steps++) {
    statement = statement.previousNamedSibling;
  }
  const packageName = statement?.firstNamedChild?.text.split('.', 2).join('.') ?? '';
  return packageName !== '' && `${path.text}.`.startsWith(`${packageName}.`);
}

/** The text of a name without its backticks. */
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
  hasOverloads: true,
  grammar: {
    wasm: 'tree-sitter-kotlin.wasm',
    needsLastBreak: true,
    prepare: joinConstructorLines,
    readings: alternativeReadings,
    reread: withoutMisreadings,
    query,
    imports,
    span,
    container,
    decorators,
    exported,
    refineKind,
    summary: ({ path, text, root, definitions, everySite = false }) =>
      collectKotlinSummary(root, text, definitions, { path, everySite }),
    nameText,
  },
  modules: createJavaResolver,
  packages: maven,
  classifyImport: (module) => (/^(kotlin|java|javax|jdk|sun)(\.|$)/.test(module) ? 'builtin' : 'external'),
  keywords: (
    'abstract actual annotation as break by catch class companion const constructor continue crossinline data do dynamic else enum expect ' +
    'external false final finally for fun get if import in infix init inline inner interface internal is lateinit noinline null object ' +
    'open operator out override package private protected public reified return sealed set super suspend tailrec this throw true try ' +
    'typealias val value var vararg when where while string int unit boolean'
  ).split(' '),
};
