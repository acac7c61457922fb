/** The difference of two texts that differ in one place, as a unified diff of one hunk. */

const contextLines = 3;
/** Characters; of a longer line only the part around the difference is shown. */
const longestLine = 400;
/** Characters shown before the difference. */
const shownBefore = 100;

interface Line {
  text: string;
  /** Whether it ends with a line end. */
  closed: boolean;
}

function linesOf(text: string | null): Line[] {
  if (text === null || text === '') return [];
  const parts = text.split('\n');
  const last = parts.pop()!;
  const lines = parts.map((part) => ({ text: part, closed: true }));
  return last === '' ? lines : [...lines, { text: last, closed: false }];
}

function same(a: Line | undefined, b: Line | undefined): boolean {
  return a !== undefined && b !== undefined && a.text === b.text && a.closed === b.closed;
}

function shorten(line: string, differsAt: number): string {
  if (line.length <= longestLine) return line;
  const from = Math.max(0, Math.min(differsAt - shownBefore, line.length - longestLine));
  const to = from + longestLine;
  const hidden = line.length - longestLine;
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

function shown(mark: string, lines: readonly Line[], others: readonly Line[]): string[] {
  return lines.flatMap(({ text, closed }, i) => {
    const line = mark + shorten(text.replace(/\r$/, ''), commonStart(text, others[i]?.text ?? ''));
    return closed ? [line] : [line, '\\ No newline at end of file'];
  });
}

/** The lines of the diff, without line ends; none if the texts are equal. Control characters in the texts stay. */
export function unifiedDiff(path: string, before: string | null, after: string | null): string[] {
  if (before === after) return [];
  const from = linesOf(before);
  const to = linesOf(after);
  let head = 0;
  while (same(from[head], to[head])) head++;
  let tail = 0;
  const most = Math.min(from.length, to.length) - head;
  while (tail < most && same(from[from.length - 1 - tail], to[to.length - 1 - tail])) tail++;
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
    ...shown(' ', contextBefore, []),
    ...shown('-', removed, added),
    ...shown('+', added, removed),
    ...shown(' ', contextAfter, []),
  ];
}
