/** What the collectors of link facts share over all languages: places, bounded walks, node types as numbers, assignments in branches. */
import type { SummaryWriter } from '../model/summary-writer.ts';
import type { SyntaxNode } from './language.ts';

/** 1-based, columns in UTF-16 units. */
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

/** `visit` for nodes that nest less deep than `maxDepth` levels (real code stays below a hundred); 0 for what lies deeper. */
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

/** Nothing that `work` assigns to local variables is certain behind it. */
export function branch(c: { readonly writer: SummaryWriter; locals: Map<string, number> }, work: () => void): void {
  const before = c.locals;
  c.locals = new Map(before);
  work();
  const after = c.locals;
  c.locals = before;
  for (const [name, value] of after) {
    const known = before.get(name);
    if (known !== value) before.set(name, known === undefined ? value : c.writer.either([known, value]));
  }
}

/** A grammar's node types as numbers: a type's name comes from WASM, where each is one string, so that looking it up is cheap. */
export interface NodeCodes {
  /** Throws for a name that is none of them, so that a misspelt one is found at once. */
  code: (name: string) => number;
  /** 0 for every other type. */
  codeOf: (node: SyntaxNode) => number;
  /** Lets go of the last node, and so of its tree. */
  forget: () => void;
}

/** @param names the first stands for every other type */
export function nodeCodes(names: readonly string[]): NodeCodes {
  const byName = new Map(names.map((name, index) => [name, index]));
  // The node asked last: a part is often asked by what stands around it, and again when it is visited.
  let lastNode: SyntaxNode | null = null;
  let lastCode = 0;
  return {
    code(name) {
      const known = byName.get(name);
      if (known === undefined) throw new Error(`no such node type: ${name}`);
      return known;
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
