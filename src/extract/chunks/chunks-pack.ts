/**
 * Cuts a run of lines into pieces that are neither too large nor too small, at the best places.
 * Invariant: the place of a cut depends on the lines near the cut, not on its distance from the top. After an edit the cuts soon coincide
 * with the old ones again, since two overlapping windows choose the same best place.
 */
import { isClosingBracket, type ChunkLines } from './chunks-lines.ts';

/** Limits of a piece, without blank lines before and after it. */
export interface PieceBounds {
  minChars: number;
  maxChars: number;
  maxLines: number;
}

/** A range of lines by rank, which is the line's index among the non-blank lines; `to` is excluded. */
export interface Run {
  from: number;
  to: number;
}

export function charsOf({ starts, ends }: ChunkLines, from: number, to: number): number {
  return ends[to - 1]! - starts[from]!;
}

export function linesOf({ numbers }: ChunkLines, from: number, to: number): number {
  return numbers[to - 1]! - numbers[from]! + 1;
}

/** Whether the lines of a run fit into the bounds. */
export function fitsInto(lines: ChunkLines, from: number, to: number, bounds: PieceBounds): boolean {
  return linesOf(lines, from, to) <= bounds.maxLines && charsOf(lines, from, to) <= bounds.maxChars;
}

/** Wider indents count as this many columns. */
const widestIndent = 60;
/** A blank line above counts as much as four columns of indentation. */
const blankAbove = 4;

/** How well a piece can begin at a line; more is better. The line's hash decides between equals, so that the choice does not depend on the order. */
function merit(lines: ChunkLines, rank: number): number {
  const { indents, firsts, comments, numbers, hashes } = lines;
  const isAdjacent = rank > 0 && numbers[rank - 1] === numbers[rank]! - 1;
  let points = widestIndent - Math.min(indents[rank]!, widestIndent);
  if (!isAdjacent) points += blankAbove;
  // A closing bracket belongs to the lines above it, and code belongs to its comment.
  if (isClosingBracket(firsts[rank]!)) points -= widestIndent * 2;
  if (isAdjacent && comments[rank - 1] === 1) points -= widestIndent;
  return points * 0x10000 + (hashes[rank]! & 0xffff);
}

/**
 * The ranks where the pieces of a run begin; the first piece begins with the run. A line longer than the bounds is a piece of its own.
 * @param cutPoints ranks where the run may be cut, ascending, all inside the run and after its start; null: at any line
 */
export function cutRun(
  lines: ChunkLines,
  run: Run,
  bounds: PieceBounds,
  cutPoints: readonly number[] | null,
): number[] {
  const cuts = [run.from];
  const count = cutPoints?.length ?? run.to - run.from - 1;
  let from = run.from;
  let next = 0;
  while (next < count && !fitsInto(lines, from, run.to, bounds)) {
    // The last piece must not be too small either.
    const restChars = charsOf(lines, from, run.to);
    const minPiece = Math.min(bounds.minChars, restChars / 2);
    let best = next;
    let bestMerit = -Infinity;
    for (let index = next; index < count; index++) {
      const place = cutPoints === null ? run.from + 1 + index : cutPoints[index]!;
      if (index > next && !fitsInto(lines, from, place, bounds)) break;
      const chars = charsOf(lines, from, place);
      if (chars < minPiece || (chars > restChars - minPiece && bestMerit > -Infinity)) {
        if (bestMerit === -Infinity) best = index;
        continue;
      }
      const found = merit(lines, place);
      if (found > bestMerit) {
        best = index;
        bestMerit = found;
      }
    }
    from = cutPoints === null ? run.from + 1 + best : cutPoints[best]!;
    cuts.push(from);
    next = best + 1;
  }
  return cuts;
}
