/** Comments and joined lines may stand between any two tokens. They are collected here until the node that contains them is made. */
import { codes } from './codes.ts';
import type { PythonNode } from './node.ts';

export class Extras {
  private readonly waiting: PythonNode[];

  constructor(waiting: PythonNode[] = []) {
    this.waiting = waiting;
  }

  add(node: PythonNode): void {
    this.waiting.push(node);
  }

  copy(): Extras {
    return new Extras([...this.waiting]);
  }

  /** End of the last pending one; -1 where there is none. */
  get end(): number {
    return this.waiting[this.waiting.length - 1]?.endIndex ?? -1;
  }

  /** Drops the joined lines since an offset, back to the last comment: the grammar has no nodes for them before a string. */
  dropJoined(since: number): void {
    for (
      let last = this.waiting[this.waiting.length - 1];
      last !== undefined;
      last = this.waiting[this.waiting.length - 1]
    ) {
      if (last.code !== codes.line_continuation || last.startIndex < since) return;
      this.waiting.pop();
    }
  }

  /** The parts, merged with the pending comments and joined lines between two offsets, in source order. */
  withExtras(start: number, end: number, parts: PythonNode[]): PythonNode[] {
    const { waiting } = this;
    let to = waiting.length;
    if (to === 0) return parts;
    while (to > 0 && waiting[to - 1]!.startIndex >= end) to--;
    let from = to;
    while (from > 0 && waiting[from - 1]!.startIndex >= start) from--;
    if (from === to) return parts;
    const taken = waiting.splice(from, to - from);
    return merged(parts, taken);
  }
}

/** Both lists are in source order. */
function merged(parts: PythonNode[], taken: PythonNode[]): PythonNode[] {
  const all: PythonNode[] = [];
  let next = 0;
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]!;
    while (next < taken.length && taken[next]!.startIndex < part.startIndex) all.push(taken[next++]!);
    all.push(part);
  }
  while (next < taken.length) all.push(taken[next++]!);
  return all;
}
