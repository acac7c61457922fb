/** Walks oxc-parser's trees, whose nodes are plain objects. */

export interface SyntaxTree {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

export function isTree(value: unknown): value is SyntaxTree {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

export function visit(tree: SyntaxTree, onTree: (tree: SyntaxTree) => void): void {
  onTree(tree);
  for (const child of Object.values(tree)) {
    for (const one of Array.isArray(child) ? (child as unknown[]) : [child]) if (isTree(one)) visit(one, onTree);
  }
}

/** The text of a string literal, or null. */
export function literal(value: unknown): string | null {
  return isTree(value) && value.type === 'Literal' && typeof value['value'] === 'string' ? value['value'] : null;
}

/** `process.env` as text, for a member with a plain name. */
export function memberName(tree: SyntaxTree): string | null {
  if (tree.type !== 'MemberExpression') return null;
  const { object, property } = tree as SyntaxTree & { object: SyntaxTree; property: SyntaxTree };
  const member = property.type === 'Identifier' ? property['name'] : literal(property);
  return object.type === 'Identifier' && typeof member === 'string' ? `${String(object['name'])}.${member}` : null;
}
