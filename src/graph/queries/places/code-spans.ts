/**
 * Finds what the parts of source lines are that are no names: comments, strings, keywords, numbers. By the patterns by which a language writes them, not
 * by a parser: it costs milliseconds for a large file, works for texts that do not parse, and names are told by their links anyway.
 */
import type { CodeSpan, SpanKind } from '../../../model/code-questions.ts';
import {
  cRegions,
  questionRulesOf,
  regionRules,
  slashComment,
  written,
  type RegionRules,
} from '../../languages/question-rules.ts';

/** What spans need to know of a language. */
export interface WrittenLanguage {
  id: string;
  /** Prose has no spans: its apostrophes begin no strings. */
  nature: 'code' | 'prose' | 'data';
  keywords: readonly string[];
  /** Marks of comments, for a language without rules of its own. */
  lineComments?: readonly string[];
  blockComments?: readonly (readonly [open: string, close: string])[];
}

/** Words that languages write with a capital, and lists of keywords without. */
const capitalWords: ReadonlySet<string> = new Set(['True', 'False', 'None']);
const word = /[\p{L}_$][\p{L}\p{N}_$]*|\b\d[\p{L}\p{N}_.]*/gu;

/**
 * The spans of each line, in order.
 * @param text the whole file: a comment may begin long before the lines
 * @param lines first and last of the wanted lines, from 1
 */
export function codeSpans(
  language: WrittenLanguage,
  text: string,
  lines: { startLine: number; endLine: number },
): CodeSpan[][] {
  const starts = lineStarts(text);
  const first = lines.startLine - 1;
  const end = Math.min(lines.endLine, starts.length);
  const found: CodeSpan[][] = Array.from({ length: Math.max(0, end - first) }, () => []);
  if (language.nature === 'prose' || found.length === 0) return found;
  const range = { from: starts[first]!, to: starts[end] ?? text.length };
  const add = (from: number, to: number, kind: SpanKind): void =>
    addSpan(found, { starts, first, text }, { from, to, kind });
  const rules = rulesOf(language);
  let at = range.from;
  if (rules !== null) {
    rules.regions.lastIndex = 0;
    for (
      let region = rules.regions.exec(text);
      region !== null && region.index < range.to;
      region = rules.regions.exec(text)
    ) {
      const length = region[0].length;
      // A pattern that matches nothing would match there again.
      if (length === 0) rules.regions.lastIndex++;
      const regionEnd = region.index + length;
      if (length === 0 || regionEnd <= range.from) continue;
      addWords(language, text, { from: at, to: Math.max(at, region.index) }, add);
      add(
        Math.max(range.from, region.index),
        Math.min(range.to, regionEnd),
        rules.isComment.test(region[0]) ? 'comment' : 'string',
      );
      at = Math.min(range.to, regionEnd);
    }
  }
  addWords(language, text, { from: at, to: range.to }, add);
  return found;
}

const rulesById = new Map<string, RegionRules | null>();

/** Null for a language of which nothing is known. */
function rulesOf(language: WrittenLanguage): RegionRules | null {
  let rules = rulesById.get(language.id);
  if (rules === undefined)
    rulesById.set(language.id, (rules = questionRulesOf(language.id).regions ?? rulesByMarks(language)));
  return rules;
}

function rulesByMarks({ lineComments = [], blockComments = [], nature }: WrittenLanguage): RegionRules | null {
  const marks = [...lineComments, ...blockComments.map(([open]) => open)];
  if (marks.length === 0) return nature === 'data' ? regionRules([written.doubleQuoted], slashComment) : cRegions;
  const comments = [
    ...blockComments.map(([open, close]) => `${escaped(open)}[\\s\\S]*?(?:${escaped(close)}|(?![\\s\\S]))`),
    ...lineComments.map((mark) => `${escaped(mark)}[^\\n]*`),
  ];
  const isComment = new RegExp(`^(?:${marks.map((mark) => escaped(mark)).join('|')})`);
  return regionRules([...comments, written.doubleQuoted, written.singleQuoted], isComment);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}

function addWords(
  { keywords, nature }: WrittenLanguage,
  text: string,
  { from, to }: { from: number; to: number },
  add: (from: number, to: number, kind: SpanKind) => void,
): void {
  if (to <= from) return;
  const part = text.slice(from, to);
  for (const { 0: found, index } of part.matchAll(word)) {
    const isNumber = /^\d/.test(found);
    const isKeyword = !isNumber && nature === 'code' && (capitalWords.has(found) || keywords.includes(found));
    if (isNumber || isKeyword) add(from + index, from + index + found.length, isNumber ? 'number' : 'keyword');
  }
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Adds a part of the text to the lines that it covers. */
function addSpan(
  found: CodeSpan[][],
  { starts, first, text }: { starts: readonly number[]; first: number; text: string },
  { from, to, kind }: { from: number; to: number; kind: SpanKind },
): void {
  for (let line = lineOf(starts, from); line < starts.length && starts[line]! < to; line++) {
    const lineEnd = (starts[line + 1] ?? text.length + 1) - 1;
    const begin = Math.max(from, starts[line]!);
    const length = Math.min(to, lineEnd) - begin;
    if (length > 0) found[line - first]?.push({ start: begin - starts[line]!, length, kind });
  }
}

function lineOf(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle;
  }
  return low;
}
