/**
 * The arguments of macros and attributes: tokens whose meaning is unknown. A name that may be called, or that ends a path, gets a
 * site with an unknown receiver. So it counts as a possible use of functions with that name.
 */
import { placeOf } from '../../collecting.ts';
import type { SyntaxNode } from '../../language.ts';
import { ops, siteKinds } from '../../../model/file-summary.ts';
import type { Collector } from './collector.ts';
import { writeMacroSite } from './macros.ts';
import { code, codeOf, codes, partsOf } from './node-codes.ts';

const tokenTreeCode = code('token_tree');
/** Limit of nested token trees. */
const maxTrees = 200;

/** @param isCode whether calls get sites too, not only paths; false for an attribute, whose tokens are not code */
export function visitTokens(c: Collector, tree: SyntaxNode, isCode: boolean, depth = 0): void {
  if (depth > maxTrees) return;
  for (const part of partsOf(tree)) {
    if (codeOf(part) === tokenTreeCode) visitTokens(c, part, isCode, depth + 1);
    else if (codeOf(part) === codes.identifier && !(isCode && writeMacroSite(c, part))) visitName(c, part, isCode);
  }
}

function visitName(c: Collector, node: SyntaxNode, isCode: boolean): void {
  const { source, writer } = c;
  const isCalled = isCode && source[node.endIndex] === '(';
  const isInPath = source.startsWith('::', node.startIndex - 2) && !source.startsWith('::', node.endIndex);
  if (!isCalled && !isInPath) return;
  const name = writer.node(ops.member, 0, writer.string(source.slice(node.startIndex, node.endIndex)));
  writer.site(isCalled ? siteKinds.call : siteKinds.read, name, placeOf(node), c.scope);
}

/** The tokens of a file's attributes (`#[arg(value_parser = Size::parse)]`). */
export function visitAttributes(c: Collector, root: SyntaxNode): void {
  const previousScope = c.scope;
  c.scope = 0;
  for (const attribute of root.descendantsOfType(['attribute_item', 'inner_attribute_item'])) {
    for (const tree of attribute?.descendantsOfType('token_tree') ?? []) {
      if (tree !== null && tree.parent?.type !== 'token_tree') visitTokens(c, tree, false);
    }
  }
  c.scope = previousScope;
}
