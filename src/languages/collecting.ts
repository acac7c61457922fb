/**
 * Helpers for the summary collectors of several languages: places, depth-limited walks, node types as numbers, assignments in
 * branches.
 */
import type { SummaryWriter } from '../model/summary-writer.ts';
import type { SyntaxNode } from './language.ts';

/** Line and column from 1; columns count UTF-16 units. */
export interface Place {
  line: number;
  column: number;
}

export function placeOf(node: SyntaxNode): Place {
  const { row, column } = node.startPosition;
  return { line: row + 1, column: column + 1 };
}

export function textOf({ source }: { source: string }, node: SyntaxNode): string {
  return source.slice(node.startIndex, node.endIndex);
}

/** Named children without comments. */
export function partsOf(node: SyntaxNode): readonly SyntaxNode[] {
  return (node.namedChildren as SyntaxNode[]).filter((child) => child.type !== 'comment');
}

/** The first named child of a type. */
export function partOf(node: SyntaxNode, type: string): SyntaxNode | null {
  return (node.namedChildren as SyntaxNode[]).find((child) => child.type === type) ?? null;
}

/**
 * Wraps `visit` so that it returns 0 (no value) for nodes nested deeper than `maxDepth` levels. Real code nests less than a
 * hundred levels.
 */
export function boundedVisit<C extends { depth: number }>(
  visit: (c: C, node: SyntaxNode) => number,
  maxDepth: number,
): (c: C, node: SyntaxNode) => number {
  return (c, node) => {
    if (c.depth > maxDepth) return 0;
    c.depth++;
    const value = visit(c, node);
    c.depth--;
    return value;
  };
}

/**
 * Runs `work`, which visits a branch. Afterwards, a local variable that the branch assigns has either the value from before the
 * branch or the assigned one. A variable without a value before the branch has the assigned one. `locals` has nodes of values by
 * name.
 */
export function branch(c: { readonly writer: SummaryWriter; locals: Map<string, number> }, work: () => void): void {
  const before = c.locals;
  c.locals = new Map(before);
  work();
  const after = c.locals;
  c.locals = before;
  for (const [name, value] of after) {
    const earlier = before.get(name);
    if (earlier !== value) before.set(name, earlier === undefined ? value : c.writer.either([earlier, value]));
  }
}

/**
 * The node types of a grammar as numbers. Looking up a type's name is cheap: web-tree-sitter gives the same string object each
 * time.
 */
export interface NodeCodes {
  /** The number of a node type. Throws for a type that is not listed, so that a misspelt name is found at once. */
  code: (name: string) => number;
  /** The number of the node's type; 0 for a type that is not listed. */
  codeOf: (node: SyntaxNode) => number;
  /** Drops the cached node, which would keep its whole tree in memory. */
  forget: () => void;
}

/** @param names the listed types; the first entry is no type, but stands for every type that is not listed */
export function nodeCodes(names: readonly string[]): NodeCodes {
  const byName = new Map(names.map((name, index) => [name, index]));
  // The last node that was looked up: its code is often read by the parent first and again when the node itself is visited.
  let lastNode: SyntaxNode | null = null;
  let lastCode = 0;
  return {
    code(name) {
      const found = byName.get(name);
      if (found === undefined) throw new Error(`no such node type: ${name}`);
      return found;
    },
    codeOf(node) {
      if (node !== lastNode) {
        lastCode = byName.get(node.type) ?? 0;
        lastNode = node;
      }
      return lastCode;
    },
    forget() {
      lastNode = null;
    },
  };
}

/** The `parent` of an entity that belongs to no other entity and is not found by its name, such as an anonymous function. */
export const nameless = -2;
