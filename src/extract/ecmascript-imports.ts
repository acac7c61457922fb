/** Imports of every form: `import`, `import()`, `require()`. */
import type { ImportedName } from '../model/import.ts';
import { propertyName, type Context, type Node } from './ecmascript-context.ts';

export function importFrom(context: Context, node: Node): void {
  const names: ImportedName[] = [];
  let alias: string | null = null;
  for (const specifier of node.specifiers ?? []) {
    const local = specifier.local.name as string;
    if (specifier.type === 'ImportNamespaceSpecifier') alias = local;
    else if (specifier.type === 'ImportDefaultSpecifier') names.push({ name: 'default', alias: local });
    else {
      const name = propertyName(specifier.imported);
      names.push({ name, alias: name === local ? null : local });
    }
  }
  const specifiers: Node[] = node.specifiers ?? [];
  const typed =
    node.importKind === 'type' || (specifiers.length > 0 && specifiers.every((one) => one.importKind === 'type'));
  context.import(node.start, node.source.value, { names, alias, isTypeOnly: typed });
}

/** What `require('x')`, `require('x').y`, `import('x')`, `await import('x')`, `(await import('x')).y` load; null for anything else. */
export function importedModule(value: Node): { name: string; member: string | null; dynamic: boolean } | null {
  if (value.type === 'AwaitExpression') return importedModule(value.argument);
  if (value.type === 'ImportExpression' && value.source.type === 'Literal')
    return { name: String(value.source.value), member: null, dynamic: true };
  if (value.type === 'MemberExpression' && !value.computed) {
    const inner = importedModule(value.object);
    return inner === null || inner.member !== null ? null : { ...inner, member: value.property.name };
  }
  if (value.type !== 'CallExpression' || value.callee.type !== 'Identifier' || value.callee.name !== 'require')
    return null;
  const [argument] = value.arguments;
  return value.arguments.length === 1 && argument.type === 'Literal' && typeof argument.value === 'string'
    ? { name: argument.value, member: null, dynamic: false }
    : null;
}

/** The names that a destructuring takes from a module. */
export function requireNames(pattern: Node): ImportedName[] {
  if (pattern.type !== 'ObjectPattern') return [];
  return pattern.properties.flatMap((property: Node) => {
    if (property.type !== 'Property' || property.computed) return [];
    const name = propertyName(property.key);
    const target = property.value.type === 'AssignmentPattern' ? property.value.left : property.value;
    return [{ name, alias: target.type === 'Identifier' && target.name !== name ? target.name : null }];
  });
}
