/**
 * The answer of `search_repo`: the best chunk of each file, with what was left out.
 * Invariant: later results get no more characters than earlier ones of the same score, short bodies apart, which are whole; and every line that is not shown is counted.
 */
import type { HybridHit, HybridQuery, HybridSearchResult } from '../../engine/types.ts';
import type { Chunk } from '../../model/chunk.ts';
import { largestMaxChars, largestNumber, oneLine } from '../budget.ts';
import type { Wording } from '../wording.ts';
import { containerText, pathLimit, symbolsText } from '../chunk-text/chunk-words.ts';
import {
  excerpt,
  excerptCost,
  lineIndent,
  filterWords,
  partText,
  rankLines,
  queryTerms,
  shortLines,
} from './excerpt.ts';
import type { ExcerptPart, ExcerptRequest, RankedLines, QueryTerms } from './excerpt.ts';

export interface HybridSearchFormat {
  query: HybridQuery;
  /** Arguments that narrowed the search. */
  filters: readonly string[];
  maxChars: number;
  say: Wording;
}

/** How much of each result is shown. */
interface Shown {
  /** Number of results. */
  count: number;
  /** Characters of code of which each result gets its share. */
  room: number;
  /** Characters of code that a result has at most. */
  most: number;
  limits: Limits;
}

/** Characters at which texts are cut. */
interface Limits {
  line: number;
  query: number;
  path: number;
  /** The line with the properties of a chunk. */
  properties: number;
  /** Share of all characters that a note of the engine may take. */
  noteShare: number;
}

interface RankedHit {
  hit: HybridHit;
  lines: RankedLines;
  symbols: string;
  /** Share of the characters of the first result, 0 to 1. */
  share: number;
  /** At most this many other chunks of the file are named. */
  others: number;
}

const symbolLimit = 40;
/** A result names at most one other chunk of its file for this many characters that it may take. */
const roomPerOther = 400;
/** Share of all characters that the code of one result may take. */
const roomShare = 2 / 5;
/** What the best results leave free goes to later ones, up to so many times what the shares of one room give: later results are shorter even if there is room. */
const mostRooms = 3;
/** If the best score is below this (0 to 1), a note says so. */
const unlikelyScore = 0.1;
/** The least share of characters, before it is reduced for the position of the result. */
const minShare = 0.2;
/** From this best score on, `lowScore` applies. */
const clearScore = 0.5;
/**
 * A result whose score is less than the share `below` of the best score gets only the share `share` of the characters of the best result: a
 * line or two. Measured with 60 questions to six projects: 1 % of these results answered the question, and they took a third of the characters.
 */
const lowScore = { below: 0.06, share: 0.04 };
/** A body of few lines is shown whole if this share of it has room, otherwise only its best line is shown. */
const leastOfShort = 0.1;
const defaultLimits: Limits = { line: 200, query: 120, path: pathLimit, properties: 1000, noteShare: 1 / 8 };
const shortLimits: Limits = { ...defaultLimits, line: 100 };
/** For an answer whose only result would still be too long. */
const shortestLimits: Limits = { line: 60, query: 40, path: 120, properties: 150, noteShare: 1 / 16 };

function percent(score: number): string {
  return `${(Math.min(Math.max(score, 0), 1) * 100).toFixed(1)}%`;
}

/** The outermost definitions and those that the query names; members, which the code shows, are counted. */
function symbolsOf({ symbols }: Chunk, terms: QueryTerms): string {
  const all = new Set(symbols);
  const isMember = (symbol: string): boolean => {
    for (let dot = symbol.indexOf('.'); dot !== -1; dot = symbol.indexOf('.', dot + 1))
      if (all.has(symbol.slice(0, dot))) return true;
    return false;
  };
  const listed = symbols.filter(
    (symbol) => !isMember(symbol) || terms.hasAllPartsOf(symbol.slice(symbol.lastIndexOf('.') + 1)),
  );
  const members = symbols.length - listed.length;
  const text = symbolsText({ symbols: listed });
  return members === 0 ? text : `${text} + ${members} member${members === 1 ? '' : 's'}`;
}

function rankedHits(
  result: HybridSearchResult,
  { query: { query, offset = 0 }, maxChars }: HybridSearchFormat,
): RankedHit[] {
  const terms = queryTerms(query);
  const roomEach = maxChars / result.hits.length;
  const best = Math.max(result.hits[0]?.score ?? 0, Number.EPSILON);
  return result.hits.map((hit, index) => ({
    hit,
    lines: rankLines(hit.file, hit.chunk, terms),
    symbols: symbolsOf(hit.chunk, terms),
    share:
      Math.max(hit.score / best, best >= clearScore && hit.score < best * lowScore.below ? lowScore.share : minShare) /
      (1 + index / 2),
    // The first three results of a search name more of their other chunks than later ones.
    others: Math.min(offset + index < 3 ? 3 : 1, Math.floor(roomEach / roomPerOther)),
  }));
}

function otherText({ id, startLine, endLine, symbols }: Chunk): string {
  const [symbol] = symbols;
  return `${startLine}-${endLine}${symbol === undefined ? '' : ` ${oneLine(symbol, symbolLimit)}`} (${id})`;
}

function othersLine({ hit, others }: RankedHit): string[] {
  const shown = hit.others.slice(0, others).map(otherText);
  const more = hit.others.length - shown.length;
  if (hit.others.length === 0) return [];
  if (shown.length === 0) return [`Also: ${more} more chunk${more === 1 ? '' : 's'} of this file`];
  return [`Also: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`];
}

interface HitText {
  text: string;
  isCut: boolean;
}

/** The length of `partText` with its line break, computed without making the text of a line. */
function costOfPart(part: ExcerptPart): number {
  const isWholeLine = 'text' in part && part.text !== '' && part.cut === 0;
  return (isWholeLine ? part.text.length + lineIndent.length : partText(part).length) + 1;
}

/** The lines before and after the code of a result, which do not depend on how much code is shown. */
interface HitFrame {
  limits: Limits;
  head: readonly string[];
  foot: readonly string[];
  /** Number of characters, with the line breaks around the result. */
  size: number;
}

const frameCache = new WeakMap<RankedHit, HitFrame>();

function frameOf(ranked: RankedHit, limits: Limits): HitFrame {
  const cachedFrame = frameCache.get(ranked);
  if (cachedFrame?.limits === limits) return cachedFrame;
  const { file, chunk, score } = ranked.hit;
  const properties = [
    `Language: ${file.language}`,
    `Symbols: ${ranked.symbols}`,
    `Chunk: ${chunk.id}`,
    ...(chunk.container === null ? [] : [`In: ${containerText(chunk.container)}`]),
  ];
  const head = [
    `[${percent(score)} match] ./${oneLine(file.path, limits.path)}:${chunk.startLine}-${chunk.endLine}`,
    oneLine(properties.join(' | '), limits.properties),
  ];
  const foot = othersLine(ranked);
  const size = [...head, ...foot].reduce((sum, line) => sum + line.length + 1, 1);
  const frame = { limits, head, foot, size };
  frameCache.set(ranked, frame);
  return frame;
}

function excerptRequest({ lines, share }: RankedHit, { room, most, limits }: Shown): ExcerptRequest {
  const request = { room: Math.floor(Math.min(room * share, most)), lineLimit: limits.line, cost: costOfPart };
  return lines.lines.length > shortLines ? request : { ...request, room: wholeOrNothing(lines, request) };
}

/** The room of a short body: all that it needs, or none if its own room is much less. */
function wholeOrNothing(lines: RankedLines, request: ExcerptRequest): number {
  const { cost } = excerptCost(lines, { ...request, room: Infinity });
  return request.room >= cost * leastOfShort ? cost : 0;
}

function hitText(ranked: RankedHit, shown: Shown): HitText {
  const { head, foot } = frameOf(ranked, shown.limits);
  const parts = excerpt(ranked.lines, excerptRequest(ranked, shown));
  const lines = [...head, ...parts.map(partText), ...foot];
  return {
    text: `\n${lines.join('\n')}\n`,
    isCut: parts.some((part) => 'from' in part || part.cut > 0),
  };
}

/** The offset of the first result that is not shown; null if there is none. */
export function nextOffset(
  result: HybridSearchResult,
  { limit, offset = 0 }: HybridQuery,
  shown: number,
): number | null {
  const next = offset + shown;
  const more = shown < result.hits.length || (result.hits.length >= limit && next < result.total);
  return more ? next : null;
}

function cutNotes(result: HybridSearchResult, shown: number, { query, maxChars, say }: HybridSearchFormat): string[] {
  const next = nextOffset(result, query, shown);
  if (next === null) return [];
  const hidden = result.hits.length - shown;
  const nextCall = `${say.repeat({ offset: next })} goes on there`;
  const more = `, or more at once with a larger ${say.option('max_chars')} (up to ${largestMaxChars})`;
  const larger = maxChars < largestMaxChars ? more : '';
  if (hidden > 0) {
    return [
      `${hidden} of the ${result.hits.length} results do not fit into ${maxChars} characters: ` +
        `${nextCall}${larger}.`,
    ];
  }
  const left = result.total - next;
  return [`${left} more ${left === 1 ? 'file matches' : 'files match'}: ${nextCall}.`];
}

/** Why nothing was found, and what to do about it. */
function emptyNote(result: HybridSearchResult, { query, filters, say }: HybridSearchFormat): string {
  const { offset = 0, minScore = 0 } = query;
  if (offset > 0 && result.total > 0)
    return `${say.option('offset')} is past the last of the ${result.total} files found.`;
  const given = [...filters, ...(minScore > 0 ? ['minScore'] : [])].map((one) => say.option(one));
  const narrowing = [...given, ...filterWords(query.query)];
  if (narrowing.length > 0) return `Try without ${narrowing.join(', ')}, or other words for the same thing.`;
  return (
    `Try other words for the same thing, or the names that the code would use; ${say.tool('search')} finds symbols by a part of ` +
    `their names, ${say.tool('list_indexed_files')} shows what is indexed.`
  );
}

const unlikelyNote =
  'Even the first result is unlikely to answer: try other words, or the names that the code would use.';

function footOf(notes: readonly string[]): string {
  return notes.length === 0 ? '' : `\n${notes.map((note) => `note: ${note}\n`).join('')}`;
}

function engineNotes({ notes }: HybridSearchResult, { noteShare }: Limits, maxChars: number): string[] {
  return notes.map((note) => oneLine(note, Math.floor(maxChars * noteShare)));
}

function unlikelyNotes({ hits }: HybridSearchResult, { query: { offset = 0 } }: HybridSearchFormat): string[] {
  return (hits[0]?.score ?? 1) < unlikelyScore && offset === 0 ? [unlikelyNote] : [];
}

/** What a reader must know of the results, apart from the results. @param count how many are shown */
export function searchNotes(result: HybridSearchResult, count: number, format: HybridSearchFormat): string[] {
  return [...result.notes, ...unlikelyNotes(result, format), ...cutNotes(result, count, format)];
}

/** The text before and after the results. */
function headAndFoot(
  result: HybridSearchResult,
  { count, limits }: Shown,
  isCut: boolean,
  format: HybridSearchFormat,
): [head: string, foot: string] {
  const notes = [
    ...engineNotes(result, limits, format.maxChars),
    ...unlikelyNotes(result, format),
    ...(isCut ? [`… marks what is left out of a chunk: ${format.say.tool('get_chunk')} shows all of it.`] : []),
    ...cutNotes(result, count, format),
  ];
  return [`Found ${count} result(s) for query: "${oneLine(format.query.query.trim(), limits.query)}"\n`, footOf(notes)];
}

function textOf(
  result: HybridSearchResult,
  ranked: readonly RankedHit[],
  shown: Shown,
  format: HybridSearchFormat,
): string {
  const hits = ranked.slice(0, shown.count).map((one) => hitText(one, shown));
  const isCut = hits.some((hit) => hit.isCut);
  const [head, foot] = headAndFoot(result, shown, isCut, format);
  return head + hits.map(({ text }) => text).join('') + foot;
}

/** The length of `textOf`, computed faster: the length is needed many times until the text fits. */
function lengthOf(
  result: HybridSearchResult,
  ranked: readonly RankedHit[],
  shown: Shown,
  format: HybridSearchFormat,
): number {
  let length = 0;
  let isCut = false;
  for (const one of ranked.slice(0, shown.count)) {
    const lines = excerptCost(one.lines, excerptRequest(one, shown));
    length += frameOf(one, shown.limits).size + lines.cost;
    isCut ||= lines.isCut;
  }
  const [head, foot] = headAndFoot(result, shown, isCut, format);
  return head.length + length + foot.length;
}

export function formatHybridSearch(result: HybridSearchResult, format: HybridSearchFormat): string {
  const { maxChars } = format;
  if (result.hits.length === 0)
    return `No matches found\n${footOf([...engineNotes(result, defaultLimits, maxChars), emptyNote(result, format)])}`;
  const ranked = rankedHits(result, format);
  const text = (shown: Shown): string => textOf(result, ranked, shown, format);
  const isFitting = (shown: Shown): boolean => lengthOf(result, ranked, shown, format) < maxChars;
  const withoutCode = (count: number): Shown => ({ count, room: 0, most: 0, limits: shortLimits });
  const count = largestNumber(1, ranked.length, (one) => isFitting(withoutCode(one)));
  const most = Math.floor(maxChars * roomShare);
  const room = largestNumber(0, most * mostRooms, (one) =>
    isFitting({ count, room: one, most, limits: defaultLimits }),
  );
  const choices: Shown[] = [{ count, room, most, limits: defaultLimits }, withoutCode(count)];
  return text(choices.find(isFitting) ?? { count: 1, room: 0, most: 0, limits: shortestLimits });
}
