/**
 * Comments and the ends of joined lines (`\`), which may stand between any two tokens. They are collected here until the node that
 * contains them is made.
 */
import { codes } from './codes.ts';
import type { PythonNode } from './node.ts';

export class Extras {
  private readonly pending: PythonNode[];

  constructor(pending: PythonNode[] = []) {
    this.pending = pending;
  }

  add(node: PythonNode): void {
    this.pending.push(node);
  }

  copy(): Extras {
    return new Extras([...this.pending]);
  }

  /** End of the last pending node; -1 where there is none. */
  get end(): number {
    return this.pending[this.pending.length - 1]?.endIndex ?? -1;
  }

  /**
   * Drops the ends of joined lines after an offset and after the last comment. `TokenScanner` calls this before a string, where the
   * grammar has no nodes for them.
   */
  dropJoined(start: number): void {
    for (
      let last = this.pending[this.pending.length - 1];
      last !== undefined;
      last = this.pending[this.pending.length - 1]
    ) {
      if (last.code !== codes.line_continuation || last.startIndex < start) return;
      this.pending.pop();
    }
  }

  /** The parts, merged with the pending comments and joined lines between two offsets, in source order. */
  withExtras(start: number, end: number, parts: PythonNode[]): PythonNode[] {
    const { pending } = this;
    let to = pending.length;
    if (to === 0) return parts;
    while (to > 0 && pending[to - 1]!.startIndex >= end) to--;
    let from = to;
    while (from > 0 && pending[from - 1]!.startIndex >= start) from--;
    if (from === to) return parts;
    const extras = pending.splice(from, to - from);
    return merge(parts, extras);
  }
}

/** Merges two lists of nodes in source order. */
function merge(parts: PythonNode[], extras: PythonNode[]): PythonNode[] {
  const all: PythonNode[] = [];
  let next = 0;
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]!;
    while (next < extras.length && extras[next]!.startIndex < part.startIndex) all.push(extras[next++]!);
    all.push(part);
  }
  while (next < extras.length) all.push(extras[next++]!);
  return all;
}
