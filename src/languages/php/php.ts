/** PHP. Namespaces count as modules, promoted constructor parameters as properties. */
import { composer } from './packages.ts';
import type { DefinitionContext, ImportDraft, Language, SyntaxNode } from '../language.ts';
import { collectPhpSummary } from './summary/php-summary.ts';
import { builtinClasses } from './builtin-classes.ts';

const query = `
(namespace_definition name: (namespace_name) @name body: (_)? @body) @definition.module
(class_declaration name: (name) @name) @definition.class
(trait_declaration name: (name) @name) @definition.class
(interface_declaration name: (name) @name) @definition.interface
(enum_declaration name: (name) @name) @definition.enum
(enum_case name: (name) @name) @definition.enumMember
(function_definition name: (name) @name) @definition.function
(method_declaration name: (name) @name) @definition.method
(use_as_clause (name) @name .) @definition.method
(property_element name: (variable_name (name) @name)) @definition.property
(property_promotion_parameter name: (variable_name (name) @name)) @definition.property
(const_declaration (const_element . (name) @name) @definition.variable)
(function_call_expression function: (name) @_define arguments: (arguments . (argument (string) @name) . "," @body)
  (#eq? @_define "define")) @definition.variable

(namespace_use_declaration) @import
(require_expression) @import
(require_once_expression) @import
(include_expression) @import
(include_once_expression) @import

(comment) @comment
`;

/** Several properties or constants of one declaration all have the whole declaration as their span. */
function span(node: SyntaxNode): SyntaxNode {
  const isElement = node.type === 'property_element' || node.type === 'const_element';
  return isElement && node.parent !== null ? node.parent : node;
}

/** The name inside `define('NAME', …)`. */
function nameText(name: SyntaxNode): string {
  return name.type === 'string' ? name.text.slice(1, -1) : name.text;
}

function exported({ node }: DefinitionContext): boolean {
  return !span(node).namedChildren.some(
    (child) => child?.type === 'visibility_modifier' && /private|protected/i.test(child.text),
  );
}

function decorators({ node }: DefinitionContext): string[] {
  const attributes = span(node).childForFieldName('attributes')?.descendantsOfType('attribute') ?? [];
  return attributes.flatMap((attribute) => attribute?.firstNamedChild?.text.replace(/^\\/, '') ?? []);
}

/** A promoted parameter belongs to its class, not to the constructor. */
function container({ node }: DefinitionContext): string | null {
  if (node.type !== 'property_promotion_parameter') return null;
  const parts: string[] = [];
  for (let ancestor = node.parent; ancestor !== null; ancestor = ancestor.parent) {
    if (/^(class|trait|enum|namespace)_(declaration|definition)$/.test(ancestor.type)) {
      const name = ancestor.childForFieldName('name')?.text;
      if (name !== undefined) parts.unshift(name);
    }
  }
  return parts.length === 0 ? null : parts.join('.');
}

function imports(node: SyntaxNode): ImportDraft[] {
  return node.type === 'namespace_use_declaration' ? useImports(node) : includeImports(node);
}

/** The imports of a `use` statement, one for each name. */
function useImports(node: SyntaxNode): ImportDraft[] {
  const group = node.childForFieldName('body');
  const prefix =
    group === null ? '' : `${node.namedChildren.find((child) => child?.type === 'namespace_name')?.text ?? ''}\\`;
  const ownRoot = rootNamespace(node);
  const isValue = node.childForFieldName('type') !== null;
  return (group ?? node).namedChildren.flatMap((clause) => {
    if (clause?.type !== 'namespace_use_clause') return [];
    const path = clause.namedChildren.find((child) => child?.type === 'name' || child?.type === 'qualified_name')?.text;
    if (path === undefined) return [];
    const module = (prefix + path).replace(/^\\/, '');
    const name = module.slice(module.lastIndexOf('\\') + 1);
    const { row, column } = clause.startPosition;
    return [
      {
        module,
        names: [{ name, alias: clause.childForFieldName('alias')?.text ?? null }],
        line: row + 1,
        column: column + 1,
        ...typeOf(module, ownRoot, isValue || clause.childForFieldName('type') !== null),
      },
    ];
  });
}

/**
 * The import type where the statement shows it: names below the file's own root namespace are local, global functions and constants
 * are built in.
 * @param isValue a function or constant is imported, not a class
 */
function typeOf(module: string, ownRoot: string | null, isValue: boolean): Partial<ImportDraft> {
  if (ownRoot !== null && module.startsWith(`${ownRoot}\\`)) return { type: 'local' };
  return isValue && !module.includes('\\') ? { type: 'builtin' } : {};
}

/** Limit of the statements that are searched for the namespace declaration. */
const maxSteps = 300;

/** The first part of the namespace that a statement is in; null for the global namespace. */
function rootNamespace(node: SyntaxNode): string | null {
  let statement = node.parent?.parent?.type === 'namespace_definition' ? node.parent.parent : node.previousNamedSibling;
  for (let steps = 0; statement !== null && statement.type !== 'namespace_definition' && steps < maxSteps; steps++) {
    statement = statement.previousNamedSibling;
  }
  return statement?.childForFieldName('name')?.firstNamedChild?.text ?? null;
}

/**
 * The import of an `include` or `require`: `__DIR__ . '/a.php'` gives `./a.php`. Any other expression is dynamic and gives its last
 * string.
 */
function includeImports(node: SyntaxNode): ImportDraft[] {
  const strings = node.descendantsOfType(['string', 'encapsed_string']);
  const last = strings[strings.length - 1];
  if (last === null || last === undefined) return [];
  const path = last.text.slice(1, -1);
  if (path === '') return [];
  const textBefore = node.text.slice(0, last.startIndex - node.startIndex);
  const isBelowDirectory = /^\w+[\s(]*(__DIR__|dirname\(__FILE__\))\s*\.\s*$/.test(textBefore);
  const isPlain = isBelowDirectory || /^\w+[\s(]*$/.test(textBefore);
  const isInterpolated =
    last.type === 'encapsed_string' && last.namedChildren.some((child) => child?.type !== 'string_content');
  return [{ module: isBelowDirectory ? `.${path}` : path, type: 'local', isDynamic: !isPlain || isInterpolated }];
}

export const php: Language = {
  id: 'php',
  name: 'PHP',
  extensions: ['.php', '.phtml', '.php3', '.php4', '.php5', '.php7', '.php8', '.phps', '.phpt'],
  filenames: ['.php_cs', '.php_cs.dist', 'artisan'],
  interpreters: ['php', 'php-cgi', 'php7', 'php8'],
  nature: 'code',
  parser: 'tree-sitter',
  grammar: {
    wasm: 'tree-sitter-php.wasm',
    query,
    imports,
    summary: collectPhpSummary,
    span,
    container,
    exported,
    decorators,
    nameText,
  },
  packages: composer,
  classifyImport(module) {
    if (!module.includes('\\')) return builtinClasses.has(module.toLowerCase()) ? 'builtin' : 'external';
    // The root namespaces of an application's own code, by convention.
    return /^(App|Tests|Database)\\/.test(module) ? 'local' : 'external';
  },
  keywords: (
    'abstract and array as break callable case catch class clone const continue declare default do echo else elseif empty enddeclare ' +
    'endfor endforeach endif endswitch endwhile enum extends final finally fn for foreach function global goto if implements include ' +
    'include_once instanceof insteadof interface isset list match namespace new null or print private protected public readonly require ' +
    'require_once return self static string switch this throw trait true false try unset use var void while xor yield int bool float ' +
    'mixed never parent php'
  ).split(' '),
};
