/**
 * The lines of a chunk that are shown where there is no room for all of it: what it declares, and the lines around the words asked for.
 * Invariant: lines keep their order and their text; what is left out between them is counted, and so is what is cut of a line.
 */
import type { Chunk, FileLines } from '../../model/chunk.ts';
import { identifierTerms } from '../../util/words.ts';

/** A line of the file, 1-based. */
export interface ShownLine {
  number: number;
  text: string;
  /** Characters left out at its end. */
  cut: number;
}

/** Lines that are left out, 1-based, both included. */
export interface LeftOutLines {
  from: number;
  to: number;
}

export type ExcerptPart = ShownLine | LeftOutLines;

/** A chunk whose lines are in the order in which they are worth showing. */
export interface RankedLines {
  /** Number of the first line. */
  start: number;
  /** Without blank ones at the end. */
  lines: readonly string[];
  /** Indexes into `lines`, the most telling first. */
  order: readonly number[];
}

const words = /[\p{L}\p{N}_$]+/gu;
/** What narrows a query, in its words. */
const narrowing = /(?<=^|\s)(lang|language|path|kind):(?:"[^"]*"|\S+)/g;
/** Behind this a question says nothing new (characters). */
const longestQuery = 8000;
/** Words of questions and sentences: a comment that has them is not what is looked for. */
const chatter = new Set(
  (
    'how does did are was were the and for with from that these those this what which where when why who can could should would will ' +
    'into about all any not has have had you our its they there'
  ).split(' '),
);

/** What a query asks for, as lines are looked through for it. */
export interface WantedTerms {
  /** The terms of a word that the query has. */
  in(word: string): readonly string[];
  /** Whether the query has all words of a name. */
  haveAllOf(name: string): boolean;
}

export function wantedTerms(query: string): WantedTerms {
  const wanted = new Set<string>();
  for (const [word] of query.slice(0, longestQuery).replaceAll(narrowing, ' ').matchAll(words)) {
    if (!chatter.has(word.toLowerCase())) for (const term of termsOf(word)) wanted.add(term);
  }
  const known = new Map<string, readonly string[]>();
  return {
    in: (word) => {
      let found = known.get(word);
      if (found === undefined) known.set(word, (found = termsOf(word).filter((term) => wanted.has(term))));
      return found;
    },
    haveAllOf: (name) => {
      const { parts } = identifierTerms(name);
      return parts.length > 0 && parts.every((part) => wanted.has(part));
    },
  };
}

/** The words by which a query narrows itself, as `lang:`. */
export function narrowingWords(query: string): string[] {
  return [...new Set([...query.slice(0, longestQuery).matchAll(narrowing)].map(([, key]) => `${key}:`))];
}

function termsOf(word: string): readonly string[] {
  const { parts, whole } = identifierTerms(word);
  return whole === null ? parts : [...parts, whole];
}

/** Longer lines are data; their words are looked at up to here (characters). */
const readOfLine = 1000;
const comment = /^\s*(?:\/\/|\/?\*|#(?![[!])|--|;|"""|'''|<!--)/;
const closingOnly = /^[\s)\]}>;,]*(?:end|fi|done|esac)?[\s)\]}>;,]*$/;

/** What a line is worth besides its words: a declaration that the query names, the first of the chunk, any other. */
const declarationScore = { named: 6, first: 4, other: 1.5 };
/** The share of a line's worth that lines behind and before it have, by distance: a signature goes on below, and code follows from it. */
const behind = [0.6, 0.4, 0.25, 0.15];
const before = [0.4, 0.2, 0.1];

interface ReadLine {
  text: string;
  words: readonly string[];
}

/** For each line that names one of the chunk's symbols first, what that is worth. */
function declarations(lines: readonly ReadLine[], { symbols }: Chunk, terms: WantedTerms): Map<number, number> {
  const wanted = new Map<string, number>();
  for (const [index, symbol] of symbols.entries()) {
    const name = symbol.slice(symbol.lastIndexOf('.') + 1);
    if (wanted.has(name)) continue;
    const { named, first, other } = declarationScore;
    wanted.set(name, terms.in(name).length > 0 ? named : index === 0 ? first : other);
  }
  const found = new Map<number, number>();
  for (const [index, line] of lines.entries()) {
    if (wanted.size === 0) break;
    if (comment.test(line.text)) continue;
    for (const word of line.words) {
      const score = wanted.get(word);
      if (score === undefined) continue;
      wanted.delete(word);
      found.set(index, Math.max(score, found.get(index) ?? 0));
    }
  }
  // Text, or the inside of a definition: its start is its title.
  const firstLine = lines.findIndex(({ text }) => text.trim() !== '');
  if (found.size === 0 && firstLine !== -1) found.set(firstLine, declarationScore.other);
  return found;
}

/** For each line the sum of its terms of the query, the rarer in the chunk the more. */
function wordScores(lines: readonly ReadLine[], terms: WantedTerms): number[] {
  const inLine = lines.map((line) => new Set(line.words.flatMap((word) => terms.in(word))));
  const counts = new Map<string, number>();
  for (const found of inLine) for (const term of found) counts.set(term, (counts.get(term) ?? 0) + 1);
  return inLine.map((found) => {
    let sum = 0;
    for (const term of found) sum += 2 / Math.sqrt(counts.get(term) ?? 1);
    return sum;
  });
}

export function rankLines({ lines: all }: FileLines, chunk: Chunk, terms: WantedTerms): RankedLines {
  let end = chunk.endLine;
  while (end > chunk.startLine && all[end - 1]?.trim() === '') end--;
  const lines = all.slice(chunk.startLine - 1, end);
  const read = lines.map((text) => ({ text, words: text.slice(0, readOfLine).match(words) ?? [] }));
  const declared = declarations(read, chunk, terms);
  const own = wordScores(read, terms).map((score, index) => score + (declared.get(index) ?? 0));
  const scores = own.map((score, index) => {
    let around = 0;
    for (const [step, share] of behind.entries()) around = Math.max(around, share * (own[index - step - 1] ?? 0));
    for (const [step, share] of before.entries()) around = Math.max(around, share * (own[index + step + 1] ?? 0));
    return (score + around) * (closingOnly.test(lines[index] ?? '') ? 0.3 : 1);
  });
  const order = lines.map((_, index) => index).toSorted((a, b) => scores[b]! - scores[a]! || a - b);
  return { start: chunk.startLine, lines, order };
}

/** Characters that a part takes in the answer. */
export type PartCost = (part: ExcerptPart) => number;

function shownLine({ start, lines }: RankedLines, index: number, lineLimit: number): ShownLine {
  const line = lines[index] ?? '';
  if (line.length <= lineLimit) return { number: start + index, text: line, cut: 0 };
  // Not between the halves of a surrogate pair.
  const end = /[\ud800-\udbff]$/.test(line.slice(0, lineLimit)) ? lineLimit - 1 : lineLimit;
  return { number: start + index, text: line.slice(0, end), cut: line.length - end };
}

function partsOf(ranked: RankedLines, shown: ReadonlySet<number>, lineLimit: number): ExcerptPart[] {
  const parts: ExcerptPart[] = [];
  for (let index = 0; index < ranked.lines.length; index++) {
    const number = ranked.start + index;
    const last = parts.at(-1);
    if (shown.has(index)) parts.push(shownLine(ranked, index, lineLimit));
    else if (last !== undefined && 'from' in last) last.to = number;
    else parts.push({ from: number, to: number });
  }
  return parts;
}

/** Of the room, what is kept for single lines between others. */
const shareOfSmallGaps = 0.1;

export interface ExcerptRequest {
  /** Characters that the parts may take; one line is shown even where there is less. */
  room: number;
  /** Longer lines are cut (characters). */
  lineLimit: number;
  cost: PartCost;
}

/** Of each line; excerpts of the same lines are made until they fit. */
const knownCosts = new WeakMap<RankedLines, { lineLimit: number; cost: PartCost; costs: readonly number[] }>();

function costsOf(ranked: RankedLines, lineLimit: number, cost: PartCost): readonly number[] {
  let known = knownCosts.get(ranked);
  if (known?.lineLimit !== lineLimit || known.cost !== cost) {
    const costs = ranked.lines.map((_, index) => cost(shownLine(ranked, index, lineLimit)));
    knownCosts.set(ranked, (known = { lineLimit, cost, costs }));
  }
  return known.costs;
}

export function excerpt(ranked: RankedLines, { room, lineLimit, cost }: ExcerptRequest): ExcerptPart[] {
  const { lines, order } = ranked;
  const gap = cost({ from: 100, to: 199 });
  const costs = costsOf(ranked, lineLimit, cost);
  const shown = new Set<number>();
  const isOpen = (index: number): boolean => index >= 0 && index < lines.length && !shown.has(index);
  /** What showing one more line adds: it may split, narrow or close what is left out around it. */
  const added = (index: number): number =>
    costs[index]! + gap * (Number(isOpen(index - 1)) + Number(isOpen(index + 1)) - 1);
  const whole = costs.reduce((sum, one) => sum + one, 0);
  if (whole <= room) return partsOf(ranked, new Set(lines.keys()), lineLimit);
  let used = gap;
  for (const index of order) {
    const more = added(index);
    if (shown.size > 0 && used + more > room * (1 - shareOfSmallGaps)) break;
    shown.add(index);
    used += more;
  }
  // A line or two between shown ones are hardly longer than the words about them.
  for (let index = 0; index < lines.length; index++) {
    if (!isOpen(index) || isOpen(index - 1)) continue;
    const between = isOpen(index + 1) ? [index, index + 1] : [index];
    if (isOpen(index + between.length)) continue;
    const more = between.reduce((sum, one) => sum + costs[one]!, 0) - gap;
    if (used + more > room && more > 0) continue;
    for (const one of between) shown.add(one);
    used += more;
  }
  return partsOf(ranked, shown, lineLimit);
}

/** A line as it is shown, or how many are left out. */
export function partText(part: ExcerptPart): string {
  if ('from' in part) {
    const { from, to } = part;
    return from === to ? `  … 1 line (${from})` : `  … ${to - from + 1} lines (${from}-${to})`;
  }
  const { text, cut } = part;
  return text === '' ? '' : `  ${text}${cut > 0 ? `… (${cut} more characters)` : ''}`;
}
