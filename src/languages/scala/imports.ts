/** Scala's `import` and `export`: selectors, renames, wildcards, givens. Each imported name is an import of its own. */
import type { ImportDraft, SyntaxNode } from '../language.ts';

export function imports(node: SyntaxNode): ImportDraft[] {
  const own = ownPackage(node);
  const isReexport = node.type === 'export_declaration';
  const result: ImportDraft[] = [];
  let path: string[] = [];
  let selected = false;
  const add = (name: string | null, alias: string | null, at: SyntaxNode): void => {
    const module = name === null || /^(\*|given)$/.test(name) ? path.join('.') : [...path, name].join('.');
    const bound = name ?? path[path.length - 1] ?? '';
    if (module === '' || bound === '' || alias === '' || alias === '_') return;
    result.push({
      module,
      names: [{ name: bound, alias }],
      isReexport,
      line: at.startPosition.row + 1,
      column: at.startPosition.column + 1,
      ...(own !== '' && `${module}.`.startsWith(`${own}.`) ? { type: 'local' as const } : {}),
    });
  };
  const end = (at: SyntaxNode): void => {
    if (!selected && path.length > 0) add(null, null, at);
    path = [];
    selected = false;
  };
  let first = node;
  for (const child of node.children) {
    if (child === null) continue;
    if (child.type === ',') end(first);
    else if (child.type === 'identifier' || child.type === 'stable_identifier') {
      if (path.length === 0) first = result.length === 0 ? node : child;
      if (child.text !== '') path.push(child.text);
    } else if (child.type === 'namespace_selectors') {
      selected = true;
      for (const selector of child.namedChildren) if (selector !== null) addSelector(selector, add);
    } else if (child.isNamed) {
      selected = true;
      addSelector(child, add, first);
    }
  }
  end(first);
  return result;
}

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
      // `given Ordering[?]`
      add('given', null, at);
  }
}

/** The first two parts of the file's own package. */
function ownPackage(node: SyntaxNode): string {
  let statement = node.previousNamedSibling;
  for (let steps = 0; statement !== null && statement.type !== 'package_clause' && steps < 300; steps++) {
    statement = statement.previousNamedSibling;
  }
  const parts = statement?.childForFieldName('name')?.text.split('.') ?? [];
  const before = statement?.previousNamedSibling;
  if (parts.length === 1 && before?.type === 'package_clause') {
    parts.unshift(...(before.childForFieldName('name')?.text.split('.') ?? []));
  }
  return parts.slice(0, 2).join('.');
}
