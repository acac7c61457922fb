/**
 * A node of the tree that our own parser makes of a Go file.
 * Invariant: names, places and named children are the grammar's; tokens are not kept (`children` are the named ones), and comments stand in
 * a list of their own.
 */
import type { SyntaxNode } from '../../language.ts';
import { nodeNames } from './codes.ts';

const ids = new WeakMap<GoNode, number>();
let nextId = 1;

const none: readonly GoNode[] = [];

export class GoNode implements SyntaxNode {
  /** The file's text. */
  readonly source: string;
  /** Of `codes`. */
  code: number;
  readonly startIndex: number;
  endIndex: number;
  /** Of its start, from 0. */
  readonly row: number;
  readonly column: number;
  namedChildren: GoNode[];
  parent: GoNode | null = null;
  /** Its parts by the grammar's names for them, where somebody asks for them by these. */
  fields: Readonly<Record<string, GoNode | null>> | null = null;

  // Not one object: there is one of these for each name and operator of a file.
  // eslint-disable-next-line max-params
  constructor(
    source: string,
    code: number,
    startIndex: number,
    endIndex: number,
    row: number,
    column: number,
    namedChildren: GoNode[],
  ) {
    this.source = source;
    this.code = code;
    this.startIndex = startIndex;
    this.endIndex = endIndex;
    this.row = row;
    this.column = column;
    this.namedChildren = namedChildren;
    for (const child of namedChildren) child.parent = this;
  }

  get id(): number {
    let id = ids.get(this);
    if (id === undefined) ids.set(this, (id = nextId++));
    return id;
  }

  get type(): string {
    return nodeNames[this.code] ?? '';
  }

  get text(): string {
    return this.source.slice(this.startIndex, this.endIndex);
  }

  get startPosition(): { row: number; column: number } {
    return { row: this.row, column: this.column };
  }

  get endPosition(): { row: number; column: number } {
    const { source, startIndex, endIndex } = this;
    let { row } = this;
    let line = startIndex - this.column;
    for (
      let feed = source.indexOf('\n', startIndex);
      feed !== -1 && feed < endIndex;
      feed = source.indexOf('\n', line)
    ) {
      row++;
      line = feed + 1;
    }
    return { row, column: endIndex - line };
  }

  get isNamed(): boolean {
    return true;
  }

  get hasError(): boolean {
    return false;
  }

  #sibling(step: number): GoNode | null {
    const around = this.parent?.namedChildren ?? none;
    return around[around.indexOf(this) + step] ?? null;
  }

  get previousNamedSibling(): GoNode | null {
    return this.#sibling(-1);
  }

  get nextNamedSibling(): GoNode | null {
    return this.#sibling(1);
  }

  get previousSibling(): GoNode | null {
    return this.#sibling(-1);
  }

  get nextSibling(): GoNode | null {
    return this.#sibling(1);
  }

  get firstNamedChild(): GoNode | null {
    return this.namedChildren[0] ?? null;
  }

  get namedChildCount(): number {
    return this.namedChildren.length;
  }

  get childCount(): number {
    return this.namedChildren.length;
  }

  get children(): GoNode[] {
    return this.namedChildren;
  }

  namedChild(index: number): GoNode | null {
    return this.namedChildren[index] ?? null;
  }

  child(index: number): GoNode | null {
    return this.namedChildren[index] ?? null;
  }

  childForFieldName(name: string): GoNode | null {
    return this.fields?.[name] ?? null;
  }

  childrenForFieldName(name: string): GoNode[] {
    const child = this.childForFieldName(name);
    return child === null ? [] : [child];
  }

  descendantsOfType(types: string | string[]): GoNode[] {
    return this.namedChildren.flatMap((child) => [
      ...(types.includes(child.type) ? [child] : []),
      ...child.descendantsOfType(types),
    ]);
  }
}
