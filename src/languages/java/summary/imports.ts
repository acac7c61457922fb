/** The package clause and imports. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityKinds, exportForms, ops, siteKinds } from '../../../model/file-summary.ts';
import { nameText, placeOf, type Collector } from './collector.ts';
import { code, codeOf, partOf, partsOf } from './node-codes.ts';
import { packageLength } from './types.ts';

const identifierCode = code('identifier');
const scopedIdentifier = code('scoped_identifier');
const asterisk = code('asterisk');

/** The identifier nodes of `a.b.C`. */
function identifiersOf(node: SyntaxNode): SyntaxNode[] {
  const path: SyntaxNode[] = [];
  let at: SyntaxNode | undefined = node;
  while (at !== undefined && codeOf(at) === scopedIdentifier) {
    const parts = partsOf(at);
    const name = parts.at(-1);
    if (name !== undefined && parts.length > 1) path.unshift(name);
    at = parts[0];
  }
  if (at !== undefined && codeOf(at) === identifierCode) path.unshift(at);
  return path;
}

function pathIn(c: Collector, node: SyntaxNode): { path: SyntaxNode[]; names: string[] } {
  const name = partsOf(node).find((part) => codeOf(part) === identifierCode || codeOf(part) === scopedIdentifier);
  const path = name === undefined ? [] : identifiersOf(name);
  return { path, names: path.map((part) => nameText(c, part)) };
}

/** Null where the clause has no name. */
export function packageName(c: Collector, node: SyntaxNode): string | null {
  const { names } = pathIn(c, node);
  return names.length === 0 ? null : names.join('.');
}

export function visitImport(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const { path, names } = pathIn(c, node);
  const last = names.at(-1);
  if (last === undefined || names.includes('')) return 0;
  const isWildcard = partOf(partsOf(node), asterisk) !== undefined;
  const isStatic = /^import\s+static\b/.test(c.source.slice(node.startIndex, node.startIndex + 200));
  const first = packageLength(names);
  // Type names in lower case: all but the last names are the package.
  const isOdd = first === 0 && !/^\p{Lu}/u.test(names[0]!);
  const from = isOdd ? names.length - (isWildcard && !isStatic ? 0 : isStatic && !isWildcard ? 2 : 1) : first;
  if (from <= 0) return 0;
  const module = writer.module(names.slice(0, from).join('.'));
  const types = names.slice(from).join('.');
  let value = writer.node(ops.module, module);
  for (let index = from; index < names.length; index++) {
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

/** A static import covers the methods of that name as well as the field. */
function importedMember({ writer }: Collector, type: number, name: string): number {
  const member = writer.member(type, name);
  return /^\p{Lu}/u.test(name) ? member : writer.node(ops.overload, member, -1);
}
