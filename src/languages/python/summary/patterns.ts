/** `match`: the names that patterns use and bind. */
import type { SyntaxNode } from '../../language.ts';
import { ops, siteKinds } from '../../../model/file-summary.ts';
import { nameText, placeOf, type Collector } from './collector.ts';
import { resolveName } from './frames.ts';
import { nodeOfName, visitName } from './names.ts';
import { enterNarrowed } from './narrowing.ts';
import { codeOf, codes, partsOf } from './node-codes.ts';
import { assignTo } from './targets.ts';

/** Limit of nested patterns. */
const maxDepth = 100;

export function visitMatch(c: Collector, node: SyntaxNode): void {
  let subject: SyntaxNode | null = null;
  let value = 0;
  for (const part of partsOf(node)) {
    const code = codeOf(part);
    if (code === codes.comment) continue;
    if (code !== codes.block) {
      subject = part;
      value = c.visit(part);
      continue;
    }
    for (const clause of partsOf(part)) {
      if (codeOf(clause) === codes.case_clause) visitClause(c, clause, { subject, value });
      else c.visit(clause);
    }
  }
}

function visitClause(
  c: Collector,
  node: SyntaxNode,
  { subject, value }: { subject: SyntaxNode | null; value: number },
): void {
  const outer = c.scope;
  const parts = partsOf(node);
  const patterns = parts.filter((part) => codeOf(part) === codes.case_pattern);
  const narrowed = patterns.map((pattern) => visitPattern(c, pattern, value));
  const [narrowedValue] = narrowed;
  const isNarrowing = patterns.length === 1 && narrowedValue && narrowedValue !== value;
  if (isNarrowing && subject !== null && codeOf(subject) === codes.identifier) {
    const name = nameText(c, subject);
    const binding = resolveName(c.frame, name);
    if (binding !== null && binding.receiver === 0 && binding.declared.length === 0)
      enterNarrowed(c, [{ name, node: subject, value: narrowedValue }], node.startIndex, node.endIndex);
  }
  for (const part of parts) if (codeOf(part) !== codes.case_pattern) c.visit(part);
  c.scope = outer;
}

/** Binds the names of a pattern; returns the value, narrowed by the pattern. */
function visitPattern(c: Collector, node: SyntaxNode, value: number): number {
  if (c.depth > maxDepth) return 0;
  c.depth++;
  const result = visitPatternNode(c, node, value);
  c.depth--;
  return result;
}

function visitPatternNode(c: Collector, node: SyntaxNode, value: number): number {
  const { writer } = c;
  const parts = partsOf(node);
  switch (codeOf(node)) {
    case codes.case_pattern:
      return parts.length === 1 ? visitPattern(c, parts[0]!, value) : value;
    case codes.dotted_name:
      return visitDottedName(c, parts, value);
    case codes.identifier:
      assignTo(c, node, value);
      return value;
    case codes.as_pattern: {
      const narrowed = parts[0] === undefined ? value : visitPattern(c, parts[0], value);
      const last = parts.at(-1);
      if (last !== undefined && last !== parts[0]) assignTo(c, last, narrowed);
      return narrowed;
    }
    case codes.class_pattern: {
      const [name, ...innerPatterns] = parts;
      const classNode = name === undefined ? 0 : visitPath(c, partsOf(name), siteKinds.type);
      const instance = classNode === 0 ? 0 : writer.node(ops.instance, classNode);
      // The class decides which attributes the positional patterns mean, so their values are unknown.
      for (const part of innerPatterns)
        visitPattern(c, part, codeOf(part) === codes.case_pattern && hasKeyword(part) ? instance : 0);
      return instance;
    }
    case codes.keyword_pattern: {
      const [name, ...innerPatterns] = parts;
      const member = name === undefined || value === 0 ? 0 : writer.member(value, nameText(c, name));
      for (const part of innerPatterns) visitPattern(c, part, member);
      return value;
    }
    case codes.list_pattern:
    case codes.tuple_pattern:
      for (const [index, part] of parts.entries())
        visitPattern(c, part, value === 0 ? 0 : writer.node(ops.item, value, index));
      return value;
    case codes.splat_pattern:
      for (const part of parts) assignTo(c, part, 0);
      return 0;
    case codes.union_pattern:
      return writer.either(parts.map((part) => visitPattern(c, part, value)));
    case codes.dict_pattern:
      for (const part of parts) visitPattern(c, part, 0);
      return value;
    default:
      c.visit(node);
      return value;
  }
}

/** Whether a part of a class pattern is `name=pattern`. */
function hasKeyword(node: SyntaxNode): boolean {
  const [first] = partsOf(node);
  return first !== undefined && codeOf(first) === codes.keyword_pattern;
}

/** A single name is bound; a dotted name is a value to compare with. */
function visitDottedName(c: Collector, parts: readonly SyntaxNode[], value: number): number {
  if (parts.length === 1) assignTo(c, parts[0]!, value);
  else visitPath(c, parts, siteKinds.read);
  return value;
}

/**
 * The node of a dotted name, with a site at each of its names.
 * @param site the kind of the site at the last name
 */
function visitPath(c: Collector, parts: readonly SyntaxNode[], site: number): number {
  const [first] = parts;
  if (first === undefined) return 0;
  if (parts.length === 1) return visitName(c, first, site);
  const name = nameText(c, first);
  let node = nodeOfName(c, name, resolveName(c.frame, name));
  c.writer.site(siteKinds.read, node, placeOf(first), c.scope);
  for (const [index, part] of parts.entries()) {
    if (index === 0) continue;
    node = c.writer.member(node, nameText(c, part));
    c.writer.site(index === parts.length - 1 ? site : siteKinds.read, node, placeOf(part), c.scope);
  }
  return node;
}
