/**
 * Groups uses by the chunks that contain them, and chooses the lines of a chunk to show.
 * Invariants: every use is in one group; lines keep their order. Lines that are left out are counted, except at the ends of a chunk that is
 * shown without context lines.
 */
import type { UsageAnswer, UsageChunk } from '../../model/graph.ts';
import { oneLine } from '../budget.ts';
import { linkWord, resolutionWords } from '../graph-text/link-data.ts';

type Use = UsageAnswer['uses'][number];

export interface UseGroup {
  /** Null if the file has changed since it was indexed: then the group is one use with its line. */
  chunk: UsageChunk | null;
  uses: readonly [Use, ...Use[]];
}

/** Groups in the order of their first uses. */
export function groupUses({ uses, chunks }: UsageAnswer): UseGroup[] {
  const byId = new Map(chunks.map((chunk) => [chunk.id, chunk]));
  const groups = new Map<string | Use, { chunk: UsageChunk | null; uses: [Use, ...Use[]] }>();
  for (const use of uses) {
    const chunk = use.chunk === null ? null : (byId.get(use.chunk) ?? null);
    const key = chunk === null ? use : chunk.id;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { chunk, uses: [use] });
    else group.uses.push(use);
  }
  return [...groups.values()];
}

/** At most this many lines are listed for the uses of one kind in one definition. */
const maxLines = 5;
/** At most this many marks are listed for a group. A mark is a kind of use in one definition, with its lines. */
const maxMarks = 4;

/** `called at 12, 14 in route, by name only; read at 20`. */
export function marksText({ uses }: UseGroup, nameLimit: number): string {
  const kinds = new Map<string, { head: string; tail: string; lines: number[] }>();
  for (const { kind, caller, resolution, line } of uses) {
    const how = resolution === 'name' || resolution === 'compiler' ? `, ${resolutionWords[resolution]}` : '';
    const tail = `${caller === null ? '' : ` in ${oneLine(caller, nameLimit)}`}${how}`;
    const head = `${linkWord(kind, 'passive')} at `;
    const listed = kinds.get(head + tail);
    if (listed === undefined) kinds.set(head + tail, { head, tail, lines: [line] });
    else listed.lines.push(line);
  }
  const marks = [...kinds.values()].map(({ head, tail, lines }) => {
    const distinct = [...new Set(lines)].sort((a, b) => a - b);
    const more = distinct.length - maxLines;
    return `${head}${distinct.slice(0, maxLines).join(', ')}${more > 0 ? ` and ${more} more` : ''}${tail}`;
  });
  const more = marks.length - maxMarks;
  return `${marks.slice(0, maxMarks).join('; ')}${more > 0 ? ` and ${more} more` : ''}${uses[0].isTest ? ', test' : ''}`;
}

/** A gap of fewer lines than this is shown instead of counted, unless only one line is shown. */
const minGap = 2;

/**
 * The lines of a group, without their common indentation.
 * @param contextLines lines on both sides of each use, within its definition; 0: only the lines of the uses, and hidden lines at the ends of the chunk are not counted
 * @param lineText how a line of code is shown
 */
export function codeOf(
  { chunk, uses }: UseGroup,
  contextLines: number,
  lineText: (line: string) => string,
): { lines: string[]; isCut: boolean } {
  if (chunk === null) return { lines: [lineText(uses[0].text)], isCut: false };
  const shown = new Set<number>();
  for (const use of uses) {
    const [first, last] = use.caller === null ? [chunk.startLine, chunk.endLine] : [use.startLine, use.endLine];
    const from = Math.max(use.line - contextLines, first, chunk.startLine);
    const to = Math.min(use.line + contextLines, last, chunk.endLine);
    for (let at = from; at <= to; at++) shown.add(at);
  }
  const runs = runsOf(chunk, shown);
  const texts = runs.flatMap(({ from, to, isShown }) =>
    isShown ? chunk.lines.slice(from - chunk.startLine, to - chunk.startLine + 1) : [],
  );
  const indent = commonIndent(texts);
  const isInner = ({ from, to }: Run): boolean => from > chunk.startLine && to < chunk.endLine;
  const lines = runs.flatMap((run): string[] => {
    if (run.isShown)
      return chunk.lines
        .slice(run.from - chunk.startLine, run.to - chunk.startLine + 1)
        .map((line) => lineText(line.slice(indent)));
    return contextLines === 0 && !isInner(run) ? [] : [gapText(run)];
  });
  return { lines, isCut: runs.some(({ isShown }) => !isShown) };
}

interface Run {
  from: number;
  to: number;
  isShown: boolean;
}

/** The chunk's lines as runs of shown and of hidden lines. */
function runsOf({ startLine, endLine }: UsageChunk, shown: ReadonlySet<number>): Run[] {
  const runs: Run[] = [];
  for (let line = startLine; line <= endLine; line++) {
    const last = runs.at(-1);
    if (last !== undefined && last.isShown === shown.has(line)) last.to = line;
    else runs.push({ from: line, to: line, isShown: shown.has(line) });
  }
  const merged: Run[] = [];
  for (const run of runs) {
    const isShown = run.isShown || (shown.size > 1 && run.to - run.from + 1 < minGap);
    const last = merged.at(-1);
    if (last !== undefined && last.isShown === isShown) last.to = run.to;
    else merged.push({ ...run, isShown });
  }
  return merged;
}

function gapText({ from, to }: Run): string {
  return from === to ? `… 1 line (${from})` : `… ${to - from + 1} lines (${from}-${to})`;
}

function commonIndent(lines: readonly string[]): number {
  let common: string | null = null;
  for (const line of lines) {
    if (line.trim() === '') continue;
    const indent = /^[ \t]*/.exec(line)![0];
    let length = 0;
    while (common !== null && length < common.length && length < indent.length && common[length] === indent[length])
      length++;
    common = common === null ? indent : common.slice(0, length);
  }
  return common?.length ?? 0;
}
