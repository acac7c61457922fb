/**
 * Cuts a file into chunks along its syntax: a definition with its doc comment is one where it fits; a large one is cut at the definitions
 * in it, then at blank lines and by indentation; small neighbours are joined; imports stand by themselves.
 * Invariants: chunks tile the file; a chunk's text keeps within the bounds unless it is one line; the time is linear in the text; and an
 * edit changes the chunks near it, not those of the rest of the file.
 */
import type { ChunkKind, ChunkSpan } from '../../model/chunk.ts';
import type { Definition } from '../../model/definition.ts';
import type { Extraction } from '../../model/extraction.ts';
import type { Import } from '../../model/import.ts';
import { chunkKeys } from './chunks-keys.ts';
import { chunkLines, closes, type ChunkLines } from './chunks-lines.ts';
import { cutRun, fitsInto, type PieceBounds, type Run } from './chunks-pack.ts';
import { threadKernel } from '../../kernels/words.ts';

/** No chunk has more, blank lines around it not counted, unless it is one line; but see `closedBounds`. */
const wholeBounds: PieceBounds = { minChars: 600, maxChars: 2400, maxLines: 80 };
/** What small neighbours are joined to. */
const joinBounds: PieceBounds = { minChars: 480, maxChars: 1400, maxLines: 48 };
/** Definitions up to this size are joined with their neighbours; larger ones stand alone. */
const smallBounds: PieceBounds = { minChars: 0, maxChars: 480, maxLines: 14 };
/** What is no more than this never stands alone where it has a neighbour. */
const crumbBounds: PieceBounds = { minChars: 0, maxChars: 120, maxLines: 3 };
/** With what closes the definitions around it, the last piece of a definition may have this much. */
export const closedBounds: PieceBounds = {
  minChars: 0,
  maxChars: wholeBounds.maxChars + crumbBounds.maxChars,
  maxLines: wholeBounds.maxLines + crumbBounds.maxLines,
};
/** Levels of definitions that are looked into; below, lines decide. */
const deepest = 60;
/** Lines between two imports of one block at the most. */
const importGap = 6;

/** What the chunker needs of an extraction. */
export type ChunkedExtraction = Pick<Extraction, 'comments'> & {
  definitions: readonly Pick<Definition, 'startLine' | 'endLine'>[];
  imports: readonly Pick<Import, 'line' | 'isDynamic'>[];
};

interface File {
  lines: ChunkLines;
  /** By definition, in the order of their start: first and last rank, the doc comment not included; the last is -1 for one without lines. */
  firsts: Int32Array;
  lasts: Int32Array;
  imports: ChunkedExtraction['imports'];
  prose: boolean;
  /** What is decided so far. */
  starts: number[];
  kinds: ChunkKind[];
}

/** Definitions `first` to `end` (not included) and the lines that belong to them; no definitions: what stands between them. */
interface Unit extends Run {
  first: number;
  end: number;
  imports: boolean;
  /** Nothing but what closes the lines above. */
  closing: boolean;
}

/** @param prose the file's definitions are titles of sections */
export function chunkText(text: string, extraction: ChunkedExtraction, prose = false): ChunkSpan[] {
  const lines = chunkLines(text, extraction.comments);
  if (lines.lineCount === 0) return [];
  // Ranks begin with 0 and lines with 1: a file of blank lines is one chunk without a word.
  const { starts, kinds } =
    lines.count === 0 ? { starts: [0], kinds: ['text' as const] } : cutFile(lines, extraction, prose);
  const keys = chunkKeys(threadKernel().sumChunks(starts));
  const { numbers, lineCount } = lines;
  const spans: ChunkSpan[] = [];
  for (let index = 0; index < starts.length; index++) {
    const startLine = index === 0 ? 1 : numbers[starts[index]!]!;
    const endLine = index === starts.length - 1 ? lineCount : numbers[starts[index + 1]!]! - 1;
    spans.push({ startLine, endLine, kind: kinds[index]!, key: keys[index]! });
  }
  return spans;
}

function cutFile(lines: ChunkLines, extraction: ChunkedExtraction, prose: boolean): Pick<File, 'starts' | 'kinds'> {
  const { lineCount, count } = lines;
  const definitions = isOrdered(extraction.definitions)
    ? extraction.definitions
    : extraction.definitions.toSorted((a, b) => a.startLine - b.startLine || b.endLine - a.endLine);
  const file: File = {
    lines,
    firsts: new Int32Array(definitions.length),
    lasts: new Int32Array(definitions.length),
    imports: extraction.imports.filter((one) => !one.isDynamic && one.line >= 1 && one.line <= lineCount),
    prose,
    starts: [],
    kinds: [],
  };
  for (let at = 0; at < definitions.length; at++) rankDefinition(file, at, definitions[at]!);
  cutLevel(file, { from: 0, to: count, first: 0, end: definitions.length, imports: false, closing: false }, 0);
  return file;
}

function rankDefinition(
  { lines: { ranks, lineCount }, firsts, lasts }: File,
  at: number,
  { startLine, endLine }: ChunkedExtraction['definitions'][number],
): void {
  firsts[at] = ranks[Math.min(Math.max(startLine, 1), lineCount)]!;
  lasts[at] = ranks[Math.min(Math.max(endLine, 1), lineCount) + 1]! - 1;
}

function isOrdered(definitions: ChunkedExtraction['definitions']): boolean {
  for (let at = 1; at < definitions.length; at++)
    if (definitions[at]!.startLine < definitions[at - 1]!.startLine) return false;
  return true;
}

/** Cuts what stands between `from` and `to`: each definition for itself, small neighbours joined. */
function cutLevel(file: File, whole: Unit, depth: number): void {
  const { lines } = file;
  const opening = file.starts.length;
  let run: Unit[] = [];
  const units = unitsOf(file, whole, depth);
  for (let index = 0; index < units.length; index++) {
    let unit = units[index]!;
    const last = run[run.length - 1];
    if (last !== undefined && (!isSmall(file, unit) || last.imports !== unit.imports)) {
      const carried = flush(file, run, { next: unit, opening, depth });
      run = [];
      if (carried !== null) unit = { ...unit, from: carried };
    }
    const isClosed = unit.closing && run.length === 0 && file.starts.length > 0;
    if (isClosed && fitsInto(lines, file.starts[file.starts.length - 1]!, unit.to, closedBounds)) continue;
    if (isSmall(file, unit)) run.push(unit);
    else if (fitsInto(lines, unit.from, unit.to, wholeBounds)) emit(file, unit.from, kindOf(file, [unit], depth));
    else if (unit.end - unit.first > 1 && depth < deepest)
      cutLevel(file, { ...unit, first: unit.first + 1 }, depth + 1);
    else {
      const kind = unit.end > unit.first ? partKind(file) : kindOf(file, [unit], depth);
      for (const start of cutRun(lines, unit, wholeBounds, null)) emit(file, start, kind);
    }
    if (index === units.length - 1 && run.length > 0) flush(file, run, { next: null, opening, depth });
  }
}

function emit(file: File, start: number, kind: ChunkKind): void {
  file.starts.push(start);
  file.kinds.push(kind);
}

interface Flush {
  next: Unit | null;
  /** How many chunks there were when the level began. */
  opening: number;
  depth: number;
}

/** Joins a run of small units. Gives where the next unit is to begin when it is to take them along; else null. */
function flush(file: File, run: readonly Unit[], { next, opening, depth }: Flush): number | null {
  const { lines } = file;
  const { from } = run[0]!;
  const { to } = run[run.length - 1]!;
  if (fitsInto(lines, from, to, crumbBounds)) {
    const before = file.starts.length > opening ? file.starts[file.starts.length - 1]! : null;
    const bounds = next === null && depth > 0 ? closedBounds : wholeBounds;
    const fitsBefore = before !== null && fitsInto(lines, before, to, bounds);
    const fitsNext =
      next !== null &&
      (!fitsInto(lines, next.from, next.to, wholeBounds) || fitsInto(lines, from, next.to, wholeBounds));
    if (fitsBefore && (!fitsNext || (isAdjacent(lines, from) && !isAdjacent(lines, to)))) return null;
    if (fitsNext) return from;
  }
  if (run.length === 1 || fitsInto(lines, from, to, joinBounds)) {
    emit(file, from, kindOf(file, run, depth));
    return null;
  }
  const places: number[] = [];
  for (let at = 1; at < run.length; at++) places.push(run[at]!.from);
  const cuts = cutRun(lines, { from, to }, joinBounds, places);
  let at = 0;
  for (let index = 0; index < cuts.length; index++) {
    const end = cuts[index + 1] ?? to;
    const joined: Unit[] = [];
    for (; at < run.length && run[at]!.from < end; at++) joined.push(run[at]!);
    emit(file, cuts[index]!, kindOf(file, joined, depth));
  }
  return null;
}

/** No blank line stands above. */
function isAdjacent({ numbers, count }: ChunkLines, rank: number): boolean {
  return rank > 0 && rank < count && numbers[rank - 1] === numbers[rank]! - 1;
}

function isSmall({ lines }: File, unit: Unit): boolean {
  return fitsInto(lines, unit.from, unit.to, smallBounds);
}

function kindOf(file: File, units: readonly Unit[], depth: number): ChunkKind {
  let defined = 0;
  let imports = 0;
  for (let at = 0; at < units.length; at++) {
    const unit = units[at]!;
    if (unit.end > unit.first) defined++;
    if (unit.imports) imports++;
  }
  if (defined > 0) return file.prose ? 'section' : defined === 1 ? 'definition' : 'group';
  if (imports === units.length) return 'imports';
  return depth > 0 ? partKind(file) : 'text';
}

function partKind({ prose }: File): ChunkKind {
  return prose ? 'section' : 'part';
}

/** The definitions of a level and what stands between them, in order; without gaps. */
function unitsOf(file: File, { from, to, first, end }: Unit, depth: number): Unit[] {
  const { firsts, lasts } = file;
  const units: Unit[] = [];
  let done = from;
  for (let index = first; index < end;) {
    const last = Math.min(lasts[index]!, to - 1);
    let next = index + 1;
    while (next < end && firsts[next]! <= last) next++;
    if (last < firsts[index]! || last < done) {
      // It stands on lines that are given away, or on none.
      const before = units[units.length - 1];
      if (before !== undefined && before.end > before.first) before.end = next;
      index = next;
      continue;
    }
    if (firsts[index]! < done) {
      // It begins on the line where the one before ends: they go together.
      const before = units[units.length - 1];
      if (before !== undefined) {
        before.to = last + 1;
        before.end = next;
      } else units.push({ from: done, to: last + 1, first: index, end: next, imports: false, closing: false });
    } else {
      const start = docStart(file, firsts[index]!, done);
      if (start > done) addGap(file, { from: done, to: start }, units, depth);
      units.push({ from: start, to: last + 1, first: index, end: next, imports: false, closing: false });
    }
    done = last + 1;
    index = next;
  }
  if (done < to) addGap(file, { from: done, to }, units, depth);
  return units;
}

/** Where the comment begins that stands right above; not before `limit`. */
function docStart({ lines }: File, start: number, limit: number): number {
  let from = start;
  while (from > limit && isAdjacent(lines, from) && lines.comments[from - 1] === 1) from--;
  return from;
}

/** What stands between definitions: imports apart from the rest, and so what closes the lines above. */
function addGap(file: File, gap: Run, units: Unit[], depth: number): void {
  const { lines } = file;
  let { from } = gap;
  while (from < gap.to && isAdjacent(lines, from) && closes(lines.firsts[from]!)) from++;
  if (from > gap.from) units.push({ from: gap.from, to: from, first: 0, end: 0, imports: false, closing: true });
  if (from === gap.to) return;
  const importsEnd = depth === 0 ? endOfImports(file, { from, to: gap.to }) : from;
  if (importsEnd > from) units.push({ from, to: importsEnd, first: 0, end: 0, imports: true, closing: false });
  if (importsEnd < gap.to)
    units.push({ from: importsEnd, to: gap.to, first: 0, end: 0, imports: false, closing: false });
}

/** Behind the imports that a gap begins with; its start when there are none. */
function endOfImports({ lines, imports }: File, gap: Run): number {
  const { numbers, ranks, indents, firsts } = lines;
  let end = gap.from;
  for (let at = firstFrom(imports, numbers[gap.from]!); at < imports.length; at++) {
    const { line } = imports[at]!;
    const rank = ranks[line]!;
    if (rank >= gap.to || (end > gap.from && line > numbers[end - 1]! + importGap)) break;
    if (rank < end) continue;
    end = rank + 1;
    while (end < gap.to && isAdjacent(lines, end) && (indents[end]! > 0 || closes(firsts[end]!))) end++;
  }
  return end;
}

/** The first import at or after a line. */
function firstFrom(imports: File['imports'], line: number): number {
  let low = 0;
  let high = imports.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (imports[middle]!.line < line) low = middle + 1;
    else high = middle;
  }
  return low;
}
