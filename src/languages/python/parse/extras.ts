/** Comments and joined lines, which may stand between any two tokens: they wait here for the node that takes them in. */
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

  /** Where the last one ends; -1 where none waits. */
  get end(): number {
    return this.waiting[this.waiting.length - 1]?.endIndex ?? -1;
  }

  /** Lets go of lines that were joined since an offset, up to the last comment: before a string the grammar sees none. */
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

  /** Parts with those that wait between two offsets, in order of place. */
  takenIn(start: number, end: number, parts: PythonNode[]): PythonNode[] {
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

/** Both are in order of place. */
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
