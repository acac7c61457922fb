/** The difference of two texts that differ in one place, as a unified diff of one hunk. */

const contextLines = 3;
/** Characters of a line; of a longer line only the part around the difference is shown. */
const maxLineChars = 400;
/** Characters shown before the difference. */
const charsBefore = 100;

interface Line {
  text: string;
  hasLineEnd: boolean;
}

function linesOf(text: string | null): Line[] {
  if (text === null || text === '') return [];
  const parts = text.split('\n');
  const last = parts.pop()!;
  const lines = parts.map((part) => ({ text: part, hasLineEnd: true }));
  return last === '' ? lines : [...lines, { text: last, hasLineEnd: false }];
}

function isSameLine(a: Line | undefined, b: Line | undefined): boolean {
  return a !== undefined && b !== undefined && a.text === b.text && a.hasLineEnd === b.hasLineEnd;
}

function shorten(line: string, differsAt: number): string {
  if (line.length <= maxLineChars) return line;
  const from = Math.max(0, Math.min(differsAt - charsBefore, line.length - maxLineChars));
  const to = from + maxLineChars;
  const hidden = line.length - maxLineChars;
  return `${from === 0 ? '' : '…'}${line.slice(from, to)}${to >= line.length ? '' : '…'} (${hidden} characters not shown)`;
}

function commonStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

function range(start: number, count: number): string {
  return `${count === 0 ? start : start + 1},${count}`;
}

function diffLines(mark: string, lines: readonly Line[], others: readonly Line[]): string[] {
  return lines.flatMap(({ text, hasLineEnd }, i) => {
    const line = mark + shorten(text.replace(/\r$/, ''), commonStart(text, others[i]?.text ?? ''));
    return hasLineEnd ? [line] : [line, '\\ No newline at end of file'];
  });
}

/** The lines of the diff, without line ends; none if the texts are equal. Control characters in the texts stay. */
export function unifiedDiff(path: string, before: string | null, after: string | null): string[] {
  if (before === after) return [];
  const from = linesOf(before);
  const to = linesOf(after);
  let head = 0;
  while (isSameLine(from[head], to[head])) head++;
  let tail = 0;
  const maxTail = Math.min(from.length, to.length) - head;
  while (tail < maxTail && isSameLine(from[from.length - 1 - tail], to[to.length - 1 - tail])) tail++;
  const start = Math.max(0, head - contextLines);
  const removed = from.slice(head, from.length - tail);
  const added = to.slice(head, to.length - tail);
  const contextAfter = from.slice(from.length - tail, from.length - tail + contextLines);
  const contextBefore = from.slice(start, head);
  const contextCount = contextBefore.length + contextAfter.length;
  return [
    `--- ${before === null ? '/dev/null' : path}`,
    `+++ ${after === null ? '/dev/null' : path}`,
    `@@ -${range(start, contextCount + removed.length)} +${range(start, contextCount + added.length)} @@`,
    ...diffLines(' ', contextBefore, []),
    ...diffLines('-', removed, added),
    ...diffLines('+', added, removed),
    ...diffLines(' ', contextAfter, []),
  ];
}
