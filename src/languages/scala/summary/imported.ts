/** `import` from packages and objects, and from the members of a value. */
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
import { writeImport } from '../../packaged-names.ts';

/** An imported name and its alias; no name for a wildcard. */
interface Selected {
  name: SyntaxNode | null;
  alias: SyntaxNode | null;
}

function selectedBy(selector: SyntaxNode): Selected | null {
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
  const selected: (Selected | null)[] =
    selectors !== undefined ? partsOf(selectors).map(selectedBy) : [{ name: last ?? null, alias: null }];
  for (const one of selected) if (one !== null) importOne(c, path, one);
  return 0;
}

function importOne(c: Collector, path: readonly SyntaxNode[], selected: Selected): void {
  const [first] = path;
  const isInner = first !== undefined && c.frame.scope !== 0;
  const isDeclared = isInner && frameOf(c.frame, nameOf(c, first)) !== null;
  // From a package, or from a member of a value that is imported with a wildcard.
  const isEither = isInner && !isDeclared && frameOf(c.frame, openedValue) !== null;
  if (isDeclared || isEither) importFromValue(c, path, selected);
  if (isDeclared) return;
  const { name, alias } = selected;
  const nodes = name === null ? path : [...path, name];
  const at = nodes.at(-1);
  if (at === undefined) return;
  const own = alias === null ? null : { name: nameOf(c, alias), place: placeOf(alias) };
  const names = nodes.map((part) => nameOf(c, part));
  writeImport(c, { names, place: placeOf(at), alias: own, isWildcard: name === null });
}

/** All members of the value become visible without a prefix, or one of them by its name. */
function importFromValue(c: Collector, [first, ...others]: readonly SyntaxNode[], { name, alias }: Selected): void {
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
