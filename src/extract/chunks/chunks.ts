/**
 * Cuts a file into chunks along its syntax. A definition with its doc comment is one chunk if it fits. A large one is cut at the definitions
 * in it, then at blank lines and by indentation. Small neighbours are joined; imports are kept separate.
 * Invariants: chunks tile the file. A chunk's text keeps within the bounds unless it is a single line. The time is linear in the text. An
 * edit changes the chunks near it, not those in the rest of the file.
 */
import type { ChunkKind, ChunkSpan } from '../../model/chunk.ts';
import type { Definition } from '../../model/definition.ts';
import type { Extraction } from '../../model/extraction.ts';
import type { Import } from '../../model/import.ts';
import { chunkKeys } from './chunks-keys.ts';
import { chunkLines, isClosingBracket, type ChunkLines } from './chunks-lines.ts';
import { cutRun, fitsInto, type PieceBounds, type Run } from './chunks-pack.ts';
import { threadKernel } from '../../kernels/words.ts';

/** Maximum size of a chunk, without blank lines before and after. A single line may be longer; for closing lines see `closedBounds`. */
const wholeBounds: PieceBounds = { minChars: 600, maxChars: 2400, maxLines: 80 };
/** Maximum size of joined small neighbours. */
const joinBounds: PieceBounds = { minChars: 480, maxChars: 1400, maxLines: 48 };
/** Definitions up to this size are joined with their neighbours; larger ones become chunks of their own. */
const smallBounds: PieceBounds = { minChars: 0, maxChars: 480, maxLines: 14 };
/** A part up to this size is never a chunk of its own if it has a neighbour. */
const tinyBounds: PieceBounds = { minChars: 0, maxChars: 120, maxLines: 3 };
/** Maximum size of the last piece of a definition, together with the lines that close the enclosing definitions. */
export const closedBounds: PieceBounds = {
  minChars: 0,
  maxChars: wholeBounds.maxChars + tinyBounds.maxChars,
  maxLines: wholeBounds.maxLines + tinyBounds.maxLines,
};
/** Maximum nesting of definitions at which chunks are cut; deeper ones are cut by lines alone. */
const maxDepth = 60;
/** Maximum number of lines between two imports of one block. */
const maxImportGap = 6;

/** The parts of an extraction that the chunker needs. */
export type ChunkedExtraction = Pick<Extraction, 'comments'> & {
  definitions: readonly Pick<Definition, 'startLine' | 'endLine'>[];
  imports: readonly Pick<Import, 'line' | 'isDynamic'>[];
};

interface File {
  lines: ChunkLines;
  /** By definition, in the order of their start: first and last rank, without the doc comment; the last is -1 for a definition without lines. */
  firsts: Int32Array;
  lasts: Int32Array;
  imports: ChunkedExtraction['imports'];
  prose: boolean;
  /** The chunks decided so far. */
  starts: number[];
  kinds: ChunkKind[];
}

/** Definitions `first` to `end` (excluded) with their lines; without definitions: the lines between them. */
interface Unit extends Run {
  first: number;
  end: number;
  imports: boolean;
  /** Whether it contains only lines that close what the lines above opened. */
  closing: boolean;
}

/** @param prose whether the file's definitions are section titles */
export function chunkText(text: string, extraction: ChunkedExtraction, prose = false): ChunkSpan[] {
  const lines = chunkLines(text, extraction.comments);
  if (lines.lineCount === 0) return [];
  // Ranks begin with 0 and lines with 1. A file of blank lines is one chunk without words.
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

/** Cuts the lines of a unit: a chunk for each definition, with small neighbours joined. */
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
    else if (unit.end - unit.first > 1 && depth < maxDepth)
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
  /** Number of chunks when the level began. */
  opening: number;
  depth: number;
}

/** Makes chunks of a run of small units. Returns null; or, if the next unit takes in the run, where that unit must begin. */
function flush(file: File, run: readonly Unit[], { next, opening, depth }: Flush): number | null {
  const { lines } = file;
  const { from } = run[0]!;
  const { to } = run[run.length - 1]!;
  if (fitsInto(lines, from, to, tinyBounds)) {
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

/** Whether there is no blank line directly above a line. */
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

/** The definitions of a level and the lines between them, in order and without gaps. */
function unitsOf(file: File, { from, to, first, end }: Unit, depth: number): Unit[] {
  const { firsts, lasts } = file;
  const units: Unit[] = [];
  let done = from;
  for (let index = first; index < end;) {
    const last = Math.min(lasts[index]!, to - 1);
    let next = index + 1;
    while (next < end && firsts[next]! <= last) next++;
    if (last < firsts[index]! || last < done) {
      // The definition has no lines, or lines that already belong to another unit.
      const before = units[units.length - 1];
      if (before !== undefined && before.end > before.first) before.end = next;
      index = next;
      continue;
    }
    if (firsts[index]! < done) {
      // The definition begins on the line where the previous one ends: the two are joined.
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

/** Where the comment directly above begins; not before `limit`. */
function docStart({ lines }: File, start: number, limit: number): number {
  let from = start;
  while (from > limit && isAdjacent(lines, from) && lines.comments[from - 1] === 1) from--;
  return from;
}

/** Adds the lines between definitions: imports separately from the rest, and likewise the lines that close those above. */
function addGap(file: File, gap: Run, units: Unit[], depth: number): void {
  const { lines } = file;
  let { from } = gap;
  while (from < gap.to && isAdjacent(lines, from) && isClosingBracket(lines.firsts[from]!)) from++;
  if (from > gap.from) units.push({ from: gap.from, to: from, first: 0, end: 0, imports: false, closing: true });
  if (from === gap.to) return;
  const importsEnd = depth === 0 ? endOfImports(file, { from, to: gap.to }) : from;
  if (importsEnd > from) units.push({ from, to: importsEnd, first: 0, end: 0, imports: true, closing: false });
  if (importsEnd < gap.to)
    units.push({ from: importsEnd, to: gap.to, first: 0, end: 0, imports: false, closing: false });
}

/** The rank after the imports at the start of a gap; the gap's start when there are none. */
function endOfImports({ lines, imports }: File, gap: Run): number {
  const { numbers, ranks, indents, firsts } = lines;
  let end = gap.from;
  for (let at = firstFrom(imports, numbers[gap.from]!); at < imports.length; at++) {
    const { line } = imports[at]!;
    const rank = ranks[line]!;
    if (rank >= gap.to || (end > gap.from && line > numbers[end - 1]! + maxImportGap)) break;
    if (rank < end) continue;
    end = rank + 1;
    while (end < gap.to && isAdjacent(lines, end) && (indents[end]! > 0 || isClosingBracket(firsts[end]!))) end++;
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
