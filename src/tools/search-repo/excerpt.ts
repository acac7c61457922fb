/**
 * Chooses the lines of a chunk to show if there is no room for the whole chunk: declarations, and the blocks of code around words of the query, whole.
 * Doc comments are left out before code.
 * Invariant: lines keep their order and their text; lines that are left out are counted, and so are characters cut from a line.
 */
import type { Chunk, FileLines } from '../../model/chunk.ts';
import { commentLines, isCommentLine } from '../../util/comment-lines.ts';
import { otherSpelling } from '../../util/words/spellings.ts';
import { identifierTerms, termStart } from '../../util/words/words.ts';

/** A line of the file, 1-based. */
export interface ShownLine {
  number: number;
  text: string;
  /** Number of characters left out at the end. */
  cut: number;
}

/** Lines that are left out, 1-based, both included. */
export interface LeftOutLines {
  from: number;
  to: number;
}

export type ExcerptPart = ShownLine | LeftOutLines;

/** A chunk with its lines ranked by relevance. */
export interface RankedLines {
  /** Number of the first line. */
  start: number;
  /** The lines, without blank lines at the end. */
  lines: readonly string[];
  /** Indexes into `lines`, the most relevant first. */
  order: readonly number[];
  /** By index, the blocks around each line, the largest first; the last one is the line itself. */
  blocks: readonly (readonly Block[])[];
}

/** Indexes of the first and the last line of a block. */
type Block = readonly [from: number, to: number];

const words = /[\p{L}\p{N}_$]+/gu;
/** A word of ASCII letters and digits only. Such a word contains the start of each of its terms, so that terms can be looked for without splitting it. */
const asciiWord = /^[a-z0-9]+$/i;
/** A character of words that `asciiWord` excludes. */
const otherWordCharacter = /[_$\u0080-\uffff]/;
/** A filter inside a query: `lang:go`. */
const queryFilter = /(?<=^|\s)(lang|language|path|kind):(?:"[^"]*"|\S+)/g;
/** Characters of a query that are read; the rest is ignored. */
const maxQueryChars = 8000;
/** Words of questions and sentences, which any comment may contain. */
const stopWords = new Set(
  (
    'how does did are was were the and for with from that these those this what which where when why who can could should would will ' +
    'into about all any not has have had you our its they there'
  ).split(' '),
);

/** The terms of a query, for the search in lines. */
export interface QueryTerms {
  /** The terms of the word that are also terms of the query. */
  matching(word: string): readonly string[];
  /** False for a text that cannot contain a term of the query. */
  mayContain(text: string): boolean;
  /** Whether the query has all parts of a name, such as `load` and `config` of `loadConfig`. */
  hasAllPartsOf(name: string): boolean;
}

export function queryTerms(query: string): QueryTerms {
  const wantedTerms = new Set<string>();
  for (const [word] of query.slice(0, maxQueryChars).replaceAll(queryFilter, ' ').matchAll(words)) {
    const lower = word.toLowerCase();
    if (stopWords.has(lower)) continue;
    // The answer may be in the other spelling.
    for (const one of [word, otherSpelling(lower) ?? word]) for (const term of termsOf(one)) wantedTerms.add(term);
  }
  const termsByWord = new Map<string, readonly string[]>();
  const starts = [...new Set([...wantedTerms].map(termStart))];
  const mayHave = (word: string): boolean => {
    if (!asciiWord.test(word)) return true;
    const lower = word.toLowerCase();
    return starts.some((start) => lower.includes(start));
  };
  return {
    matching: (word) => {
      let found = termsByWord.get(word);
      if (found === undefined)
        termsByWord.set(word, (found = mayHave(word) ? termsOf(word).filter((term) => wantedTerms.has(term)) : []));
      return found;
    },
    mayContain: (text) => {
      if (otherWordCharacter.test(text)) return true;
      const lower = text.toLowerCase();
      return starts.some((start) => lower.includes(start));
    },
    hasAllPartsOf: (name) => {
      const { parts } = identifierTerms(name);
      return parts.length > 0 && parts.every((part) => wantedTerms.has(part));
    },
  };
}

/** The filters in a query, such as `lang:`. */
export function filterWords(query: string): string[] {
  return [...new Set([...query.slice(0, maxQueryChars).matchAll(queryFilter)].map(([, key]) => `${key}:`))];
}

function termsOf(word: string): readonly string[] {
  const { parts, whole } = identifierTerms(word);
  return whole === null ? parts : [...parts, whole];
}

/** Characters of a line that are read; longer lines are data. */
const maxReadChars = 1000;
/** A line that only closes blocks: it says little, so its score is reduced. */
const closingOnly = /^[\s)\]}>;,]*(?:(?:end|fi|done|esac)[\s)\]}>;,]*)?$/;

/** What a declaration adds to the score of its line: `named` by the query, the `first` of the chunk, or any `other`. */
const declarationScore = { named: 6, first: 4, other: 1.5 };
/** The share of a line's score that later and earlier lines get, by distance. Later lines get more: they hold the rest of the signature and the body. */
const shareAfter = [0.6, 0.4, 0.25, 0.15];
const shareBefore = [0.4, 0.2, 0.1];

/** A line, the start of it that is read, and the words of the start. */
class ReadLine {
  readonly text: string;
  readonly start: string;
  #words: readonly string[] | null = null;

  constructor(text: string) {
    this.text = text;
    this.start = text.slice(0, maxReadChars);
  }

  /** Computed at first use: most lines are never split into words. */
  get words(): readonly string[] {
    return (this.#words ??= this.start.match(words) ?? []);
  }
}

/** The score of each line that first names one of the chunk's symbols. */
function declarations(lines: readonly ReadLine[], { symbols }: Chunk, terms: QueryTerms): Map<number, number> {
  const scoreByName = new Map<string, number>();
  for (const [index, symbol] of symbols.entries()) {
    const name = symbol.slice(symbol.lastIndexOf('.') + 1);
    if (scoreByName.has(name)) continue;
    const { named, first, other } = declarationScore;
    scoreByName.set(name, terms.matching(name).length > 0 ? named : index === 0 ? first : other);
  }
  const scores = new Map<number, number>();
  for (const [index, line] of lines.entries()) {
    if (scoreByName.size === 0) break;
    if (isCommentLine(line.text)) continue;
    for (const word of line.words) {
      const score = scoreByName.get(word);
      if (score === undefined) continue;
      scoreByName.delete(word);
      scores.set(index, Math.max(score, scores.get(index) ?? 0));
    }
  }
  // No symbol is declared here (text, or a later part of a definition): the first line serves as the title.
  const firstLine = lines.findIndex(({ text }) => text.trim() !== '');
  if (scores.size === 0 && firstLine !== -1) scores.set(firstLine, declarationScore.other);
  return scores;
}

const noTerms: ReadonlySet<string> = new Set();

/** The query's terms in a line; most lines have none. */
function termsIn(line: ReadLine, terms: QueryTerms): ReadonlySet<string> {
  if (!terms.mayContain(line.start)) return noTerms;
  let found: Set<string> | null = null;
  for (const word of line.words) for (const term of terms.matching(word)) (found ??= new Set()).add(term);
  return found ?? noTerms;
}

/** For each line, a sum over the query's terms in it; terms that are rare in the chunk count more. */
function wordScores(lines: readonly ReadLine[], terms: QueryTerms): number[] {
  const inLine = lines.map((line) => termsIn(line, terms));
  const counts = new Map<string, number>();
  for (const found of inLine) for (const term of found) counts.set(term, (counts.get(term) ?? 0) + 1);
  return inLine.map((found) => {
    let sum = 0;
    for (const term of found) sum += 2 / Math.sqrt(counts.get(term) ?? 1);
    return sum;
  });
}

/** The score that a line gets from its neighbours: the highest of their shares. */
function scoreFromNeighbours(lineScores: readonly number[], index: number): number {
  let highest = 0;
  for (let step = 0; step < shareAfter.length; step++)
    highest = Math.max(highest, shareAfter[step]! * (lineScores[index - step - 1] ?? 0));
  for (let step = 0; step < shareBefore.length; step++)
    highest = Math.max(highest, shareBefore[step]! * (lineScores[index + step + 1] ?? 0));
  return highest;
}

export function rankLines({ lines: all }: FileLines, chunk: Chunk, terms: QueryTerms): RankedLines {
  const lines = all.slice(chunk.startLine - 1, chunk.endLine);
  while (lines.length > 1 && lines.at(-1)!.trim() === '') lines.pop();
  const read = lines.map((text) => new ReadLine(text));
  const declared = declarations(read, chunk, terms);
  const lineScores = wordScores(read, terms).map((score, index) => score + (declared.get(index) ?? 0));
  const scores = lineScores.map((score, index) => {
    const total = score + scoreFromNeighbours(lineScores, index);
    return total > 0 && closingOnly.test(lines[index]!) ? total * 0.3 : total;
  });
  const isDoc = docLines(lines);
  const order = lines
    .map((_, index) => index)
    .toSorted((a, b) => isDoc[a]! - isDoc[b]! || scores[b]! - scores[a]! || a - b);
  return { start: chunk.startLine, lines, order, blocks: blocksAround(lines, isDoc) };
}

/** A body of at most this many lines is shown whole or not at all: what is left out of it would cost a call. */
export const shortLines = 15;

/** For each line, the blocks of at most `shortLines` lines that contain it, by indentation. A block is a line with the deeper ones below it. */
function blocksAround(lines: readonly string[], isDoc: Uint8Array): Block[][] {
  const parents: number[] = [];
  const ends = lines.map((_, index) => index);
  const open: { index: number; indent: number }[] = [];
  for (const [index, line] of lines.entries()) {
    const indent = line.trim() === '' ? Infinity : line.search(/\S/);
    let closed = -1;
    while (open.length > 0 && open.at(-1)!.indent >= indent) closed = open.pop()!.index;
    parents.push(open.at(-1)?.index ?? -1);
    if (indent === Infinity) continue;
    const isClosing = closed !== -1 && closingOnly.test(line) && lines[closed]!.search(/\S/) === indent;
    if (isClosing) ends[closed] = index;
    for (const { index: outer } of open) ends[outer] = index;
    open.push({ index: isClosing ? closed : index, indent });
  }
  return lines.map((_, index) => {
    const blocks: Block[] = [[index, index]];
    if (isDoc[index] === 1) return blocks;
    for (let from = index; from !== -1 && ends[from]! - from < shortLines; from = parents[from]!)
      if (ends[from]! > from) blocks.unshift([from, Math.max(index, ends[from]!)]);
    return blocks;
  });
}

/** Characters that a part takes in the answer. */
export type PartCost = (part: ExcerptPart) => number;

/** Length of the notice `… (24 more characters)`: a line that exceeds the limit by no more than this is not cut. */
const cutNotice = 22;

function isTooLong(line: string, lineLimit: number): boolean {
  return line.length > lineLimit + cutNotice;
}

function shownLine({ start, lines }: RankedLines, index: number, lineLimit: number): ShownLine {
  const line = lines[index] ?? '';
  if (!isTooLong(line, lineLimit)) return { number: start + index, text: line, cut: 0 };
  // The cut must not be between the halves of a surrogate pair.
  const end = /[\ud800-\udbff]$/.test(line.slice(0, lineLimit)) ? lineLimit - 1 : lineLimit;
  return { number: start + index, text: line.slice(0, end), cut: line.length - end };
}

/** @param shown 1 for each line that is shown */
function partsOf(ranked: RankedLines, shown: Uint8Array, lineLimit: number): ExcerptPart[] {
  const parts: ExcerptPart[] = [];
  for (let index = 0; index < shown.length; index++) {
    const number = ranked.start + index;
    const last = parts.at(-1);
    if (shown[index] === 1) parts.push(shownLine(ranked, index, lineLimit));
    else if (last !== undefined && 'from' in last) last.to = number;
    else parts.push({ from: number, to: number });
  }
  return parts;
}

/** Share of the room that is reserved for filling gaps of one or two lines. */
const shareOfSmallGaps = 0.1;

export interface ExcerptRequest {
  /** Characters that the parts may take; one line is shown even if it needs more. */
  room: number;
  /** A line that is clearly longer is cut to this number of characters. */
  lineLimit: number;
  cost: PartCost;
}

/** The costs of the lines of a chunk, each cut at a limit. */
interface LineCosts {
  lineLimit: number;
  cost: PartCost;
  each: readonly number[];
  /** The sum of `each`. */
  all: number;
  /** The cost of the line that stands for a gap. */
  gap: number;
  /** Whether any line is cut. */
  isCut: boolean;
}

/** A cache, since excerpts of the same lines are made repeatedly until they fit. */
const costCache = new WeakMap<RankedLines, LineCosts>();

function costsOf(ranked: RankedLines, { lineLimit, cost }: ExcerptRequest): LineCosts {
  const cached = costCache.get(ranked);
  if (cached?.lineLimit === lineLimit && cached.cost === cost) return cached;
  const each = ranked.lines.map((_, index) => cost(shownLine(ranked, index, lineLimit)));
  const all = each.reduce((sum, one) => sum + one, 0);
  const isCut = ranked.lines.some((line) => isTooLong(line, lineLimit));
  const costs = { lineLimit, cost, each, all, gap: cost({ from: 100, to: 199 }), isCut };
  costCache.set(ranked, costs);
  return costs;
}

/** A 1 for each line that is shown; null for all. */
function chooseLines(ranked: RankedLines, request: ExcerptRequest): Uint8Array | null {
  const { room } = request;
  const { each: costs, all, gap } = costsOf(ranked, request);
  if (all <= room) return null;
  const { lines, order, blocks } = ranked;
  const shown = new Uint8Array(lines.length);
  // Beyond either end there is no value, so the result is false.
  const isHidden = (index: number): boolean => shown[index] === 0;
  /** The cost of showing one more line: it may split, narrow or close a gap. */
  const addedCost = (index: number): number =>
    costs[index]! + gap * (Number(isHidden(index - 1)) + Number(isHidden(index + 1)) - 1);
  let used = gap;
  let isFirst = true;
  /** Shows the hidden lines of a block if they have room. */
  const hasShown = ([from, to]: Block, limit: number): boolean => {
    const added: number[] = [];
    let more = 0;
    for (let index = from; index <= to; index++) {
      if (!isHidden(index)) continue;
      more += addedCost(index);
      shown[index] = 1;
      added.push(index);
    }
    const isFitting = used + more <= limit;
    if (isFitting) used += more;
    else for (const index of added) shown[index] = 0;
    return isFitting;
  };
  for (const index of order) {
    if (!isHidden(index)) continue;
    const limit = isFirst ? Infinity : room * (1 - shareOfSmallGaps);
    const some = isFirst ? blocks[index]!.slice(-1) : blocks[index]!;
    if (!some.some((block) => hasShown(block, limit))) break;
    isFirst = false;
  }
  // A gap of one or two lines is hardly longer than the line that stands for it.
  for (let index = 0; index < lines.length; index++) {
    if (!isHidden(index) || isHidden(index - 1)) continue;
    const width = isHidden(index + 1) ? 2 : 1;
    if (isHidden(index + width)) continue;
    const more = costs[index]! + (width === 2 ? costs[index + 1]! : 0) - gap;
    if (used + more > room && more > 0) continue;
    shown.fill(1, index, index + width);
    used += more;
  }
  return shown;
}

export function excerpt(ranked: RankedLines, request: ExcerptRequest): ExcerptPart[] {
  const shown = chooseLines(ranked, request) ?? new Uint8Array(ranked.lines.length).fill(1);
  return partsOf(ranked, shown, request.lineLimit);
}

/** Doc comments of more lines than this are cut to `keptOfDoc` lines by `withShortDocs`. */
const longDoc = 3;
const keptOfDoc = 2;
/** The beginning of a comment that describes a definition. A comment within code says why, so it stays. */
const docStart = /^\s*(?:\/\/[/!]|\/\*)/;

/** A 1 for each line of a long doc comment after its first ones. A comment at the start of the chunk counts as one. */
function docLines(lines: readonly string[]): Uint8Array {
  const found = new Uint8Array(lines.length);
  const isComment = commentLines(lines);
  for (let from = 0; from < lines.length;) {
    let to = from;
    while (isComment[to] === 1) to++;
    const isDoc = from === 0 || docStart.test(lines[from]!);
    if (isDoc && to - from > longDoc) found.fill(1, from + keptOfDoc, to);
    from = to + 1;
  }
  return found;
}

/** All lines of a chunk, but of each long doc comment only the first ones. */
export function withShortDocs(ranked: RankedLines, lineLimit: number): ExcerptPart[] {
  const shown = docLines(ranked.lines).map((isDoc) => 1 - isDoc);
  return partsOf(ranked, shown, lineLimit);
}

/** The total cost of the parts of `excerpt`, and whether anything is left out, computed without the parts themselves. */
export function excerptCost(ranked: RankedLines, request: ExcerptRequest): { cost: number; isCut: boolean } {
  const { each, all, isCut } = costsOf(ranked, request);
  const shown = chooseLines(ranked, request);
  if (shown === null) return { cost: all, isCut };
  let cost = 0;
  for (let index = 0; index < shown.length;) {
    const from = index;
    while (shown[index] === 0) index++;
    if (index > from) cost += request.cost({ from: ranked.start + from, to: ranked.start + index - 1 });
    for (; shown[index] === 1; index++) cost += each[index]!;
  }
  return { cost, isCut: isCut || shown.includes(0) };
}

/** The indentation of each shown line. */
export const lineIndent = '  ';

/** A shown line, or the number of lines left out. */
export function partText(part: ExcerptPart): string {
  if ('from' in part) {
    const { from, to } = part;
    return from === to ? `  … 1 line (${from})` : `  … ${to - from + 1} lines (${from}-${to})`;
  }
  const { text, cut } = part;
  return text === '' ? '' : `${lineIndent}${text}${cut > 0 ? `… (${cut} more characters)` : ''}`;
}
