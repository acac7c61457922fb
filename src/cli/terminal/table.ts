/** Formats rows as columns; the widest columns are folded if the terminal is too narrow. */
import { displayWidth, splitAtWidth } from './display-width.ts';

export interface Column {
  title: string;
  align?: 'right';
  /** Paints the cells, not the title. */
  paint?: (text: string) => string;
}

export interface TableOptions {
  columns: readonly Column[];
  /** The cells, already safe to print. */
  rows: readonly (readonly string[])[];
  /** Width of the terminal; null: cells are never folded. */
  width: number | null;
  /** Paints the titles. */
  paintHead?: (text: string) => string;
}

const gap = 2;
/** The narrowest width of a folded column: on a tiny terminal a table is too wide rather than unreadable. */
const minColumnWidth = 8;

/** Widths of columns: all of the text, and the least that breaks no word. */
interface Widths {
  natural: readonly number[];
  least: readonly number[];
}

/** The natural widths, with the widest columns narrowed until the table fits; words are broken only where it does not fit otherwise. */
function fitWidths({ natural, least }: Widths, available: number | null): number[] {
  if (available === null) return [...natural];
  const narrowed = narrowWidths(natural, least, available);
  return totalWidth(narrowed) > available
    ? narrowWidths(
        narrowed,
        least.map(() => minColumnWidth),
        available,
      )
    : narrowed;
}

function totalWidth(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, gap * (widths.length - 1));
}

function narrowWidths(from: readonly number[], least: readonly number[], available: number): number[] {
  const widths = [...from];
  let excess = totalWidth(widths) - available;
  while (excess > 0) {
    const canGive = widths.flatMap((width, i) => (width > (least[i] ?? 0) ? [i] : []));
    if (canGive.length === 0) break;
    const widest = Math.max(...canGive.map((i) => widths[i]!));
    const tied = canGive.filter((i) => widths[i] === widest);
    const next = Math.max(
      ...tied.map((i) => least[i]!),
      ...canGive.map((i) => widths[i]!).filter((width) => width < widest),
    );
    const cut = Math.min(Math.ceil(excess / tied.length), widest - next);
    for (const i of tied) widths[i] = widest - cut;
    excess -= cut * tied.length;
  }
  return widths;
}

/** Breaks after a blank or a slash near the end of the line, if there is one, otherwise anywhere. */
function fold(text: string, width: number): string[] {
  const lines: string[] = [];
  let rest = text;
  while (displayWidth(rest) > width) {
    const [head] = splitAtWidth(rest, width);
    const breakAt = Math.max(head.lastIndexOf(' '), head.lastIndexOf('/')) + 1;
    const end = breakAt > head.length / 2 ? breakAt : head.length;
    lines.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return [...lines, rest];
}

function pad(text: string, width: number, { align, paint = (plain) => plain }: Column): string {
  const blanks = ' '.repeat(Math.max(0, width - displayWidth(text)));
  const painted = text === '' ? '' : paint(text);
  return align === 'right' ? blanks + painted : painted + blanks;
}

function rowLines(cells: readonly string[], widths: readonly number[], columns: readonly Column[]): string[] {
  const folded = cells.map((cell, i) => fold(cell, widths[i] ?? minColumnWidth));
  const height = Math.max(...folded.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    folded
      .map((lines, i) => pad(lines[line] ?? '', widths[i] ?? 0, columns[i] ?? { title: '' }))
      .join(' '.repeat(gap))
      .trimEnd(),
  );
}

function withoutPaint({ paint: _, ...column }: Column): Column {
  return column;
}

/** The lines of the table, the titles first. */
export function formatTable({ columns, rows, width, paintHead = (text) => text }: TableOptions): string[] {
  const titles = columns.map(({ title }) => title);
  const natural = columns.map((_, i) =>
    [titles, ...rows].reduce((widest, cells) => Math.max(widest, displayWidth(cells[i] ?? '')), 1),
  );
  // As `fold` breaks: after a blank or a slash.
  const least = columns.map((_, i) =>
    [titles, ...rows].reduce(
      (widest, cells) => Math.max(widest, ...(cells[i] ?? '').split(/(?<=[ /])/).map((word) => displayWidth(word))),
      minColumnWidth,
    ),
  );
  const widths = fitWidths({ natural, least }, width);
  const head = titles.some((title) => title !== '')
    ? rowLines(titles, widths, columns.map(withoutPaint)).map(paintHead)
    : [];
  return [...head, ...rows.flatMap((cells) => rowLines(cells, widths, columns))];
}
