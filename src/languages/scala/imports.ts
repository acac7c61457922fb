/** Reads `import` and `export` clauses with selectors, renames, wildcards and givens. Each imported name becomes one import. */
import type { ImportDraft, SyntaxNode } from '../language.ts';

export function imports(node: SyntaxNode): ImportDraft[] {
  const packagePrefix = packagePrefixOf(node);
  const isReexport = node.type === 'export_declaration';
  const result: ImportDraft[] = [];
  let path: string[] = [];
  let hasSelector = false;
  const add = (name: string | null, alias: string | null, at: SyntaxNode): void => {
    const module = name === null || /^(\*|given)$/.test(name) ? path.join('.') : [...path, name].join('.');
    const importedName = name ?? path[path.length - 1] ?? '';
    if (module === '' || importedName === '' || alias === '' || alias === '_') return;
    result.push({
      module,
      names: [{ name: importedName, alias }],
      isReexport,
      line: at.startPosition.row + 1,
      column: at.startPosition.column + 1,
      ...(packagePrefix !== '' && `${module}.`.startsWith(`${packagePrefix}.`) ? { type: 'local' as const } : {}),
    });
  };
  const finishPath = (at: SyntaxNode): void => {
    if (!hasSelector && path.length > 0) add(null, null, at);
    path = [];
    hasSelector = false;
  };
  // The first path of a clause gets the place of the clause, further ones (`import a.b, c.d`) their own.
  let placeNode = node;
  for (const child of node.children) {
    if (child === null) continue;
    if (child.type === ',') finishPath(placeNode);
    else if (child.type === 'identifier' || child.type === 'stable_identifier') {
      if (path.length === 0) placeNode = result.length === 0 ? node : child;
      if (child.text !== '') path.push(child.text);
    } else if (child.type === 'namespace_selectors') {
      hasSelector = true;
      for (const selector of child.namedChildren) if (selector !== null) addSelector(selector, add);
    } else if (child.isNamed) {
      hasSelector = true;
      addSelector(child, add, placeNode);
    }
  }
  finishPath(placeNode);
  return result;
}

/**
 * Adds an import. Its module is the whole path, with the name. `name` is null if the path has no selector; `at` is the node whose place
 * the import gets.
 */
type Add = (name: string | null, alias: string | null, at: SyntaxNode) => void;

function addSelector(selector: SyntaxNode, add: Add, at: SyntaxNode = selector): void {
  switch (selector.type) {
    case 'identifier':
      add(selector.text, null, at);
      break;
    case 'arrow_renamed_identifier':
    case 'as_renamed_identifier':
      add(selector.childForFieldName('name')?.text ?? null, selector.childForFieldName('alias')?.text ?? null, at);
      break;
    case 'namespace_wildcard':
      add(selector.text === 'given' ? 'given' : '*', null, at);
      break;
    default:
      // `given Ordering[?]` imports givens of one type.
      add('given', null, at);
  }
}

/** The package clause is searched among this many statements before an import. */
const maxImports = 300;

/** The first two parts of the file's package; '' for none. */
function packagePrefixOf(node: SyntaxNode): string {
  let statement = node.previousNamedSibling;
  for (let steps = 0; statement !== null && statement.type !== 'package_clause' && steps < maxImports; steps++) {
    statement = statement.previousNamedSibling;
  }
  const parts = statement?.childForFieldName('name')?.text.split('.') ?? [];
  const previousClause = statement?.previousNamedSibling;
  if (parts.length === 1 && previousClause?.type === 'package_clause') {
    parts.unshift(...(previousClause.childForFieldName('name')?.text.split('.') ?? []));
  }
  return parts.slice(0, 2).join('.');
}
