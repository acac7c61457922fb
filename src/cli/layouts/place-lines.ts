/**
 * Places of an answer with their code: `path:line:column: text`, with lines around each if asked for.
 * Invariant: a line is no wider than the terminal, unless its path is. Names are whole: only code and signatures are cut.
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

/** Where a path leaves less room than this beside it, it stands above its lines. */
const leastText = 40;

/** The narrowest text on any terminal. */
const narrowest = 20;

/**
 * The lines of the places, each indented: `path:line:column: text`. On a narrow terminal the path of places stands above them, so that their
 * code can be read.
 */
export function placeLines(spots: readonly Spot[], form: PlaceForm, indent = '  '): string[] {
  const isNarrow = spots.some((spot) => form.width - displayWidth(`${indent}${placeOf(spot, form)}: `) < leastText);
  if (form.context > 0) return contextLines(spots, form, { indent, isNarrow });
  if (!isNarrow) return spots.map((spot) => `${indent}${placeOf(spot, form)}${codeBeside(spot, form, indent)}`);
  return runsOf(spots).flatMap(([path, ofFile]) => [
    `${indent}${printable(form.shownPath(path))}`,
    ...ofFile
      .filter(({ line }) => line > 0)
      .map((spot) => `${indent}  ${numbersOf(spot).slice(1)}${codeBeside(spot, form, `${indent}  `, '')}`),
  ]);
}

/** Places that follow each other and are in one file. */
function runsOf(spots: readonly Spot[]): [path: string, spots: Spot[]][] {
  const runs: [string, Spot[]][] = [];
  for (const spot of spots) {
    const last = runs.at(-1);
    if (last?.[0] === spot.path) last[1].push(spot);
    else runs.push([spot.path, [spot]]);
  }
  return runs;
}

/** `:12:8`; empty for a whole file. */
function numbersOf({ line, column }: Spot): string {
  return `${line === 0 ? '' : `:${line}`}${column === 0 ? '' : `:${column}`}`;
}

function placeOf(spot: Spot, { shownPath }: Pick<PlaceForm, 'shownPath'>): string {
  return `${printable(shownPath(spot.path))}${numbersOf(spot)}`;
}

/** `: text` behind a place. */
function codeBeside(spot: Spot, form: PlaceForm, indent: string, path = printable(form.shownPath(spot.path))): string {
  const label = spot.label === undefined ? '' : `${printable(spot.label)}: `;
  const room = Math.max(narrowest, form.width - displayWidth(`${indent}${path}${numbersOf(spot)}: ${label}`));
  const code = codeText(form.lines.line(spot.path, spot.line), spot, room);
  return code === '' ? '' : `: ${label}${code}`;
}

/** A place and what stands there: behind it, or below it where it does not fit. */
export function placeWithText(place: string, text: string, width: number): string[] {
  if (text === '') return [place];
  if (displayWidth(`${place}  ${text}`) <= width) return [`${place}  ${text}`];
  return [place, `  ${cutToWidth(text, Math.max(narrowest, width - 2))}`];
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

/**
 * As ripgrep prints context: `path:line:column: text` for places, `path-line- text` around them, `--` between parts. On a narrow terminal without
 * the path, which stands above.
 */
function contextLines(
  spots: readonly Spot[],
  { shownPath, lines, context, width }: PlaceForm,
  { indent, isNarrow }: { indent: string; isNarrow: boolean },
): string[] {
  const printed: string[] = [];
  for (const [path, ofFile] of Map.groupBy(spots, (spot) => spot.path)) {
    const byLine = new Map(ofFile.map((spot) => [spot.line, spot]));
    if (isNarrow) printed.push(`${indent}${printable(shownPath(path))}`);
    const before = printed.length;
    let last = 0;
    for (const line of [...byLine.keys()].sort((a, b) => a - b)) {
      for (const { number, text } of lines.range(path, Math.max(last + 1, line - context), line + context)) {
        if (printed.length > (isNarrow ? before : 0) && number > last + 1) printed.push(`${indent}--`);
        const spot = byLine.get(number);
        const mark = spot === undefined ? '-' : ':';
        const column = spot === undefined || spot.column === 0 ? '' : `:${spot.column}`;
        const head = isNarrow ? `${indent}  ` : `${indent}${printable(shownPath(path))}${mark}`;
        const place = `${head}${number}${column}${mark} `;
        const room = Math.max(narrowest, width - displayWidth(place));
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
