/** `match`: the names that patterns use and bind. */
import type { SyntaxNode } from '../../language.ts';
import { ops, siteKinds } from '../../../model/file-summary.ts';
import { nameText, placeOf, type Collector } from './collector.ts';
import { resolveName } from './frames.ts';
import { nodeOfName, visitName } from './names.ts';
import { enterNarrowed } from './narrowing.ts';
import { codeOf, codes, partsOf } from './node-codes.ts';
import { assignTo } from './targets.ts';

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
  const [only] = narrowed;
  if (patterns.length === 1 && only && only !== value && subject !== null && codeOf(subject) === codes.identifier) {
    const name = nameText(c, subject);
    const binding = resolveName(c.frame, name);
    if (binding !== null && binding.receiver === 0 && binding.declared.length === 0)
      enterNarrowed(c, [{ name, node: subject, value: only }], node.startIndex, node.endIndex);
  }
  for (const part of parts) if (codeOf(part) !== codes.case_pattern) c.visit(part);
  c.scope = outer;
}

/** Binds the pattern's names; returns what the pattern says about the value. */
function visitPattern(c: Collector, node: SyntaxNode, value: number): number {
  if (c.depth > maxDepth) return 0;
  c.depth++;
  const result = pattern(c, node, value);
  c.depth--;
  return result;
}

function pattern(c: Collector, node: SyntaxNode, value: number): number {
  const { writer } = c;
  const parts = partsOf(node);
  switch (codeOf(node)) {
    case codes.case_pattern:
      return parts.length === 1 ? visitPattern(c, parts[0]!, value) : value;
    case codes.dotted_name:
      return dottedPattern(c, parts, value);
    case codes.identifier:
      assignTo(c, node, value);
      return value;
    case codes.as_pattern: {
      const known = parts[0] === undefined ? value : visitPattern(c, parts[0], value);
      const last = parts.at(-1);
      if (last !== undefined && last !== parts[0]) assignTo(c, last, known);
      return known;
    }
    case codes.class_pattern: {
      const [name, ...inner] = parts;
      const made = name === undefined ? 0 : pathNode(c, partsOf(name), siteKinds.type);
      const instance = made === 0 ? 0 : writer.node(ops.instance, made);
      for (const part of inner)
        visitPattern(c, part, codeOf(part) === codes.case_pattern && hasKeyword(part) ? instance : 0);
      return instance;
    }
    case codes.keyword_pattern: {
      const [name, ...inner] = parts;
      const member = name === undefined || value === 0 ? 0 : writer.member(value, nameText(c, name));
      for (const part of inner) visitPattern(c, part, member);
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

function hasKeyword(node: SyntaxNode): boolean {
  const [inner] = partsOf(node);
  return inner !== undefined && codeOf(inner) === codes.keyword_pattern;
}

/** A single name is bound; a dotted name is a value to compare with. */
function dottedPattern(c: Collector, parts: readonly SyntaxNode[], value: number): number {
  if (parts.length === 1) assignTo(c, parts[0]!, value);
  else pathNode(c, parts, siteKinds.read);
  return value;
}

function pathNode(c: Collector, parts: readonly SyntaxNode[], site: number): number {
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
