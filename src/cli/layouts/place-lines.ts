/**
 * Places of an answer with their code: `path:line:column: text`, with lines around each if asked for.
 * Invariant: a line is no wider than the terminal, unless its path is.
 */
import { displayWidth, splitAtWidth } from '../terminal/display-width.ts';
import { printable, printableLines } from '../terminal/printable.ts';
import type { Layout } from '../tool-run.ts';
import { vimgrepLine } from './places.ts';
import type { SourceLines } from './source-lines.ts';

/** A place in a file of the project. */
export interface Spot {
  /** From the root. */
  path: string;
  /** From 1; 0 for a whole file. */
  line: number;
  /** From 1, in UTF-16 units; 0 if it is not known. */
  column: number;
  /** The name that stands there. */
  name?: string;
  /** What a reader needs before the code. */
  label?: string;
}

export interface PlaceForm {
  /** The path as it is printed. */
  shownPath: (path: string) => string;
  lines: SourceLines;
  /** Lines before and after each place. */
  context: number;
  /** Columns of the terminal; infinite where there is none. */
  width: number;
}

/** The narrowest text beside a long path. */
const leastText = 20;

/** The lines of the places, each indented. */
export function placeLines(spots: readonly Spot[], form: PlaceForm, indent = '  '): string[] {
  if (form.context > 0) return contextLines(spots, form, indent);
  return spots.map((spot) => placeLine(spot, form, indent));
}

function placeLine(spot: Spot, { shownPath, lines, width }: PlaceForm, indent: string): string {
  const { path, line, column } = spot;
  const place = `${printable(shownPath(path))}${line === 0 ? '' : `:${line}`}${column === 0 ? '' : `:${column}`}`;
  const label = spot.label === undefined ? '' : `${printable(spot.label)}: `;
  const room = Math.max(leastText, width - displayWidth(`${indent}${place}: ${label}`));
  const code = codeText(lines.line(path, line), spot, room);
  return `${indent}${place}${code === '' ? '' : `: ${label}${code}`}`;
}

/** The line without its indentation; of a long line the part around the place. */
function codeText(line: string, { column, name = '' }: Spot, room: number): string {
  const text = line.trim();
  const at = Math.max(0, column - 1 - /^\s*/.exec(line)![0].length);
  const end = text.startsWith(name, at) ? at + name.length : at;
  const isInside = displayWidth(text.slice(0, end)) < room;
  const start = isInside ? 0 : Math.max(0, end - Math.floor(room / 2));
  return cutToWidth(`${start > 0 ? '…' : ''}${printable(text.slice(start))}`, room);
}

/** The text, cut with an ellipsis if it is wider. */
export function cutToWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  return `${splitAtWidth(text, Math.max(0, width - 1))[0]}…`;
}

/** As ripgrep prints context: `path:line:column: text` for places, `path-line- text` around them, `--` between parts. */
function contextLines(
  spots: readonly Spot[],
  { shownPath, lines, context, width }: PlaceForm,
  indent: string,
): string[] {
  const printed: string[] = [];
  for (const [path, ofFile] of Map.groupBy(spots, (spot) => spot.path)) {
    const byLine = new Map(ofFile.map((spot) => [spot.line, spot]));
    let last = 0;
    for (const line of [...byLine.keys()].sort((a, b) => a - b)) {
      for (const { number, text } of lines.range(path, Math.max(last + 1, line - context), line + context)) {
        if (printed.length > 0 && number > last + 1) printed.push(`${indent}--`);
        const spot = byLine.get(number);
        const mark = spot === undefined ? '-' : ':';
        const column = spot === undefined || spot.column === 0 ? '' : `:${spot.column}`;
        const place = `${indent}${printable(shownPath(path))}${mark}${number}${column}${mark} `;
        const room = Math.max(leastText, width - displayWidth(place));
        printed.push(`${place}${cutToWidth(printable(text.replaceAll('\t', '    ')), room)}`.trimEnd());
        last = number;
      }
    }
  }
  return printed;
}

/**
 * Only places on standard output, each once; on standard error what a reader must know about them.
 * @param text the whole answer
 */
export function vimgrepLayout(spots: readonly Spot[], text: string, { shownPath, lines }: PlaceForm): Layout {
  const printed = spots.map(({ path, line, column }) =>
    vimgrepLine(shownPath(path), {
      line: Math.max(1, line),
      column: Math.max(1, column),
      text: lines.line(path, Math.max(1, line)),
    }),
  );
  const isForReader = printed.length === 0 ? () => true : (line: string) => /^(?:unresolved|note):/.test(line);
  const aside = printableLines(text).trimEnd().split('\n').filter(isForReader);
  return { text: [...new Set(printed)].join('\n'), isPlain: true, aside, results: printed.length };
}
