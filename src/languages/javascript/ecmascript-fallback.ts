/**
 * What TypeScript and JavaScript share when tree-sitter reads a file that the fast parser refuses: query patterns and hooks.
 * Invariant: the shapes are those of the fast walk as near as a broken tree allows.
 */
import type { ReferenceKind } from '../../model/reference.ts';
import type { DefinitionContext, ImportDraft, ReferenceContext, SyntaxNode } from '../language.ts';

/** Patterns over nodes that both grammars have. */
export const commonPatterns = `
(function_declaration name: (identifier) @name parameters: (_) @params body: (_) @body) @definition.function
(generator_function_declaration name: (identifier) @name parameters: (_) @params body: (_) @body) @definition.function
(variable_declarator name: (identifier) @name value: (arrow_function body: (_) @body)) @definition.function
(variable_declarator name: (identifier) @name value: (function_expression parameters: (_) @params body: (_) @body)) @definition.function
(variable_declarator name: (identifier) @name) @definition.variable
(method_definition name: (_) @name parameters: (_) @params body: (_) @body) @definition.method
(assignment_expression left: (member_expression property: (property_identifier) @name) right: (function_expression parameters: (_) @params body: (_) @body)) @definition.function
(assignment_expression left: (member_expression property: (property_identifier) @name) right: (arrow_function body: (_) @body)) @definition.function

(import_statement) @import
(export_statement source: (string)) @import
(call_expression function: (import)) @import
(call_expression function: (identifier) @_require arguments: (arguments . (string)) (#eq? @_require "require")) @import

(new_expression constructor: (identifier) @reference.construct)
(new_expression constructor: (member_expression object: (_) @receiver property: (property_identifier) @reference.construct))
(call_expression function: (identifier) @reference.call)
(call_expression function: (member_expression object: (_) @receiver property: (property_identifier) @reference.call))
(decorator (identifier) @reference.decorate)
(decorator (call_expression function: (identifier) @reference.decorate))

(ERROR "function" . (identifier) @name @definition.function)
(ERROR "class" . (_) @name @definition.class)

(comment) @comment
`;

/** Patterns of the grammars that know JSX. */
export const jsxPatterns = `
(jsx_opening_element name: (identifier) @reference.render.element)
(jsx_self_closing_element name: (identifier) @reference.render.element)
(jsx_opening_element name: (member_expression object: (_) @receiver property: (property_identifier) @reference.render))
(jsx_self_closing_element name: (member_expression object: (_) @receiver property: (property_identifier) @reference.render))
`;

/** The statement around a declarator, or the export around a declaration. */
export function span(node: SyntaxNode): SyntaxNode {
  let outer = node;
  if (node.type === 'variable_declarator' && node.parent !== null && node.parent.namedChildCount === 1)
    outer = node.parent;
  if (node.type === 'assignment_expression' && node.parent?.type === 'expression_statement') outer = node.parent;
  return outer.parent?.type === 'export_statement' ? outer.parent : outer;
}

export function exported({ node, name }: DefinitionContext): boolean {
  if (name.startsWith('#')) return false;
  for (let at: SyntaxNode | null = node; at !== null; at = at.parent) {
    if (at.type === 'export_statement') return true;
    if (at.type === 'statement_block') return false;
    if (at.type === 'assignment_expression') return /^(module\.)?exports\b/.test(at.text.slice(0, 40));
    const modifier =
      at.type === 'program' ? null : at.namedChildren.find((child) => child?.type === 'accessibility_modifier');
    if (modifier?.text === 'private' || modifier?.text === 'protected') return false;
  }
  return false;
}

function unquote(text: string): string {
  return text.replace(/^['"`]|['"`]$/g, '');
}

function specifiers(node: SyntaxNode, kind: string): { name: string; alias: string | null }[] {
  return node.descendantsOfType(kind).flatMap((specifier) => {
    const name = specifier?.childForFieldName('name')?.text;
    return name === undefined ? [] : [{ name, alias: specifier?.childForFieldName('alias')?.text ?? null }];
  });
}

export function imports(node: SyntaxNode): ImportDraft[] {
  if (node.type === 'call_expression') {
    const argument = node.childForFieldName('arguments')?.firstNamedChild;
    if (argument?.type !== 'string') return [];
    return [{ module: unquote(argument.text), isDynamic: node.childForFieldName('function')?.type === 'import' }];
  }
  const source = node.childForFieldName('source');
  if (source === null) return [];
  const module = unquote(source.text);
  const isTypeOnly = /^(import|export)\s+type\b/.test(node.text.slice(0, 40));
  if (node.type === 'export_statement') {
    const names = specifiers(node, 'export_specifier');
    const alias = node.descendantsOfType('namespace_export')[0]?.firstNamedChild?.text ?? null;
    return [
      { module, names: names.length > 0 ? names : [{ name: '*', alias: null }], alias, isReexport: true, isTypeOnly },
    ];
  }
  const clause = node.namedChildren.find((child) => child?.type === 'import_clause');
  const names = specifiers(node, 'import_specifier');
  const whole = clause?.namedChildren.find((child) => child?.type === 'identifier');
  if (whole) names.unshift({ name: 'default', alias: whole.text });
  const alias =
    clause?.namedChildren.find((child) => child?.type === 'namespace_import')?.firstNamedChild?.text ?? null;
  return [{ module, names, alias, isTypeOnly }];
}

/** Names of elements in small letters are HTML's. */
export function refineReference({ name, note }: ReferenceContext): ReferenceKind | null {
  return note === 'element' && /^[\p{Lu}_$]/u.test(name) ? 'render' : null;
}
