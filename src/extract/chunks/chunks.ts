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

/**
 * Size of a chunk without blank lines before and after: the maximum, and for the pieces of a cut also the minimum. A single line may be longer; for
 * closing lines see `closedBounds`.
 */
const wholeBounds: PieceBounds = { minChars: 600, maxChars: 2400, maxLines: 80 };
/** Maximum size of joined small neighbours. */
const joinBounds: PieceBounds = { minChars: 480, maxChars: 1400, maxLines: 48 };
/** Definitions up to this size are joined with their neighbours. A larger one becomes a chunk of its own, or is cut. */
const smallBounds: PieceBounds = { minChars: 0, maxChars: 480, maxLines: 14 };
/** Small neighbours that together have at most this size join the chunk before or the segment after them, where the bounds allow it. */
const tinyBounds: PieceBounds = { minChars: 0, maxChars: 120, maxLines: 3 };
/** Maximum size of the last piece of a definition, together with the lines that close the enclosing definitions. */
export const closedBounds: PieceBounds = {
  minChars: 0,
  maxChars: wholeBounds.maxChars + tinyBounds.maxChars,
  maxLines: wholeBounds.maxLines + tinyBounds.maxLines,
};
/** Maximum nesting of definitions at which chunks are cut; deeper ones are cut by lines alone. */
const maxDepth = 60;
/** More lines than this without a blank one are not only the start of a block. */
const maxHeaderLines = 6;
/** Maximum distance, in lines, from the last line of an import to the next import of the same block. */
const maxImportGap = 6;

/** The parts of an extraction that the chunker needs. */
export type ChunkedExtraction = Pick<Extraction, 'comments'> & {
  definitions: readonly Pick<Definition, 'startLine' | 'endLine'>[];
  imports: readonly Pick<Import, 'line' | 'isDynamic'>[];
};

interface File {
  lines: ChunkLines;
  /** By definition, in the order of starts: its first and last rank, without the doc comment; the last is -1 for a definition without lines. */
  firsts: Int32Array;
  lasts: Int32Array;
  imports: ChunkedExtraction['imports'];
  /** Whether the file's definitions are section titles. */
  prose: boolean;
  /** The chunks decided so far. */
  starts: number[];
  kinds: ChunkKind[];
}

/** A range of lines with the definitions `first` to `end` (excluded), or with none: the lines between definitions. */
interface Segment extends Run {
  first: number;
  end: number;
  /** Whether it contains only imports. */
  isImports: boolean;
  /** Whether it contains only lines that close what the lines above opened. */
  isClosing: boolean;
}

/** @param prose whether the file's definitions are section titles */
export function chunkText(text: string, extraction: ChunkedExtraction, prose = false): ChunkSpan[] {
  const lines = chunkLines(text, extraction.comments);
  if (lines.lineCount === 0) return [];
  // A file of blank lines is one chunk without words.
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
  cutLevel(file, { from: 0, to: count, first: 0, end: definitions.length, isImports: false, isClosing: false }, 0);
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

/** Cuts the lines of a segment: a chunk for each definition, with small neighbours joined. */
function cutLevel(file: File, parent: Segment, depth: number): void {
  const { lines } = file;
  const startCount = file.starts.length;
  let run: Segment[] = [];
  const segments = segmentsOf(file, parent, depth);
  for (let index = 0; index < segments.length; index++) {
    let segment = segments[index]!;
    const last = run[run.length - 1];
    if (last !== undefined && (!isSmall(file, segment) || last.isImports !== segment.isImports)) {
      const newStart = flush(file, run, { next: segment, startCount, depth });
      run = [];
      if (newStart !== null) segment = { ...segment, from: newStart };
    }
    // Lines that close what the last chunk opened stay in that chunk, where the bounds allow it.
    const isClosed = segment.isClosing && run.length === 0 && file.starts.length > 0;
    if (isClosed && fitsInto(lines, file.starts[file.starts.length - 1]!, segment.to, closedBounds)) continue;
    if (isSmall(file, segment)) run.push(segment);
    else if (fitsInto(lines, segment.from, segment.to, wholeBounds))
      addChunk(file, segment.from, kindOf(file, [segment], depth));
    else if (segment.end - segment.first > 1 && depth < maxDepth)
      cutLevel(file, { ...segment, first: segment.first + 1 }, depth + 1);
    else {
      const kind = segment.end > segment.first ? partKind(file) : kindOf(file, [segment], depth);
      for (const start of cutRun(lines, segment, wholeBounds, null)) addChunk(file, start, kind);
    }
    if (index === segments.length - 1 && run.length > 0) flush(file, run, { next: null, startCount, depth });
  }
}

function addChunk(file: File, start: number, kind: ChunkKind): void {
  file.starts.push(start);
  file.kinds.push(kind);
}

interface Flush {
  next: Segment | null;
  /** Number of chunks when the level began. */
  startCount: number;
  depth: number;
}

/**
 * Makes chunks of a run of small segments. @returns null; or, if the next segment takes in the run instead, the rank where that segment must begin
 */
function flush(file: File, run: readonly Segment[], { next, startCount, depth }: Flush): number | null {
  const { lines } = file;
  const { from } = run[0]!;
  const { to } = run[run.length - 1]!;
  // A tiny run joins the chunk before it or the segment after it.
  if (fitsInto(lines, from, to, tinyBounds)) {
    const previous = file.starts.length > startCount ? file.starts[file.starts.length - 1]! : null;
    const bounds = next === null && depth > 0 ? closedBounds : wholeBounds;
    const fitsPrevious = previous !== null && fitsInto(lines, previous, to, bounds);
    const fitsNext =
      next !== null &&
      (!fitsInto(lines, next.from, next.to, wholeBounds) || fitsInto(lines, from, next.to, wholeBounds));
    if (fitsPrevious && (!fitsNext || (isAdjacent(lines, from) && !isAdjacent(lines, to)))) return null;
    if (fitsNext) return from;
  }
  if (run.length === 1 || fitsInto(lines, from, to, joinBounds)) {
    addChunk(file, from, kindOf(file, run, depth));
    return null;
  }
  const cutPoints: number[] = [];
  for (let at = 1; at < run.length; at++) cutPoints.push(run[at]!.from);
  const cuts = cutRun(lines, { from, to }, joinBounds, cutPoints);
  let at = 0;
  for (let index = 0; index < cuts.length; index++) {
    const end = cuts[index + 1] ?? to;
    const joined: Segment[] = [];
    for (; at < run.length && run[at]!.from < end; at++) joined.push(run[at]!);
    addChunk(file, cuts[index]!, kindOf(file, joined, depth));
  }
  return null;
}

/** Whether there is no blank line directly above a line. */
function isAdjacent({ numbers, count }: ChunkLines, rank: number): boolean {
  return rank > 0 && rank < count && numbers[rank - 1] === numbers[rank]! - 1;
}

function isSmall({ lines }: File, segment: Segment): boolean {
  return fitsInto(lines, segment.from, segment.to, smallBounds);
}

function kindOf(file: File, segments: readonly Segment[], depth: number): ChunkKind {
  let defined = 0;
  let imports = 0;
  for (let at = 0; at < segments.length; at++) {
    const segment = segments[at]!;
    if (segment.end > segment.first) defined++;
    if (segment.isImports) imports++;
  }
  if (defined > 0) return file.prose ? 'section' : defined === 1 ? 'definition' : 'group';
  if (imports === segments.length) return 'imports';
  return depth > 0 ? partKind(file) : 'text';
}

function partKind({ prose }: File): ChunkKind {
  return prose ? 'section' : 'part';
}

/** The definitions of a level and the lines between them, in order and without gaps. */
function segmentsOf(file: File, { from, to, first, end }: Segment, depth: number): Segment[] {
  const { firsts, lasts } = file;
  const segments: Segment[] = [];
  let covered = from;
  for (let index = first; index < end;) {
    const last = Math.min(lasts[index]!, to - 1);
    let next = index + 1;
    while (next < end && firsts[next]! <= last) next++;
    if (last < firsts[index]! || last < covered) {
      // The definition has no lines, or lines that already belong to another segment.
      const previous = segments[segments.length - 1];
      if (previous !== undefined && previous.end > previous.first) previous.end = next;
      index = next;
      continue;
    }
    if (firsts[index]! < covered) {
      // The definition begins on the line where the previous one ends: the two are joined.
      const previous = segments[segments.length - 1];
      if (previous !== undefined) {
        previous.to = last + 1;
        previous.end = next;
      } else
        segments.push({ from: covered, to: last + 1, first: index, end: next, isImports: false, isClosing: false });
    } else {
      const start = docStart(file, firsts[index]!, covered);
      if (start > covered) addGap(file, { from: covered, to: start }, segments, depth);
      segments.push({ from: start, to: last + 1, first: index, end: next, isImports: false, isClosing: false });
    }
    covered = last + 1;
    index = next;
  }
  if (covered < to) addGap(file, { from: covered, to }, segments, depth);
  return segments;
}

/**
 * The rank where the lines that belong to a definition begin; not before `limit`. These are the comment directly above it, and the lines that open the
 * block that it is the first in (`impl Display for Cart {`) where that block is not a definition itself, with their comment.
 */
function docStart({ lines }: File, start: number, limit: number): number {
  const from = commentStart(lines, start, limit);
  if (from === limit || !isAdjacent(lines, from)) return from;
  const { indents, firsts } = lines;
  let header = from - 1;
  if (indents[header]! >= indents[start]! || isClosingBracket(firsts[header]!)) return from;
  while (header > limit && isAdjacent(lines, header) && lines.comments[header - 1] === 0) {
    if (from - header === maxHeaderLines) return from - 1;
    header--;
  }
  return commentStart(lines, header, limit);
}

function commentStart(lines: ChunkLines, start: number, limit: number): number {
  let from = start;
  while (from > limit && isAdjacent(lines, from) && lines.comments[from - 1] === 1) from--;
  return from;
}

/** Adds the lines between definitions as up to three segments: lines that close those above, imports (at the top level), and the rest. */
function addGap(file: File, gap: Run, segments: Segment[], depth: number): void {
  const { lines } = file;
  let { from } = gap;
  while (from < gap.to && isAdjacent(lines, from) && isClosingBracket(lines.firsts[from]!)) from++;
  if (from > gap.from) segments.push({ from: gap.from, to: from, first: 0, end: 0, isImports: false, isClosing: true });
  if (from === gap.to) return;
  const importsEnd = depth === 0 ? endOfImports(file, { from, to: gap.to }) : from;
  if (importsEnd > from) segments.push({ from, to: importsEnd, first: 0, end: 0, isImports: true, isClosing: false });
  if (importsEnd < gap.to)
    segments.push({ from: importsEnd, to: gap.to, first: 0, end: 0, isImports: false, isClosing: false });
}

/** The rank after the first block of imports in a gap, which the lines before it belong to; the gap's start when the gap has no import. */
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
