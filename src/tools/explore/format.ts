/**
 * The answer of `explore`: the best pieces as code, with the symbols that they are linked with; then other pieces by name and lines.
 * Invariants: the answer stays within its budget; a piece is shown once; whatever is left out is counted.
 */
import type { ExplorePiece, ExploreResult, Linked } from '../../engine/types.ts';
import { withoutOverload } from '../../model/link.ts';
import { largestNumber, oneLine } from '../budget.ts';
import { docSentence } from './doc-sentence.ts';
import { outlineLines } from './outline-line.ts';
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
  /** Linked symbols of each kind: callers, callees, types, tests. */
  linked: number;
  /** Whether pieces of long functions have the outline of what is not shown. */
  outlines: boolean;
}

/** A piece that may be shown as code. */
interface Detail {
  piece: ExplorePiece;
  lines: RankedLines;
  /** Its lines without the longer part of its doc comments, and the tokens of these. */
  parts: readonly ExcerptPart[];
  tokens: number;
  why: string;
}

const pathLimit = 160;
const nameLimit = 80;
const lineLimit = 160;
const queryLimit = 120;
/** Share of an answer that the list of names takes at most while there is code to show: of its first tokens, which are for code, and of the others. */
const listShare = { first: 0.15, further: 0.35, firstTokens: 2000 };
/** A piece is cut only if at least this many tokens of it, or this share of it, have room. */
const leastTokens = 250;
const leastShare = 0.4;
/** Tokens of the title and the links of a piece, on average. */
const frameTokens = 50;
/** The best files that are only named have the first sentence of their doc comment, up to this many characters. */
const describedFiles = 3;
const sentenceLimit = 60;
/** Words of the question that are named as the reason for a piece. */
const maxWords = 3;
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
    ({ code, list, linked, outlines }) => `${code} ${list} ${linked} ${outlines}`,
    (shown: Shown) => draftOf(result, details, { shown, format }),
  );
  // Names and links are dropped before code, because the reader needs the code most.
  const first = Math.min(budget, listShare.firstTokens);
  const names = first * listShare.first + (budget - first) * listShare.further;
  const sizes = [
    { linked: 2, list: names },
    { linked: 1, list: names },
    { linked: 0, list: names },
    { linked: 0, list: 0 },
  ].map((one) => ({ ...one, outlines: false }));
  const size = sizes.find((one) => isFitting(draft({ ...one, code: budget / 2 }))) ?? sizes.at(-1)!;
  const code = largestNumber(0, Math.floor(budget), (one) => isFitting(draft({ ...size, code: one })));
  // Outlines take room from names, and none from code.
  const outlines = isFitting(draft({ ...size, code, list: size.list / 2, outlines: true }));
  // What the code leaves free is for names.
  const list = largestNumber(0, Math.floor(budget), (one) => isFitting(draft({ ...size, code, list: one, outlines })));
  const { blocks, pieces } = draft({ ...size, code, list, outlines });
  return { text: blocks.join(''), shown: pieces };
}

/** Chooses the pieces that have room, best first: whole, or their most relevant lines. The first piece is always shown. */
function fillWithCode(details: readonly Detail[], room: number): Detail[] {
  const shown: Detail[] = [];
  let left = room;
  for (const detail of details) {
    const own = left - (shown.length === 0 ? 0 : frameTokens);
    const isWhole = detail.tokens <= own;
    const isWorthCutting =
      detail.lines.lines.length > shortLines && (own >= leastTokens || own >= detail.tokens * leastShare);
    if (!isWhole && !isWorthCutting && shown.length > 0) continue;
    shown.push(
      isWhole ? detail : { ...detail, parts: excerpt(detail.lines, { room: own, lineLimit, cost: partTokens }) },
    );
    left = own - (isWhole ? detail.tokens : own);
    if (left <= frameTokens) break;
  }
  return shown;
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
      return { piece, lines, parts, tokens, why: reasonFor(piece, terms) };
    });
}

/** Why a piece is shown. */
function reasonFor({ file, chunk, isMentioned, isNear }: ExplorePiece, terms: QueryTerms): string {
  const found = new Map<string, string>();
  for (const line of file.lines.slice(chunk.startLine - 1, chunk.endLine)) {
    for (const [word] of line.slice(0, 1000).matchAll(/[\p{L}\p{N}_$]+/gu))
      for (const term of terms.matching(word)) if (!found.has(term)) found.set(term, word);
  }
  const words = [...new Set(found.values())].toSorted((a, b) => b.length - a.length).slice(0, maxWords);
  const reasons = [
    ...(isMentioned ? ['its file is named'] : []),
    ...(words.length > 0 ? [`has ${words.map((word) => oneLine(word, nameLimit)).join(', ')}`] : []),
    ...(isNear ? ['near in meaning'] : []),
  ];
  return reasons.length === 0 ? 'its path fits' : reasons.join('; ');
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
  const isCut = code.some(({ parts }) => parts.some((part) => 'from' in part || part.cut > 0));
  const notes = [
    ...result.notes.map((note) => oneLine(note, Math.floor(format.maxChars / 8))),
    ...(isCut
      ? [`… marks lines left out: ${format.say.call('read_file', { start_line: null, end_line: null })} shows them.`]
      : []),
    ...list.notes,
    seenNote(code, format),
  ];
  const head = `Explored "${oneLine(format.query.trim(), queryLimit)}": ${code.length} ${code.length === 1 ? 'piece' : 'pieces'} of code, ${list.named} more by name, of ${result.files} matching files.\n`;
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

function titleOf({ file, chunk }: ExplorePiece): string {
  const symbol = chunk.symbols[0] ?? chunk.container;
  const more = chunk.symbols.length > 1 ? ` + ${chunk.symbols.length - 1}` : '';
  const name = symbol === null ? '' : ` ${oneLine(symbol, nameLimit)}${more}`;
  return `${oneLine(file.path, pathLimit)}:${chunk.startLine}-${chunk.endLine}${name}`;
}

function pieceText({ piece, parts, why }: Detail, { linked, outlines }: Shown, names: ReadonlySet<string>): string {
  const text = [
    `\n## ${titleOf(piece)}`,
    `Why: ${why} (${Math.round(piece.score * 100)}%)`,
    ...parts.map(partText),
    ...(outlines ? outlineLines(piece, parts) : []),
    ...linkedLines(piece, linked, names),
  ].join('\n');
  return `${text}\n`;
}

/** Kinds of symbols that have members. */
const typeKinds: ReadonlySet<string> = new Set(['class', 'interface', 'enum', 'module']);

/**
 * Who calls a piece, what it calls, its types and its tests: a line each.
 * @param linked symbols of each kind that are named
 * @param names ids of the symbols whose code is shown too
 */
export function linkedLines(
  { file, surroundings }: ExplorePiece,
  linked: number,
  names: ReadonlySet<string>,
): string[] {
  if (surroundings === null || linked === 0) return [];
  const { callers, users, callees, types, tests, unresolved } = surroundings;
  const line = (title: string, all: readonly Linked[], isUser: boolean): string[] => {
    if (all.length === 0) return [];
    const shown = all.slice(0, linked).map((one) => linkedText(one, { isUser, names, path: file.path }));
    const more = all.length - shown.length;
    return [`${title}: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`];
  };
  const places = unresolved.in.sites;
  // Of a type these are those of all its members.
  const isType = typeKinds.has(surroundings.node.kind);
  return [
    ...line('Called by', callers, true),
    ...line('Used by', users, true),
    ...(isType ? [] : line('Calls', callees, false)),
    ...(isType ? [] : line('Types', types, false)),
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
  notes: string[];
}

const sections = { code: 'Also', test: 'Tests', text: 'Docs and data' } as const;

/** The pieces that are not shown as code, by file, with names and lines: the best ones that have room. @param room tokens for the lines of files */
export function listText(
  pieces: readonly ExplorePiece[],
  shownAsCode: ReadonlySet<ExplorePiece>,
  room: number,
): ListText {
  const rest = pieces.filter((piece) => !shownAsCode.has(piece));
  // A file of code may contain tests too, so one file can have an entry in two sections.
  const byFile = Map.groupBy(rest, ({ file, role }) => `${role} ${file.path}`);
  const chosen = new Map<string, ExplorePiece[]>();
  let left = room;
  for (const piece of rest) {
    const key = `${piece.role} ${piece.file.path}`;
    const some = chosen.get(key);
    const isDescribed = chosen.size < describedFiles;
    left -= approximateTokens(
      some === undefined ? `${fileLine([piece], [piece], isDescribed)}\n` : `, ${nameText(piece)}`,
    );
    if (left < 0) break;
    if (some === undefined) chosen.set(key, [piece]);
    else some.push(piece);
  }
  const lines = { code: [] as string[], test: [] as string[], text: [] as string[] };
  let named = 0;
  for (const [at, [key, some]] of [...chosen].entries()) {
    lines[some[0]!.role].push(fileLine(byFile.get(key)!, some, at < describedFiles));
    named += some.length;
  }
  const text = (['code', 'test', 'text'] as const)
    .filter((role) => lines[role].length > 0)
    .map((role) => `\n## ${sections[role]}\n${lines[role].join('\n')}\n`)
    .join('');
  const unnamed = byFile.size - chosen.size;
  return {
    ...{ text, named },
    notes: unnamed > 0 ? [`${unnamed} more ${unnamed === 1 ? 'file is' : 'files are'} not named.`] : [],
  };
}

/** @param some the named pieces, the best first */
function fileLine(ofFile: readonly ExplorePiece[], some: readonly ExplorePiece[], isDescribed: boolean): string {
  const names = some.toSorted((a, b) => a.chunk.startLine - b.chunk.startLine).map(nameText);
  const more = ofFile.length - some.length;
  const sentence = isDescribed ? descriptionOf(some) : '';
  return `${oneLine(ofFile[0]!.file.path, pathLimit)}: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}${sentence === '' ? '' : `; ${sentence}`}`;
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

function nameText(piece: ExplorePiece): string {
  const name = baseName(piece);
  const range = `${piece.chunk.startLine}-${piece.chunk.endLine}`;
  return name === null ? range : `${name} ${range}`;
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
