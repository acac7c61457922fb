/** Names and selectors: their nodes, and the sites that link them. */
import type { SyntaxNode } from '../../language.ts';
import { siteKinds } from '../../../model/file-summary.ts';
import { builtinTypeCode, lookUpLocal, nameText, placeOf, topName, type Collector } from './collector.ts';
import { codeOf, codes, partsOf } from './node-codes.ts';

export const builtinFunctions: ReadonlySet<string> = new Set(
  'append cap clear close complex copy delete imag len make max min new panic print println real recover'.split(' '),
);

/** A use of a name. Built-in names and packages get no site. A local name gets one only where a local variable is called, or with `everySite`. */
export function visitName(c: Collector, node: SyntaxNode, site: number): number {
  const name = nameText(c, node);
  if (name === '' || name === '_') return 0;
  const local = lookUpLocal(c, name);
  if (local !== null) {
    if (local.node !== 0 && (c.everySite || site === siteKinds.call))
      c.writer.site(site, local.node, placeOf(node), c.scope);
    return local.node;
  }
  const isTopLevel = c.top.has(name);
  if (!isTopLevel && (builtinFunctions.has(name) || builtinTypeCode(c, name) !== -1 || name === 'error')) return 0;
  const imported = isTopLevel ? undefined : c.imports.get(name);
  if (imported !== undefined) imported.isUsed = true;
  const result = topName(c, name);
  if (imported === undefined) c.writer.site(site, result, placeOf(node), c.scope);
  return result;
}

/** `a.b`: a site at `b`. A package before the dot gets no site, because a package is not a definition. */
export function visitSelector(c: Collector, node: SyntaxNode, site: number): number {
  const [object, field] = partsOf(node);
  if (object === undefined) return 0;
  const name = field === undefined ? '' : nameText(c, field);
  const receiver = codeOf(object) === codes.identifier ? visitQualifier(c, object) : c.visit(object);
  if (name === '' || field === undefined || receiver === 0) return 0;
  const result = c.writer.member(receiver, name);
  c.writer.site(site, result, placeOf(field), c.scope);
  return result;
}

function visitQualifier(c: Collector, node: SyntaxNode): number {
  const name = nameText(c, node);
  if (lookUpLocal(c, name) !== null || c.top.has(name) || c.imports.has(name) || name === '')
    return visitName(c, node, siteKinds.read);
  // The name is a variable of another file, or a package whose guessed name is wrong. `correctPackageNames` decides that.
  const result = topName(c, name);
  const use = { node: result, place: placeOf(node), scope: c.scope };
  const uses = c.qualifiers.get(name);
  if (uses === undefined) c.qualifiers.set(name, [use]);
  else uses.push(use);
  return result;
}

/** The callee of a call, or the target of an assignment. `site` is the kind of the site at its last name. */
export function visitCallee(c: Collector, node: SyntaxNode, site: number): number {
  switch (codeOf(node)) {
    case codes.identifier:
      return visitName(c, node, site);
    case codes.selector_expression:
      return visitSelector(c, node, site);
    case codes.parenthesized_expression: {
      const parts = partsOf(node);
      return parts.length === 1 ? visitCallee(c, parts[0]!, site) : c.visit(node);
    }
    default:
      return c.visit(node);
  }
}
