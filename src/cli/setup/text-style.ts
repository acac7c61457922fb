/** Detects the layout of a text, so that insertions look like the rest, and describes changes as splices. */

/** The first line end of the text. */
export function lineEndOf(text: string): '\n' | '\r\n' {
  return /\r?\n/.exec(text)?.[0] === '\r\n' ? '\r\n' : '\n';
}

/** The indentation of the line that contains this offset. */
export function indentAt(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, at))?.[0] ?? '';
}

const defaultIndent = '  ';

/** One level of indentation: the indentation of the first indented line. */
export function indentUnitOf(text: string): string {
  return /^(?:\t|[ ]+)(?=[^\s*])/m.exec(text)?.[0] ?? defaultIndent;
}

/** An edit of a text: at the offset `at`, `removed` is replaced by `inserted`. */
export interface Splice {
  at: number;
  removed: string;
  inserted: string;
}

/** Applies splices that use offsets of the same text and do not overlap. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  let result = text;
  for (const { at, removed, inserted } of splices.toSorted((a, b) => b.at - a.at))
    result = result.slice(0, at) + inserted + result.slice(at + removed.length);
  return result;
}

/** The one splice that turns `from` into `to`. */
export function spliceBetween(from: string, to: string): Splice {
  const shorter = Math.min(from.length, to.length);
  let head = 0;
  while (head < shorter && from[head] === to[head]) head++;
  let tail = 0;
  while (tail < shorter - head && from[from.length - 1 - tail] === to[to.length - 1 - tail]) tail++;
  return { at: head, removed: from.slice(head, from.length - tail), inserted: to.slice(head, to.length - tail) };
}

/** The splice that undoes a splice. */
export function inverse({ at, removed, inserted }: Splice): Splice {
  return { at, removed: inserted, inserted: removed };
}

/** The end of the string that begins at `at` with a double quote, honouring backslashes; the text's length if it has no end. */
export function closingQuote(text: string, at: number): number {
  let i = at + 1;
  while (i < text.length && text[i] !== '"') i += text[i] === '\\' ? 2 : 1;
  return Math.min(i, text.length);
}
