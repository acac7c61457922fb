/**
 * The arguments of macros and attributes: tokens whose meaning is unknown. A name that may be called, or that ends a path, gets a
 * site with an unknown receiver. So it counts as a possible use of functions with that name.
 */
import type { SyntaxNode } from '../../language.ts';
import { ops, siteKinds } from '../../../model/file-summary.ts';
import { isCapital, lookUpLocal, namedType, nameText, placeOf, type Collector } from './collector.ts';
import { writeMacroSite } from './macros.ts';
import { preparePath } from './paths.ts';
import { code, codeOf, codes, partsOf } from './node-codes.ts';

const tokenTreeCode = code('token_tree');
/** Limit of nested token trees. */
const maxTrees = 200;

/** @param isCode whether calls get sites too, not only paths; false for an attribute, whose tokens are not code */
export function visitTokens(c: Collector, tree: SyntaxNode, isCode: boolean, depth = 0): void {
  if (depth > maxTrees) return;
  for (const part of tokensIn(c, tree)) {
    if (codeOf(part) === tokenTreeCode) visitTokens(c, part, isCode, depth + 1);
    else if (!isCode && (keyOf(c, part) !== '' || (depth > 0 && isWholeArgument(c, part))))
      visitArgument(c, part, keyOf(c, part));
    else if ((codeOf(part) === codes.identifier || !part.isNamed) && !(isCode && writeMacroSite(c, part)))
      visitName(c, part, isCode);
  }
}

/** The tokens of a tree with names in them. The grammar takes `default` for a keyword, which has no name. */
function tokensIn({ source }: Collector, tree: SyntaxNode): readonly SyntaxNode[] {
  if (!source.slice(tree.startIndex, tree.endIndex).includes('::default')) return partsOf(tree);
  const isDefault = ({ startIndex }: SyntaxNode): boolean => source.startsWith('::default', startIndex - 2);
  return (tree.children as SyntaxNode[]).filter((part) => part.isNamed || isDefault(part));
}

/** `<T as a::Trait<…>>::` before a name. */
const qualified = /\bas\s+(?:::)?((?:[\p{L}_][\p{L}\p{N}_]*::)*[\p{L}_][\p{L}\p{N}_]*)(?:<[^<>]*>)?>\s*::\s*$/u;

/** The names before `::` and the last name of a path that ends at this token; only the last name for a name without a path. */
function pathBefore(source: string, node: SyntaxNode): string[] {
  const before = source.slice(Math.max(0, node.startIndex - 200), node.startIndex);
  const trait = before.endsWith('>::') ? qualified.exec(before)?.[1] : undefined;
  if (trait !== undefined) return [...trait.split('::'), source.slice(node.startIndex, node.endIndex)];
  const path = /(?:(?<![\w:.>$)])(?:::\s*)?)?((?:[\p{L}_][\p{L}\p{N}_]*::)*)$/u.exec(before);
  const names = path === null ? [] : path[1]!.split('::').filter((name) => name !== '');
  return [...names, source.slice(node.startIndex, node.endIndex)];
}

/**
 * The node of a name among tokens, where it means an item: a path that the file can name, or a name of the file that is no variable. 0 for any other
 * name, such as that of a member.
 */
function itemNode(c: Collector, node: SyntaxNode): number {
  const { source } = c;
  const names = pathBefore(source, node);
  const before = source[node.startIndex - 1] ?? '';
  return names.length === 1 && /[.:$]/.test(before) ? 0 : pathNode(c, names);
}

/** The node of a path among tokens; 0 for a name without a path that is no item of the file, and for a path that begins with a variable. */
function pathNode(c: Collector, names: readonly string[]): number {
  const { writer, itemScope } = c;
  const first = names[0]!;
  if (lookUpLocal(c, first) !== null) return 0;
  if (names.length === 1) return c.itemNames.has(first) ? writer.name(first, itemScope) : 0;
  const parents = names.slice(0, -1);
  if (first === 'Self')
    return parents.length > 1 || c.selfType === 0
      ? 0
      : writer.member(writer.node(ops.cast, c.selfType, 0), names.at(-1)!);
  const { names: path, scope } = preparePath(c, parents);
  let owner: number;
  if (isCapital(parents.at(-1)!)) owner = writer.node(ops.cast, namedType(c, path, scope, 0), 0);
  else {
    c.roots.add(path[0]!);
    owner = writer.name(path[0]!, scope);
    for (const name of path.slice(1)) owner = writer.member(owner, name);
  }
  return writer.member(owner, names.at(-1)!);
}

function visitName(c: Collector, node: SyntaxNode, isCode: boolean): void {
  const { source, writer } = c;
  // A name followed by `:` or `=` may be a field or an argument of the macro's own.
  const isPart = /^(?:\s*(?::(?!:)|=(?![=>]))|::)/.test(source.slice(node.endIndex, node.endIndex + 8));
  const isInPath = source.startsWith('::', node.startIndex - 2) && !source.startsWith('::', node.endIndex);
  const item = (isCode || isInPath) && !isPart ? itemNode(c, node) : 0;
  if (item !== 0) {
    const isCall = source[node.endIndex] === '(';
    const isType = isCapital(source.slice(node.startIndex, node.startIndex + 3));
    writer.site(
      isCall ? (isType ? siteKinds.construct : siteKinds.call) : siteKinds.read,
      item,
      placeOf(node),
      c.scope,
    );
    return;
  }
  const isCalled = isCode && source[node.endIndex] === '(';
  if (!isCalled && !isInPath) return;
  const name = writer.node(ops.member, 0, writer.string(source.slice(node.startIndex, node.endIndex)));
  writer.site(isCalled ? siteKinds.call : siteKinds.read, name, placeOf(node), c.scope);
}

const stringCode = code('string_literal');
const pathText = /^"((?:\w+::)*\w+)"$/;
/** Names in attributes of serde and its like whose text is the path of a function, or of a module with functions. */
const pathKeys: ReadonlySet<string> = new Set(
  'default with serialize_with deserialize_with skip_serializing_if getter schema_with custom function'.split(' '),
);

/** The name that a token of an attribute is the argument of (`value_parser = size`, `default = "size"`); empty for none. */
function keyOf({ source }: Collector, node: SyntaxNode): string {
  const kind = codeOf(node);
  if (kind !== stringCode && kind !== codes.identifier) return '';
  const key = /(\w+)\s*=\s*$/.exec(source.slice(Math.max(0, node.startIndex - 40), node.startIndex))?.[1] ?? '';
  return kind === stringCode && !pathKeys.has(key) ? '' : key;
}

/** Whether a token is all of an argument: `size` in `value_parser(size)`. */
function isWholeArgument({ source }: Collector, node: SyntaxNode): boolean {
  if (codeOf(node) !== codes.identifier) return false;
  const before = source.slice(Math.max(0, node.startIndex - 20), node.startIndex);
  return /[(,]\s*$/.test(before) && /^\s*[,)]/.test(source.slice(node.endIndex, node.endIndex + 20));
}

/**
 * The argument of an attribute's name, by which derived code calls a function: a path, or a path in quotes. A module in quotes (`with = "hex"`) stands for
 * its functions `serialize` and `deserialize`.
 */
function visitArgument(c: Collector, node: SyntaxNode, key: string): void {
  const { source, writer } = c;
  const isText = codeOf(node) === stringCode;
  const path = isText ? pathText.exec(source.slice(node.startIndex, node.endIndex))?.[1] : undefined;
  const item = isText ? (path === undefined ? 0 : pathNode(c, path.split('::'))) : itemNode(c, node);
  if (item === 0) {
    if (!isText) visitName(c, node, false);
    return;
  }
  writer.site(siteKinds.read, item, placeOf(node), c.scope);
  if (key !== 'with') return;
  for (const name of ['serialize', 'deserialize'])
    writer.site(siteKinds.implicit, writer.member(item, name), placeOf(node), c.scope);
}

/** Attributes of the language, whose arguments name nothing of the program. */
const inert: ReadonlySet<string> = new Set(
  'cfg allow warn deny forbid expect repr inline must_use doc target_feature test should_panic deprecated'.split(' '),
);

/** A file's attributes: the macros that they call, and their tokens (`#[arg(value_parser = Size::parse)]`). */
export function visitAttributes(c: Collector, root: SyntaxNode): void {
  const previousScope = c.scope;
  c.scope = 0;
  for (const item of root.descendantsOfType(['attribute_item', 'inner_attribute_item'])) {
    const path = item?.firstNamedChild?.firstNamedChild ?? null;
    if (item === null || path === null || inert.has(path.text)) continue;
    visitAttributeMacro(c, path);
    for (const tree of item.descendantsOfType('token_tree'))
      if (tree !== null && tree.parent?.type !== 'token_tree') visitTokens(c, tree, false);
  }
  c.scope = previousScope;
}

/** A macro that an attribute names: by its path, or by a name that the file imports. Other names are of the language, or arguments of derived code. */
function visitAttributeMacro(c: Collector, path: SyntaxNode): void {
  const last = codeOf(path) === codes.scopedIdentifier ? partsOf(path).at(-1) : path;
  if (last === undefined || (last === path && !c.imported.has(nameText(c, path)))) return;
  const node = pathNode(c, path.text.replace(/\s+/g, '').split('::'));
  if (node !== 0) c.writer.site(siteKinds.decorate, node, placeOf(last), c.scope);
}
