/** Import statements. */
import { giveUp, type Mark } from '../../own-node.ts';
import { codes } from './codes.ts';
import type { PythonNode } from './node.ts';
import { markOf, nodeFrom, nodeSince, type Scanner } from './scanner.ts';
import { tokens } from './tokens.ts';

export function parseImport(s: Scanner, mark: Mark): PythonNode {
  s.next();
  const names = [importedName(s)];
  while (s.accept(tokens.comma)) names.push(importedName(s));
  return nodeSince(s, codes.import_statement, mark, names);
}

export function parseImportFrom(s: Scanner, mark: Mark): PythonNode {
  s.next();
  const module = s.at(tokens.name) ? parseDottedName(s) : relativeImport(s);
  s.expect(tokens.import);
  const length = module.endIndex - module.startIndex;
  const isFuture = length === '__future__'.length && s.text.startsWith('__future__', module.startIndex);
  const parts = isFuture ? [] : [module];
  if (s.at(tokens.star)) {
    if (isFuture) giveUp();
    parts.push(s.leaf(codes.wildcard_import));
  } else if (s.at(tokens.openParen)) importedNames(s, parts);
  else {
    do parts.push(importedName(s));
    while (s.accept(tokens.comma));
  }
  return nodeSince(s, isFuture ? codes.future_import_statement : codes.import_from_statement, mark, parts);
}

/** Adds the imported names in parentheses. */
function importedNames(s: Scanner, parts: PythonNode[]): void {
  const { row } = s;
  s.next();
  // At a line that is indented less than the block, the grammar ends the block, even inside parentheses.
  if (s.row !== row && s.column < s.indent) giveUp();
  parts.push(importedName(s));
  while (s.accept(tokens.comma)) {
    if (s.at(tokens.closeParen)) break;
    parts.push(importedName(s));
  }
  s.expect(tokens.closeParen);
}

/** `a.b`, `a.b as c`. */
function importedName(s: Scanner): PythonNode {
  const name = parseDottedName(s);
  if (!s.accept(tokens.as)) return name;
  return nodeFrom(s, codes.aliased_import, name, [name, s.name()]);
}

export function parseDottedName(s: Scanner): PythonNode {
  const first = s.name();
  const parts = [first];
  while (s.accept(tokens.dot)) parts.push(s.name());
  return nodeFrom(s, codes.dotted_name, first, parts);
}

/** The module of `from . import` or `from ..a.b import`. */
function relativeImport(s: Scanner): PythonNode {
  const mark = markOf(s);
  if (!s.at(tokens.dot) && !s.at(tokens.ellipsis)) giveUp();
  while (s.at(tokens.dot) || s.at(tokens.ellipsis)) s.next();
  const prefix = nodeSince(s, codes.import_prefix, mark, []);
  return nodeSince(s, codes.relative_import, mark, s.at(tokens.name) ? [prefix, parseDottedName(s)] : [prefix]);
}
