/**
 * Places of an answer with their code: `path:line:column: text`, with lines around each if asked for.
 * Invariant: a line is no wider than the terminal, unless its path is.
 */
import { displayWidth, splitAtWidth } from '../terminal/display-width.ts';
import { printable, printableLines } from '../terminal/printable.ts';
import type { Terminal } from '../terminal/terminal.ts';
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
  /** The name that stands there; it is marked. */
  name?: string;
}

export interface PlaceForm {
  /** The path as it is printed. */
  shownPath: (path: string) => string;
  lines: SourceLines;
  /** Lines before and after each place. */
  context: number;
  terminal: Pick<Terminal, 'width' | 'paint'>;
}

/** The narrowest text beside a long path. */
const leastText = 20;

/** The lines of the places, each indented. */
export function placeLines(spots: readonly Spot[], form: PlaceForm, indent = '  '): string[] {
  if (form.context > 0) return contextLines(spots, form, indent);
  return spots.map((spot) => placeLine(spot, form, indent));
}

function placeLine(spot: Spot, form: PlaceForm, indent: string): string {
  const { shownPath, lines, terminal } = form;
  const { path, line, column } = spot;
  const place = `${printable(shownPath(path))}${line === 0 ? '' : `:${line}`}${column === 0 ? '' : `:${column}`}`;
  const text = lines.line(path, line);
  const room = terminal.width === null ? Infinity : terminal.width - displayWidth(`${indent}${place}: `);
  const code = codeText(text, spot, Math.max(leastText, room), terminal.paint);
  return `${indent}${terminal.paint('green', place)}${code === '' ? '' : `: ${code}`}`;
}

/** The line without its indentation, with the name at the place marked; of a long line the part around the place. */
function codeText(line: string, { column, name }: Spot, room: number, paint: Terminal['paint']): string {
  const indentation = /^\s*/.exec(line)![0].length;
  const text = line.trim();
  const at = column === 0 ? -1 : column - 1 - indentation;
  const hasName = name !== undefined && name !== '' && at >= 0 && text.startsWith(name, at);
  const end = hasName ? at + name.length : Math.max(0, at);
  // What is marked must be in the part that is shown.
  const start = displayWidth(text.slice(0, end)) <= room - 1 ? 0 : Math.max(0, end - Math.floor(room / 2));
  const before = start > 0 ? '…' : '';
  const shown = cutToWidth(printable(text.slice(start)), room - displayWidth(before));
  if (!hasName) return before + shown;
  const from = printable(text.slice(start, at)).length;
  const to = from + name.length;
  return `${before}${shown.slice(0, from)}${paint('bold', shown.slice(from, to))}${shown.slice(to)}`;
}

/** The text, cut with an ellipsis if it is wider. */
export function cutToWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  return `${splitAtWidth(text, Math.max(0, width - 1))[0]}…`;
}

/** As ripgrep prints context: `path:line:column: text` for places, `path-line- text` around them, `--` between parts. */
function contextLines(spots: readonly Spot[], form: PlaceForm, indent: string): string[] {
  const { shownPath, lines, context, terminal } = form;
  const printed: string[] = [];
  for (const [path, ofFile] of Map.groupBy(spots, (spot) => spot.path)) {
    const byLine = new Map(ofFile.map((spot) => [spot.line, spot]));
    let last = 0;
    for (const line of [...byLine.keys()].sort((a, b) => a - b)) {
      for (const { number, text } of lines.range(path, Math.max(last + 1, line - context), line + context)) {
        if (printed.length > 0 && number > last + 1) printed.push(`${indent}--`);
        const spot = byLine.get(number);
        const head = `${printable(shownPath(path))}${spot === undefined ? '-' : ':'}${number}`;
        const place = spot === undefined || spot.column === 0 ? head : `${head}:${spot.column}`;
        const code = printable(text.replaceAll('\t', '    '));
        const room = terminal.width === null ? Infinity : terminal.width - displayWidth(`${indent}${place}: `);
        const shown = cutToWidth(code, Math.max(leastText, room));
        printed.push(
          spot === undefined
            ? `${indent}${terminal.paint('dim', `${place}- ${shown}`)}`.trimEnd()
            : `${indent}${terminal.paint('green', place)}: ${shown}`,
        );
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
  return { lines: [...new Set(printed)], aside, results: printed.length };
}
