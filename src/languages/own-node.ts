/**
 * The node class of the trees that our own parsers build, and how such a parser gives up.
 * Invariant: names, places and named children equal those of the grammar. Tokens are left out (`children` are the named ones).
 */
import type { SyntaxNode } from './language.ts';

/** Thrown for a file that is left to the grammar. It is no Error, because nobody reads the stack trace and making one costs time. */
export const notPlain = { reason: 'left to the grammar' };

export function giveUp(): never {
  // eslint-disable-next-line @typescript-eslint/only-throw-error
  throw notPlain;
}

/** Where a node begins; rows and columns from 0. */
export interface Mark {
  start: number;
  row: number;
  column: number;
}

const ids = new WeakMap<object, number>();
let nextId = 1;

/** @typeParam N the language's own class of nodes */
export abstract class OwnNode<N extends OwnNode<N>> implements SyntaxNode {
  // `declare` only: a class field would be written twice for each node, first as undefined.
  /** The file's text. */
  declare readonly source: string;
  /** One of the language's `codes`. */
  declare code: number;
  declare readonly startIndex: number;
  declare endIndex: number;
  /** Row and column of the start, from 0. */
  declare readonly row: number;
  declare readonly column: number;
  declare namedChildren: N[];
  declare parent: N | null;

  // Positional parameters, not one object: a node is made for each name and operator of a file.
  // eslint-disable-next-line max-params
  constructor(
    source: string,
    code: number,
    startIndex: number,
    endIndex: number,
    row: number,
    column: number,
    namedChildren: N[],
  ) {
    this.source = source;
    this.code = code;
    this.startIndex = startIndex;
    this.endIndex = endIndex;
    this.row = row;
    this.column = column;
    this.namedChildren = namedChildren;
    this.parent = null;
    const count = namedChildren.length;
    for (let at = 0; at < count; at++) namedChildren[at]!.parent = this as unknown as N;
  }

  abstract get type(): string;

  /** Also null for fields that no collector uses. */
  abstract childForFieldName(name: string): N | null;

  get id(): number {
    let id = ids.get(this);
    if (id === undefined) ids.set(this, (id = nextId++));
    return id;
  }

  get text(): string {
    return this.source.slice(this.startIndex, this.endIndex);
  }

  get startPosition(): { row: number; column: number } {
    return { row: this.row, column: this.column };
  }

  get endPosition(): { row: number; column: number } {
    const { source, endIndex } = this;
    const last = innermostEnding<N>(this);
    let { row } = last;
    let lineStart = last.startIndex - last.column;
    for (let at = last.startIndex; at < endIndex; at++) {
      if (source.charCodeAt(at) !== 10) continue;
      row++;
      lineStart = at + 1;
    }
    return { row, column: endIndex - lineStart };
  }

  get isNamed(): boolean {
    return true;
  }

  get hasError(): boolean {
    return false;
  }

  #sibling(step: number): N | null {
    if (this.parent === null) return null;
    const siblings = this.parent.namedChildren;
    let low = 0;
    let high = siblings.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (siblings[middle]!.startIndex < this.startIndex) low = middle + 1;
      else high = middle;
    }
    while (low < siblings.length && (siblings[low] as object) !== this) low++;
    return siblings[low + step] ?? null;
  }

  get previousNamedSibling(): N | null {
    return this.#sibling(-1);
  }

  get nextNamedSibling(): N | null {
    return this.#sibling(1);
  }

  get previousSibling(): N | null {
    return this.#sibling(-1);
  }

  get nextSibling(): N | null {
    return this.#sibling(1);
  }

  get firstNamedChild(): N | null {
    return this.namedChildren[0] ?? null;
  }

  get namedChildCount(): number {
    return this.namedChildren.length;
  }

  get childCount(): number {
    return this.namedChildren.length;
  }

  get children(): N[] {
    return this.namedChildren;
  }

  namedChild(index: number): N | null {
    return this.namedChildren[index] ?? null;
  }

  child(index: number): N | null {
    return this.namedChildren[index] ?? null;
  }

  childrenForFieldName(name: string): N[] {
    const child = this.childForFieldName(name);
    return child === null ? [] : [child];
  }

  descendantsOfType(types: string | string[]): N[] {
    return this.namedChildren.flatMap((child) => [
      ...(types.includes(child.type) ? [child] : []),
      ...child.descendantsOfType(types),
    ]);
  }
}

/** The innermost node that ends where `node` ends. `endPosition` counts rows from the start of this node, to read little text. */
function innermostEnding<N extends OwnNode<N>>(node: OwnNode<N>): OwnNode<N> {
  let last = node;
  for (;;) {
    const child: OwnNode<N> | undefined = last.namedChildren[last.namedChildren.length - 1];
    if (child === undefined || child.endIndex !== node.endIndex) return last;
    last = child;
  }
}
