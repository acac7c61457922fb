/** The answer of `grep` in the forms of ripgrep: with or without headings, with context, only the matches, one line for each match. */
import type { TextHit } from '../../engine/types.ts';
import { printableLines, printable } from '../terminal/printable.ts';
import type { Linker } from '../terminal/links.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { byteColumn, vimgrepLine } from './places.ts';

export interface LineForm {
  /** The path above the lines of a file, instead of in front of each line. */
  heading: boolean;
  /** The path is printed at all. */
  paths: boolean;
  lineNumbers: boolean;
  columns: boolean;
  onlyMatching: boolean;
  vimgrep: boolean;
  /** Lines of context are printed, so that parts of a file are separated. */
  before: number;
  after: number;
  /** Longer lines are cut around the match; null: no line is. */
  longestLine: number | null;
  /** The path as it is printed. */
  shownPath: (path: string) => string;
}

/** How parts of lines look. */
export interface LineLook {
  paint: Terminal['paint'];
  link: Linker;
}

/** A part of a line that is marked, from 0. */
interface Span {
  from: number;
  to: number;
}

/** A line of a file, matching or around a match. */
interface Line {
  number: number;
  text: string;
  spans: Span[] | null;
}

/** @param hits in the order in which they are printed; lines of one file come together if there is a heading or context */
export function grepLines(hits: readonly TextHit[], form: LineForm, look: LineLook): string[] {
  if (form.vimgrep) return hits.flatMap((hit) => vimgrepLines(hit, form));
  if (!form.heading && form.before + form.after === 0)
    return hits.flatMap((hit) => linesOf(hit).flatMap((line) => rendered(line, hit.path, form, look)));
  const files = [...Map.groupBy(hits, ({ path }) => path)];
  const blocks = files.map(([path, ofFile]) => fileLines(path, ofFile, form, look));
  const separator = form.heading ? '' : '--';
  const separates = form.heading || form.before + form.after > 0;
  return blocks.flatMap((block, at) => (at > 0 && separates ? [separator, ...block] : block));
}

function fileLines(path: string, hits: readonly TextHit[], form: LineForm, look: LineLook): string[] {
  const lines = new Map<number, Line>();
  for (const { line, before, after, text } of hits) {
    const height = text.split('\n').length;
    const around = [
      ...before.slice(before.length - Math.min(form.before, before.length)).map((one, at, all) => ({
        number: line - all.length + at,
        text: one,
      })),
      ...after.slice(0, form.after).map((one, at) => ({ number: line + height + at, text: one })),
    ];
    for (const one of around) if (!lines.has(one.number)) lines.set(one.number, { ...one, spans: null });
  }
  for (const line of hits.flatMap(linesOf)) lines.set(line.number, line);
  const sorted = [...lines.values()].sort((a, b) => a.number - b.number);
  const printed: string[] =
    form.heading && form.paths ? [look.link(look.paint('path', printable(form.shownPath(path))), { path })] : [];
  let last: number | null = null;
  for (const line of sorted) {
    if (last !== null && line.number > last + 1 && form.before + form.after > 0) printed.push('--');
    printed.push(...rendered(line, path, form, look));
    last = line.number;
  }
  return printed;
}

/** The lines of a hit, each with the parts of it that match. */
function linesOf({ line, text, column, length, more = [] }: TextHit): Line[] {
  const spans = [{ column, length }, ...more].map((one) => ({
    from: one.column - 1,
    to: one.column - 1 + one.length,
  }));
  let start = 0;
  return text.split('\n').map((one, at) => {
    const end = start + one.length;
    const own = spans
      .filter(({ from, to }) => from <= end && to >= start && (to > start || from === to))
      .map(({ from, to }) => ({ from: Math.max(0, from - start), to: Math.min(one.length, to - start) }));
    start = end + 1;
    return { number: line + at, text: one, spans: own };
  });
}

function rendered(line: Line, path: string, form: LineForm, look: LineLook): string[] {
  const { paint, link } = look;
  const separator = line.spans === null ? '-' : ':';
  const mark = paint('dim', separator);
  const head = (column: number): string => {
    const parts = [
      ...(form.paths && !form.heading ? [paint('path', printable(form.shownPath(path)))] : []),
      ...(form.lineNumbers ? [paint('line', String(line.number))] : []),
      ...(form.columns && line.spans !== null ? [String(byteColumn({ text: line.text, column }))] : []),
    ];
    const place = { path, line: String(line.number), column: String(column) };
    return parts.length === 0 ? '' : link(parts.join(mark), place) + mark;
  };
  if (form.onlyMatching) {
    const matches = (line.spans ?? []).filter(({ from, to }) => to > from);
    return matches.map(({ from, to }) => head(from + 1) + paint('match', printableLines(line.text.slice(from, to))));
  }
  return [head((line.spans?.[0]?.from ?? 0) + 1) + markedText(line, form.longestLine, paint)];
}

/** Characters that a cut line shows before its first match. */
const shownBefore = 60;

function markedText({ text, spans }: Line, longest: number | null, paint: Terminal['paint']): string {
  const first = spans?.[0]?.from ?? 0;
  const isCut = longest !== null && text.length > longest;
  const start = isCut ? Math.max(0, Math.min(first - shownBefore, text.length - longest)) : 0;
  const end = isCut ? start + longest : text.length;
  const parts: string[] = start > 0 ? ['…'] : [];
  let at = start;
  for (const { from, to } of spans ?? []) {
    if (from < at || from >= end || to === from) continue;
    parts.push(
      printableLines(text.slice(at, from)),
      paint('match', printableLines(text.slice(from, Math.min(to, end)))),
    );
    at = Math.min(to, end);
  }
  parts.push(printableLines(text.slice(at, end)), ...(end < text.length ? ['…'] : []));
  return parts.join('');
}

/** One line for each match, as `rg --vimgrep`. */
function vimgrepLines(hit: TextHit, { shownPath }: LineForm): string[] {
  return linesOf(hit).flatMap(({ number, text, spans }) =>
    (spans ?? []).map(({ from }) => vimgrepLine(shownPath(hit.path), { line: number, column: from + 1, text })),
  );
}
