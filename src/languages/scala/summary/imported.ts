/** `import` clauses: from packages, objects and values. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityFlags, entityKinds, openedValue, siteKinds } from '../../../model/file-summary.ts';
import {
  declareName,
  field,
  frameOf,
  nameOf,
  partOf,
  partsOf,
  placeOf,
  useMember,
  useName,
  type Collector,
} from '../../nominal-summary.ts';
import { packageLength, writeImport } from '../../packaged-names.ts';

/** An imported name with its alias; the name is null for a wildcard. */
interface Selector {
  name: SyntaxNode | null;
  alias: SyntaxNode | null;
}

function readSelector(selector: SyntaxNode): Selector | null {
  if (selector.type === 'namespace_wildcard') return { name: null, alias: null };
  if (selector.type === 'identifier') return { name: selector, alias: null };
  const [name, alias] = [field(selector, 'name'), field(selector, 'alias')];
  return name === undefined || alias?.type !== 'identifier' ? null : { name, alias };
}

export function visitImport(c: Collector, node: SyntaxNode): number {
  const parts = partsOf(node);
  const path = parts.filter(({ type }) => type === 'identifier');
  const selectors = partOf(parts, 'namespace_selectors');
  const isWildcard = parts.some(({ type }) => type === 'namespace_wildcard');
  const last = selectors === undefined && !isWildcard ? path.pop() : undefined;
  const imported: (Selector | null)[] =
    selectors !== undefined ? partsOf(selectors).map(readSelector) : [{ name: last ?? null, alias: null }];
  for (const selector of imported) if (selector !== null) importOne(c, path, selector);
  return 0;
}

function importOne(c: Collector, path: readonly SyntaxNode[], selector: Selector): void {
  const [first] = path;
  const isInner = first !== undefined && c.frame.scope !== 0;
  const isDeclared = isInner && frameOf(c.frame, nameOf(c, first)) !== null;
  // The first name may be a package, or a member of a value whose members were imported with a wildcard.
  const isAmbiguous = isInner && !isDeclared && frameOf(c.frame, openedValue) !== null;
  if (isDeclared || isAmbiguous) importFromValue(c, path, selector);
  if (isDeclared) return;
  const { name, alias } = selector;
  const nodes = name === null ? path : [...path, name];
  const lastNode = nodes.at(-1);
  if (lastNode === undefined) return;
  const renamed = alias === null ? null : { name: nameOf(c, alias), place: placeOf(alias) };
  const names = nodes.map((part) => nameOf(c, part));
  // `import Syntax._` of an object in the file's own package.
  if (packageLength(names) === 0 && /^\p{Lu}/u.test(names[0] ?? '')) names.unshift(...ownPackage(c));
  writeImport(c, { names, place: placeOf(lastNode), alias: renamed, isWildcard: name === null });
}

/** The names of the file's package. */
function ownPackage({ writer: { unit } }: Collector): string[] {
  return unit
    .slice(unit.indexOf(':') + 1)
    .split('.')
    .filter((name) => name !== '');
}

/** Imports one member of a value, or all of them with a wildcard. */
function importFromValue(c: Collector, [first, ...others]: readonly SyntaxNode[], { name, alias }: Selector): void {
  if (first === undefined) return;
  const { writer } = c;
  const { scope } = c.frame;
  let value = useName(c, first);
  for (const part of others) value = useMember(c, value, { name: part });
  if (name !== null) value = useMember(c, value, { name, site: siteKinds.import });
  if (name === null) declareName(c.frame, openedValue);
  const target = alias ?? name ?? first;
  const text = name === null ? openedValue : nameOf(c, target);
  const flags = name === null ? 0 : entityFlags.alias;
  const entity = writer.entity({ name: text, kind: entityKinds.variable, ...placeOf(target), scope, value, flags });
  writer.set(entity, entityFields.listB, writer.string(nameOf(c, first)));
}
