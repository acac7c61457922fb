/**
 * The answer of `explore`: the best pieces as code, with the symbols that they are linked with; then other pieces by name and lines.
 * Invariants: the answer stays within its budget; a piece is shown once; whatever is left out is counted.
 */
import type { ExplorePiece, ExploreResult, Linked } from '../../engine/types.ts';
import { withoutOverload } from '../../model/link.ts';
import { largestNumber, oneLine } from '../budget.ts';
import { docSentence } from './doc-sentence.ts';
import type { Wording } from '../wording.ts';
import { excerpt, partText, rankLines, queryTerms, shortLines, withShortDocs } from '../search-repo/excerpt.ts';
import type { ExcerptPart, QueryTerms, RankedLines } from '../search-repo/excerpt.ts';
import type { ExploreBudget } from './request.ts';
import { approximateTokens } from './tokens.ts';

export interface ExploreFormat extends ExploreBudget {
  query: string;
  /** Keys of the pieces that earlier answers showed. */
  seen: readonly string[];
  say: Wording;
}

/** How much is shown. */
interface Shown {
  /** Tokens that the code of all pieces may take. */
  code: number;
  /** Tokens that the list of names may take. */
  list: number;
  /** Linked symbols of each kind: callers, callees, tests. */
  linked: number;
}

/** A piece that may be shown as code. */
interface Detail {
  piece: ExplorePiece;
  lines: RankedLines;
  /** Its lines without the longer part of its doc comments, and the tokens of these. */
  parts: readonly ExcerptPart[];
  tokens: number;
}

const pathLimit = 160;
const nameLimit = 80;
const lineLimit = 160;
const queryLimit = 120;
/** Share of an answer that the list of names takes at most: of its first tokens, which are for code (some ten names at the default size), and of the others. */
const listShare = { first: 0.1, further: 0.5, firstTokens: 2000 };
/** A piece is cut only if at least this many tokens of it, or this share of it, have room. */
const leastTokens = 120;
const leastShare = 0.4;
/** A piece after the first takes at most this share of the code, so that an answer shows several places: three long ones may all be wrong. */
const mostShare = 0.16;
/** A piece is whole if it exceeds its share by no more than this factor, or has no more than so many lines: cutting it would save little. */
const wholeUpTo = 1.5;
const wholeLines = 25;
/** Tokens of the title and the links of a piece, on average. */
const frameTokens = 50;
/** At most one piece of a file is named for so many tokens of the list, but at least these; the reader who wants more of a file asks for its outline. */
const namedOfFile = { tokens: 60, least: 4 };
/** The best files that are only named have the first sentence of their doc comment, up to this many characters. */
const describedFiles = 3;
const sentenceLimit = 60;
/** The answer repeats at most this many keys of seen pieces, the latest ones. */
const maxSeen = 200;
/** The answer repeats at most one key of a seen piece for this many tokens of its budget. */
const tokensPerKey = 16;

export function formatExplore(result: ExploreResult, format: ExploreFormat): { text: string; shown: number } {
  if (result.pieces.length === 0) return { text: nothingText(result, format), shown: 0 };
  const details = detailsOf(result.pieces, queryTerms(format.query));
  const tokens = memoize((block: string) => block, approximateTokens);
  const isFitting = ({ blocks }: Draft): boolean => {
    const characters = blocks.reduce((sum, { length }) => sum + length, 0);
    return characters < format.maxChars && blocks.reduce((sum, block) => sum + tokens(block), 0) <= format.maxTokens;
  };
  // Characters are converted to tokens with three characters for each.
  const budget = Math.min(format.maxTokens, format.maxChars / 3);
  const draft = memoize(
    ({ code, list, linked }) => `${code} ${list} ${linked}`,
    (shown: Shown) => draftOf(result, details, { shown, format }),
  );
  // Names and links are dropped before code, because the reader needs the code most.
  const first = Math.min(budget, listShare.firstTokens);
  const names = first * listShare.first + (budget - first) * listShare.further;
  const sizes = [
    ...(budget > listShare.firstTokens ? [{ linked: 2, list: names }] : []),
    { linked: 1, list: names },
    { linked: 0, list: names },
    { linked: 0, list: 0 },
  ];
  const size = sizes.find((one) => isFitting(draft({ ...one, code: budget / 2 }))) ?? sizes.at(-1)!;
  const code = largestNumber(0, Math.floor(budget), (one) => isFitting(draft({ ...size, code: one })));
  const { blocks, pieces } = draft({ ...size, code });
  return { text: blocks.join(''), shown: pieces };
}

/** Chooses the pieces that have room, best first: whole, or their most relevant lines. The first piece is always shown. */
function fillWithCode(details: readonly Detail[], room: number): Detail[] {
  const shown: { detail: Detail; room: number }[] = [];
  let left = room;
  for (const detail of details) {
    const free = left - (shown.length === 0 ? 0 : frameTokens);
    const own = Math.min(free, shown.length === 0 ? free : Math.max(leastTokens, room * mostShare));
    const isSmall = detail.tokens <= own * wholeUpTo || detail.lines.lines.length <= wholeLines;
    const isWhole = isSmall && detail.tokens <= free;
    const isWorthCutting =
      detail.lines.lines.length > shortLines && (own >= leastTokens || own >= detail.tokens * leastShare);
    if (!isWhole && !isWorthCutting && shown.length > 0) continue;
    const used = isWhole ? detail.tokens : own;
    shown.push({ detail, room: used });
    left = free - used;
    if (left <= frameTokens) break;
  }
  // What the pieces leave free is for the best of those that are cut.
  for (const one of shown) {
    const more = Math.max(0, Math.min(left, one.detail.tokens - one.room));
    one.room += more;
    left -= more;
  }
  return shown.map(({ detail, room: own }) =>
    own >= detail.tokens
      ? detail
      : { ...detail, parts: excerpt(detail.lines, { room: own, lineLimit, cost: partTokens }) },
  );
}

function partTokens(part: ExcerptPart): number {
  return approximateTokens(`${partText(part)}\n`);
}

function detailsOf(pieces: readonly ExplorePiece[], terms: QueryTerms): Detail[] {
  return pieces
    .filter(({ isChosen }) => isChosen)
    .map((piece) => {
      const lines = rankLines(piece.file, piece.chunk, terms);
      const parts = withShortDocs(lines, lineLimit);
      const tokens = parts.reduce((sum, part) => sum + partTokens(part), 0);
      return { piece, lines, parts, tokens };
    });
}

/** Caches results: drafts of different sizes of an answer share most of their parts. */
function memoize<T, R>(key: (value: T) => string, make: (value: T) => R): (value: T) => R {
  const results = new Map<string, R>();
  return (value) => {
    const name = key(value);
    const result = results.get(name) ?? make(value);
    results.set(name, result);
    return result;
  };
}

/** An answer of a certain size. */
interface Draft {
  blocks: readonly string[];
  /** Number of pieces shown as code. */
  pieces: number;
}

function draftOf(
  result: ExploreResult,
  details: readonly Detail[],
  { shown, format }: { shown: Shown; format: ExploreFormat },
): Draft {
  const code = fillWithCode(details, shown.code);
  const list = listText(result.pieces, new Set(code.map(({ piece }) => piece)), shown.list);
  const names = new Set(code.flatMap(({ piece }) => (piece.surroundings === null ? [] : [piece.surroundings.node.id])));
  const notes = [
    ...result.notes.map((note) => oneLine(note, Math.floor(format.maxChars / 8))),
    seenNote(code, format),
    ...pathNote(result, format),
  ];
  const head = `${code.length} ${code.length === 1 ? 'piece' : 'pieces'} of code, ${list.named} more by name, of ${result.files} matching files.\n`;
  const blocks = [
    head,
    ...code.map((one) => pieceText(one, shown, names)),
    list.text,
    `\n${notes.map((note) => `note: ${note}\n`).join('')}`,
  ];
  return { blocks, pieces: code.length };
}

function seenNote(code: readonly Detail[], { seen, maxTokens, say }: ExploreFormat): string {
  const maxKeys = Math.min(maxSeen, Math.floor(maxTokens / tokensPerKey));
  const keys = [...seen, ...code.map(({ piece }) => piece.key)].slice(-maxKeys);
  return `For more: ${say.repeat({ seen: keys.join(' ') })}.`;
}

/** The call that answers a question about the way between two symbols. */
export function pathNote({ ends }: Pick<ExploreResult, 'ends'>, { say }: Pick<ExploreFormat, 'say'>): string[] {
  return ends === null ? [] : [`How one leads to the other: ${say.call('find_path', { ...ends })}.`];
}

function titleOf({ file, chunk }: ExplorePiece): string {
  const symbol = chunk.symbols[0] ?? chunk.container;
  const more = chunk.symbols.length > 1 ? ` + ${chunk.symbols.length - 1}` : '';
  const name = symbol === null ? '' : ` ${oneLine(symbol, nameLimit)}${more}`;
  return `${oneLine(file.path, pathLimit)}:${chunk.startLine}-${chunk.endLine}${name}`;
}

function pieceText({ piece, parts }: Detail, { linked }: Shown, names: ReadonlySet<string>): string {
  const text = [
    `\n## ${titleOf(piece)}`,
    ...parts.map(partText),
    ...linkedLines(piece, linked, { names, callees: true }),
  ].join('\n');
  return `${text}\n`;
}

/** Kinds of symbols that have members. */
const typeKinds: ReadonlySet<string> = new Set(['class', 'interface', 'enum', 'module']);

/**
 * Who calls a piece, what it calls, its types and its tests: a line each.
 * @param linked symbols of each kind that are named
 * @param shown ids of the symbols whose code is shown too, and whether what the piece calls is named
 */
export function linkedLines(
  { file, surroundings }: ExplorePiece,
  linked: number,
  { names, callees: withCallees }: { names: ReadonlySet<string>; callees: boolean },
): string[] {
  if (surroundings === null || linked === 0) return [];
  const { callers, users, callees, tests, unresolved } = surroundings;
  const line = (title: string, all: readonly Linked[], isUser: boolean): string[] => {
    if (all.length === 0) return [];
    // A few more cost less than a question about them.
    const most = isUser && all.length <= 2 * linked ? 2 * linked : linked;
    const shown = all.slice(0, most).map((one) => linkedText(one, { isUser, names, path: file.path }));
    const more = all.length - shown.length;
    // The code itself shows what it calls.
    return [`${title}: ${shown.join(', ')}${isUser && more > 0 ? ` and ${more} more` : ''}`];
  };
  const places = unresolved.in.sites;
  // Of a type these are those of all its members.
  const isType = typeKinds.has(surroundings.node.kind);
  return [
    ...line('Called by', callers, true),
    ...line('Used by', users, true),
    ...(isType || !withCallees ? [] : line('Calls', callees, false)),
    ...line('Tests', tests, true),
    ...(places > 0
      ? [`Unresolved: ${places} more ${places === 1 ? 'place' : 'places'} may use it, by the name alone`]
      : []),
  ];
}

/**
 * A user with the place of the use; a used symbol with the place of its definition.
 * @param path of the piece: a place in the same file is its line alone
 */
function linkedText(
  { node, site }: Linked,
  { isUser, names, path }: { isUser: boolean; names: ReadonlySet<string>; path: string },
): string {
  const name = node.kind === 'file' ? '' : oneLine(node.qualified, nameLimit);
  if (names.has(node.id)) return `${name} (shown here)`;
  const line = isUser ? site.line : node.line;
  if (node.path === path) return name === '' ? `line ${line}` : `${name} :${line}`;
  const place = `${oneLine(node.path, pathLimit)}:${line}`;
  return name === '' ? place : `${name} ${place}`;
}

interface ListText {
  text: string;
  /** Number of pieces that it names. */
  named: number;
}

const sections = { code: 'Also', test: 'Tests', text: 'Docs and data' } as const;

/** The pieces that are not shown as code, by file, with names and lines: the best ones that have room. @param room tokens for the lines of files */
export function listText(
  pieces: readonly ExplorePiece[],
  shownAsCode: ReadonlySet<ExplorePiece>,
  room: number,
): ListText {
  // A file of code may contain tests too, so one file can have an entry in two sections.
  const chosen = new Map<string, ExplorePiece[]>();
  const { tokens, least } = namedOfFile;
  const mostOfFile = Math.max(least, Math.round(room / tokens));
  const ranges = new Set<string>();
  let left = room;
  for (const piece of pieces) {
    if (shownAsCode.has(piece)) continue;
    // The parts of a long function have one range.
    const range = `${piece.file.path} ${rangeOf(piece)}`;
    if (ranges.has(range)) continue;
    const key = `${piece.role} ${piece.file.path}`;
    const some = chosen.get(key) ?? [];
    if (some.length === mostOfFile) continue;
    const isDescribed = chosen.size < describedFiles;
    left -= approximateTokens(some.length === 0 ? `${fileLine([piece], isDescribed)}\n` : `, ${nameText([piece])}`);
    if (left < 0) break;
    chosen.set(key, [...some, piece]);
    ranges.add(range);
  }
  const lines = { code: [] as string[], test: [] as string[], text: [] as string[] };
  for (const [at, some] of [...chosen.values()].entries())
    lines[some[0]!.role].push(fileLine(some, at < describedFiles));
  const text = (['code', 'test', 'text'] as const)
    .filter((role) => lines[role].length > 0)
    .map((role) => `\n## ${sections[role]}\n${lines[role].join('\n')}\n`)
    .join('');
  return { text, named: [...chosen.values()].flat().length };
}

/** @param some pieces of one file, the best first */
function fileLine(some: readonly ExplorePiece[], isDescribed: boolean): string {
  const names = [...Map.groupBy(some, (piece) => baseName(piece)).values()].map(nameText);
  const sentence = isDescribed ? descriptionOf(some) : '';
  return `${oneLine(some[0]!.file.path, pathLimit)}: ${names.join(', ')}${sentence === '' ? '' : `; ${sentence}`}`;
}

/** The first sentence about the best piece, with its name where several are named. */
function descriptionOf(some: readonly ExplorePiece[]): string {
  const [best] = some;
  const sentence = docSentence(best!, sentenceLimit);
  const name = baseName(best!);
  // Many comments begin with the name.
  return sentence === '' || some.length === 1 || name === null || sentence.startsWith(name)
    ? sentence
    : `${name}: ${sentence}`;
}

/** @param ofName pieces with the same name, such as the parts of a class */
function nameText(ofName: readonly ExplorePiece[]): string {
  const ranges = ofName.toSorted((a, b) => a.chunk.startLine - b.chunk.startLine).map(rangeOf);
  const name = baseName(ofName[0]!);
  return `${name === null ? '' : `${name} `}${ranges.join(', ')}`;
}

/** The lines of the piece, or of the whole function that it is a part of. */
function rangeOf({ chunk, whole }: ExplorePiece): string {
  const { startLine, endLine } = whole ?? chunk;
  return `${startLine}-${endLine}`;
}

/** The name without its containers, because the line is about one file. */
function baseName({ chunk }: ExplorePiece): string | null {
  const symbol = chunk.symbols[0] ?? chunk.container;
  if (symbol === null) return null;
  return oneLine(chunk.kind === 'section' ? symbol : withoutOverload(symbol).split('.').at(-1)!, nameLimit);
}

export function nothingText(result: ExploreResult, { query, say }: Pick<ExploreFormat, 'query' | 'say'>): string {
  const advice =
    result.passedOver > 0
      ? `All that was found has been seen: ask in other words, or without ${say.option('seen')}.`
      : `Try other words for the same thing, or the names that the code would use; ${say.tool('search')} finds symbols by a part of their names.`;
  const notes = [...result.notes, advice].map((note) => `note: ${note}\n`).join('');
  return `Nothing ${result.passedOver > 0 ? 'new ' : ''}found for "${oneLine(query.trim(), queryLimit)}"\n\n${notes}`;
}
