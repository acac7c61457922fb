/** Scala 2 and 3. */
import { maven } from '../java/resolution/artifacts.ts';
import type { DefinitionContext, Language, SyntaxNode } from '../language.ts';
import type { DefinitionKind } from '../../model/definition.ts';
import { imports } from './imports.ts';
import { createJavaResolver } from '../java/resolution/resolver.ts';
import { collectScalaSummary } from './summary/scala-summary.ts';

const query = `
(package_clause name: (package_identifier) @name) @definition.module
(package_object name: (identifier) @name) @definition.module
(class_definition name: (identifier) @name) @definition.class
(object_definition name: (identifier) @name) @definition.class
(trait_definition name: (identifier) @name) @definition.interface
(enum_definition name: (identifier) @name) @definition.enum
(simple_enum_case name: (identifier) @name) @definition.enumMember
(full_enum_case name: (identifier) @name) @definition.enumMember
(given_definition name: (identifier) @name) @definition.variable
(type_definition name: (type_identifier) @name) @definition.typeAlias
(function_definition name: (_) @name) @definition.function
(function_declaration name: (_) @name) @definition.function
(val_definition pattern: (_) @name) @definition.variable
(var_definition pattern: (_) @name) @definition.variable
(identifiers (identifier) @name @definition.variable)
(tuple_pattern (identifier) @name @definition.variable)
(val_declaration name: (identifier) @name) @definition.variable
(var_declaration name: (identifier) @name) @definition.variable
(class_parameter name: (identifier) @name) @definition.property

(import_declaration) @import
(export_declaration) @import

(comment) @comment
(block_comment) @comment
`;

/** All names of one definition (`val a, b = 1`), and all enum cases of one `case`, get the span of the whole declaration. */
function span(node: SyntaxNode): SyntaxNode {
  if (node.type === 'identifier') return node.parent?.parent ?? node;
  if (node.type === 'simple_enum_case' || node.type === 'full_enum_case') return node.parent ?? node;
  return node;
}

/** A span ends with its last token, because nodes of the grammar also cover the blanks and comments before the next statement. */
function spanEnd(node: SyntaxNode): SyntaxNode {
  let end = node;
  for (;;) {
    const last = end.children.findLast(
      (child) => child !== null && child.endIndex > child.startIndex && !/comment$/.test(child.type),
    );
    if (last === null || last === undefined) return end;
    // The closing quotes of an interpolated string have no node.
    if (/^"+\s*$/.test(end.text.slice(last.endIndex - end.startIndex))) return end;
    end = last;
  }
}

/** The name of a definition; null for a compound pattern, because the query captures the patterns inside it one by one. */
function nameNode(captured: SyntaxNode): SyntaxNode | null {
  return /identifier$/.test(captured.type) && captured.type !== 'stable_identifier' ? captured : null;
}

const bodyTypes = new Set([
  'compilation_unit',
  'template_body',
  'with_template_body',
  'enum_body',
  'package_clause',
  'package_object',
]);

function refineKind({ node, kind, parentKind }: DefinitionContext): DefinitionKind | null {
  switch (node.type) {
    case 'identifier':
    case 'val_definition':
    case 'var_definition':
    case 'val_declaration':
    case 'var_declaration': {
      const declaration = span(node);
      // Leaves out names in `case` patterns, lambda parameters, and local values of a block.
      if (!/^va[lr]_/.test(declaration.type) || !bodyTypes.has(declaration.parent?.type ?? '')) return null;
      return kind === 'variable' && parentKind === 'variable' ? 'property' : kind;
    }
    case 'class_parameter':
      return isField(node) ? kind : null;
    case 'function_definition':
    case 'function_declaration':
      return kind === 'function' && isMethod(node) ? 'method' : kind;
    default:
      return kind;
  }
}

/** Whether a function is in the body of a type, an anonymous class or a given. A package object does not count. */
function isMethod(node: SyntaxNode): boolean {
  const body = node.parent?.type === 'extension_definition' ? node.parent.parent : node.parent;
  if (body?.type === 'template_body') return body.parent?.type !== 'package_object';
  return body?.type === 'with_template_body' || body?.type === 'enum_body';
}

/** Whether a constructor parameter is a field: it has `val` or `var`, belongs to an enum case, or is in the first list of a case class. */
function isField(parameter: SyntaxNode): boolean {
  if (parameter.children.some((child) => child?.type === 'val' || child?.type === 'var')) return true;
  const list = parameter.parent;
  const type = list?.parent;
  if (type?.type === 'full_enum_case') return true;
  if (type?.type !== 'class_definition' || type.childForFieldName('class_parameters')?.id !== list?.id) return false;
  return type.children.some((child) => child?.type === 'case');
}

/** The type that an extension extends. Null if it is a type parameter, or if the extension is a member of a class or trait. */
function container({ node, parentKind }: DefinitionContext): string | null {
  const extension = node.parent;
  if (extension?.type !== 'extension_definition') return null;
  if (parentKind !== null && parentKind !== 'module' && extension.parent?.parent?.type !== 'object_definition')
    return null;
  const parameter = extension.childForFieldName('parameters')?.firstNamedChild?.childForFieldName('type');
  const name = (parameter?.type === 'generic_type' ? parameter.firstNamedChild : parameter)?.text ?? '';
  const typeParameters = extension.childForFieldName('type_parameters')?.namedChildren ?? [];
  return /^[\w.]+$/.test(name) && !typeParameters.some((child) => child?.text === name) ? name : null;
}

function exported({ node, parentKind }: DefinitionContext): boolean {
  if (parentKind === 'function' || parentKind === 'method') return false;
  const modifiers = span(node).namedChildren.find((child) => child?.type === 'modifiers');
  return !/\b(private|protected)\b/.test(modifiers?.text ?? '');
}

function decorators({ node }: DefinitionContext): string[] {
  return span(node).namedChildren.flatMap((child) => {
    const name = child?.type === 'annotation' ? child.childForFieldName('name') : null;
    return name === null || name === undefined ? [] : [name.text.replace(/\[.*/s, '')];
  });
}

function nameText(name: SyntaxNode): string {
  const { text } = name;
  return text.length > 2 && text.startsWith('`') && text.endsWith('`') ? text.slice(1, -1) : text;
}

export const scala: Language = {
  id: 'scala',
  name: 'Scala',
  extensions: ['.scala', '.sc', '.sbt', '.mill', '.kojo'],
  interpreters: ['scala', 'amm', 'scala-cli'],
  nature: 'code',
  parser: 'tree-sitter',
  hasOverloads: true,
  grammar: {
    wasm: 'tree-sitter-scala.wasm',
    query,
    imports,
    span,
    spanEnd,
    nameNode,
    nameText,
    container,
    exported,
    decorators,
    refineKind,
    summary: ({ path, text, root, definitions, everySite = false }) =>
      collectScalaSummary(root, text, definitions, { path, everySite }),
  },
  modules: createJavaResolver,
  packages: maven,
  classifyImport(module) {
    if (/^(scala|java|javax|jdk)(\.|$)/.test(module)) return 'builtin';
    return /^[A-Z]/.test(module) ? 'local' : 'external';
  },
  keywords: (
    'abstract case catch class def derives do else end enum export extends extension false final finally for forsome given if implicit ' +
    'import infix inline lazy macro match new null object opaque open override package private protected return sealed super then this ' +
    'throw trait transparent true try type using val var while with yield string int unit boolean'
  ).split(' '),
};
