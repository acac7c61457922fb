/** The package clause and imports. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityKinds, exportForms, ops, siteKinds } from '../../../model/file-summary.ts';
import { nameText, placeOf, type Collector } from './collector.ts';
import { code, codeOf, partOf, partsOf } from './node-codes.ts';
import { packageLength } from './types.ts';

const identifierCode = code('identifier');
const scopedIdentifierCode = code('scoped_identifier');
const asteriskCode = code('asterisk');

/** The identifier nodes of `a.b.C`. */
function identifiersOf(node: SyntaxNode): SyntaxNode[] {
  const path: SyntaxNode[] = [];
  let at: SyntaxNode | undefined = node;
  while (at !== undefined && codeOf(at) === scopedIdentifierCode) {
    const parts = partsOf(at);
    const name = parts.at(-1);
    if (name !== undefined && parts.length > 1) path.unshift(name);
    at = parts[0];
  }
  if (at !== undefined && codeOf(at) === identifierCode) path.unshift(at);
  return path;
}

/** The qualified name in a clause: its identifier nodes and their texts. */
function qualifiedName(c: Collector, node: SyntaxNode): { path: SyntaxNode[]; names: string[] } {
  const name = partsOf(node).find((part) => codeOf(part) === identifierCode || codeOf(part) === scopedIdentifierCode);
  const path = name === undefined ? [] : identifiersOf(name);
  return { path, names: path.map((part) => nameText(c, part)) };
}

/** The name in a package clause; null if the clause is broken. */
export function packageName(c: Collector, node: SyntaxNode): string | null {
  const { names } = qualifiedName(c, node);
  return names.length === 0 ? null : names.join('.');
}

export function visitImport(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const { path, names } = qualifiedName(c, node);
  const last = names.at(-1);
  if (last === undefined || names.includes('')) return 0;
  const isWildcard = partOf(partsOf(node), asteriskCode) !== undefined;
  const isStatic = /^import\s+static\b/.test(c.source.slice(node.startIndex, node.startIndex + 200));
  const packageCount = packageLength(names);
  // Without a capital letter, the form of the import decides where the package ends. `import static a.b.c` ends with a type and its member,
  // `import a.b.*` with the package, and any other import with a type.
  const isLowerCase = packageCount === 0 && !/^\p{Lu}/u.test(names[0]!);
  const typeStart = isLowerCase
    ? names.length - (isWildcard && !isStatic ? 0 : isStatic && !isWildcard ? 2 : 1)
    : packageCount;
  if (typeStart <= 0) return 0;
  const module = writer.module(names.slice(0, typeStart).join('.'));
  const types = names.slice(typeStart).join('.');
  let value = writer.node(ops.module, module);
  for (let index = typeStart; index < names.length; index++) {
    const isLast = index === names.length - 1;
    value = isStatic && isLast && !isWildcard ? importedMember(c, value, last) : writer.member(value, names[index]!);
    writer.site(siteKinds.import, value, placeOf(path[index]!), 0);
  }
  if (isWildcard) writer.export('*', exportForms.opens, module, types === '' ? 0 : writer.string(types));
  else {
    const place = placeOf(path.at(-1)!);
    const entity = writer.entity({ name: last, kind: entityKinds.import, ...place, scope: 0 });
    writer.set(entity, entityFields.listA, module);
    writer.set(entity, entityFields.listB, writer.string(types));
  }
  return 0;
}

/** A static import of a name imports the field and all methods with that name. */
function importedMember({ writer }: Collector, type: number, name: string): number {
  const member = writer.member(type, name);
  return /^\p{Lu}/u.test(name) ? member : writer.node(ops.overload, member, -1);
}
