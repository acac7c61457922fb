/** Imports and re-exports in the tree of tree-sitter, which parses the files that oxc rejects. */
import type { ImportedName } from '../../model/import.ts';
import type { ImportDraft, SyntaxNode } from '../language.ts';

function unquote(text: string): string {
  return text.replace(/^['"`]|['"`]$/g, '');
}

export function imports(node: SyntaxNode): ImportDraft[] {
  if (node.type === 'call_expression') return loadImports(node);
  const requireClause = node.namedChildren.find((child) => child?.type === 'import_require_clause');
  const source = (requireClause ?? node).childForFieldName('source');
  if (source === null) return [];
  const module = unquote(source.text);
  if (module === '') return [];
  const isTypeOnly = /^(import|export)\s+type\b(?!\s*,|\s+from)/.test(node.text.slice(0, 80));
  if (node.type === 'export_statement') {
    const names = specifiers(node, 'export_specifier');
    const namespace = node.namedChildren.find((child) => child?.type === 'namespace_export');
    if (names.length === 0) names.push({ name: '*', alias: namespace?.firstNamedChild?.text ?? null });
    return [{ module, names, isReexport: true, isTypeOnly }];
  }
  if (requireClause) return [{ module, alias: requireClause.firstNamedChild?.text ?? null, isTypeOnly }];
  const clause = node.namedChildren.find((child) => child?.type === 'import_clause');
  const names = specifiers(node, 'import_specifier');
  const defaultName = clause?.namedChildren.find((child) => child?.type === 'identifier');
  if (defaultName) names.unshift({ name: 'default', alias: defaultName.text });
  const alias =
    clause?.namedChildren.find((child) => child?.type === 'namespace_import')?.firstNamedChild?.text ?? null;
  return [{ module, names, alias, isTypeOnly }];
}

function specifiers(node: SyntaxNode, kind: string): ImportedName[] {
  return node.descendantsOfType(kind).flatMap((specifier) => {
    const name = specifier?.childForFieldName('name')?.text;
    if (name === undefined || name === '') return [];
    return [{ name: unquote(name), alias: specifier?.childForFieldName('alias')?.text ?? null }];
  });
}

/** `import('x')` and `require('x')`, with the names that the surrounding declaration binds. */
function loadImports(node: SyntaxNode): ImportDraft[] {
  const argument = node.childForFieldName('arguments')?.firstNamedChild;
  if (argument?.type !== 'string') return [];
  const module = unquote(argument.text);
  if (module === '') return [];
  const isDynamic = node.childForFieldName('function')?.type === 'import';
  let value = node;
  let member: string | null = null;
  for (let outer = node.parent; outer !== null; outer = outer.parent) {
    if (outer.type === 'member_expression' && member === null) {
      member = outer.childForFieldName('property')?.text ?? null;
      if (member === 'then' || member === 'catch') return [{ module, isDynamic }];
    } else if (outer.type !== 'await_expression' && outer.type !== 'parenthesized_expression') break;
    value = outer;
  }
  const pattern = value.parent?.type === 'variable_declarator' ? value.parent.childForFieldName('name') : null;
  return [{ module, isDynamic, ...namesOf(pattern, member) }];
}

/**
 * The imported names, or the alias of the whole module, that a declared pattern gives.
 * @param member the property that is read from the module; null for the whole module
 */
function namesOf(pattern: SyntaxNode | null, member: string | null): { names: ImportedName[]; alias: string | null } {
  if (pattern?.type === 'identifier') {
    if (member === null) return { names: [], alias: pattern.text };
    return { names: [{ name: member, alias: pattern.text === member ? null : pattern.text }], alias: null };
  }
  if (member !== null) return { names: [{ name: member, alias: null }], alias: null };
  const names: ImportedName[] = [];
  for (const child of pattern?.type === 'object_pattern' ? pattern.namedChildren : []) {
    if (child?.type === 'shorthand_property_identifier_pattern') names.push({ name: child.text, alias: null });
    else if (child?.type === 'pair_pattern') {
      const name = child.childForFieldName('key')?.text;
      const value = child.childForFieldName('value');
      if (name) names.push({ name, alias: value?.type === 'identifier' && value.text !== name ? value.text : null });
    }
  }
  return { names, alias: null };
}
