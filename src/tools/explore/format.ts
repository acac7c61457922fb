/**
 * The answer of `explore`: the best pieces as code, with the symbols that they are linked with; then other pieces by name and lines.
 * Invariants: the answer stays within its budget; a piece is shown once; whatever is left out is counted.
 */
import type { ExplorePiece, ExploreResult, Linked } from '../../engine/types.ts';
import { largestNumber, oneLine } from '../budget.ts';
import type { Wording } from '../wording.ts';
import { excerpt, partText, rankLines, queryTerms, type RankedLines, type QueryTerms } from '../search-repo/excerpt.ts';
import { clamp, filesFor, type ExploreBudget } from './request.ts';
import { approximateTokens } from './tokens.ts';

export interface ExploreFormat extends ExploreBudget {
  query: string;
  /** Keys of the pieces that earlier answers showed. */
  seen: readonly string[];
  say: Wording;
}

/** How much is shown. */
interface Shown {
  /** Pieces shown as code. */
  detailed: number;
  /** Files in the list of names. */
  files: number;
  /** Pieces named of each file. */
  perFile: number;
  /** Linked symbols of each kind: callers, callees, types, tests. */
  linked: number;
  /** Characters of code of the first piece; the others get a share of it. */
  room: number;
}

interface Detail {
  piece: ExplorePiece;
  lines: RankedLines;
  why: string;
  /** Share of the characters of the first piece, 0 to 1. */
  share: number;
}

const pathLimit = 160;
const nameLimit = 80;
const lineLimit = 160;
const queryLimit = 120;
/** Share of all characters that the code of one piece may take. */
const roomShare = 0.35;
/** After this number of files in the list, fewer pieces of each file are named. */
const fullFiles = 8;
/** The least share, before it is reduced for the position of the piece. */
const minShare = 0.25;
/** Words of the question that are named as the reason for a piece. */
const maxWords = 3;
/** The answer repeats at most this many keys of seen pieces, the latest ones. */
const maxSeen = 200;
/** The answer repeats at most one key of a seen piece for this many tokens of its budget. */
const tokensPerKey = 16;

export function formatExplore(result: ExploreResult, format: ExploreFormat): { text: string; shown: number } {
  if (result.pieces.length === 0) return { text: nothingText(result, format), shown: 0 };
  const terms = queryTerms(format.query);
  const details = detailsOf(result.pieces, terms);
  const list = memoize(
    ({ detailed, files, perFile }) => `${detailed} ${files} ${perFile}`,
    (shown: Shown) =>
      listText(result.pieces, new Set(details.slice(0, shown.detailed).map(({ piece }) => piece)), shown),
  );
  const tokens = memoize((block: string) => block, approximateTokens);
  const blocks = (shown: Shown): string[] => blocksOf(result, details, { shown, list: list(shown), format });
  const isFitting = (parts: readonly string[]): boolean => {
    const characters = parts.reduce((sum, { length }) => sum + length, 0);
    return characters < format.maxChars && parts.reduce((sum, part) => sum + tokens(part), 0) <= format.maxTokens;
  };
  // Characters are converted to tokens with three characters for each.
  const tokenBudget = Math.min(format.maxTokens, format.maxChars / 3);
  let shown: Shown = {
    detailed: details.length,
    files: filesFor(tokenBudget),
    perFile: clamp(Math.round(tokenBudget / 600), 3, 8),
    linked: tokenBudget < 1500 ? 2 : 3,
    room: 0,
  };
  while (!isFitting(blocks(shown)) && shown.files + shown.detailed > 1) shown = showLess(shown);
  // The search starts from four characters for each token, which code rarely exceeds.
  const room = largestNumber(0, Math.floor(tokenBudget * 4 * roomShare), (one) =>
    isFitting(blocks({ ...shown, room: one })),
  );
  return { text: blocks({ ...shown, room }).join(''), shown: shown.detailed };
}

/** Reduces what is shown by one step. Names are dropped before code, because the reader needs the code most. */
function showLess(shown: Shown): Shown {
  if (shown.linked > 1) return { ...shown, linked: shown.linked - 1 };
  if (shown.perFile > 2) return { ...shown, perFile: shown.perFile - 1 };
  if (shown.files > shown.detailed * 2) return { ...shown, files: shown.files - 2 };
  if (shown.detailed > 1) return { ...shown, detailed: shown.detailed - 1 };
  return { ...shown, linked: 0, files: Math.max(0, shown.files - 1) };
}

function detailsOf(pieces: readonly ExplorePiece[], terms: QueryTerms): Detail[] {
  const best = Math.max(pieces[0]!.score, Number.EPSILON);
  return pieces
    .filter(({ isChosen }) => isChosen)
    .map((piece, at) => ({
      piece,
      lines: rankLines(piece.file, piece.chunk, terms),
      why: reasonFor(piece, terms),
      share: Math.max(piece.score / best, minShare) / (1 + at / 3),
    }));
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

function blocksOf(
  result: ExploreResult,
  details: readonly Detail[],
  { shown, list, format }: { shown: Shown; list: ListText; format: ExploreFormat },
): string[] {
  const code = details.slice(0, shown.detailed);
  const names = new Set(code.flatMap(({ piece }) => (piece.surroundings === null ? [] : [piece.surroundings.node.id])));
  const blocks = code.map((detail) => detailText(detail, shown, names));
  const isCut = blocks.some(({ isCut: cut }) => cut);
  const notes = [
    ...result.notes.map((note) => oneLine(note, Math.floor(format.maxChars / 8))),
    ...(isCut
      ? [`… marks lines left out: ${format.say.call('read_file', { start_line: null, end_line: null })} shows them.`]
      : []),
    ...list.notes,
    seenNote(code, format),
  ];
  const head = `Explored "${oneLine(format.query.trim(), queryLimit)}": ${code.length} ${code.length === 1 ? 'piece' : 'pieces'} of code, ${list.named} more by name, of ${result.files} matching files.\n`;
  return [head, ...blocks.map(({ text }) => text), list.text, `\n${notes.map((note) => `note: ${note}\n`).join('')}`];
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

function detailText(
  { piece, lines, why, share }: Detail,
  { room, linked }: Shown,
  names: ReadonlySet<string>,
): { text: string; isCut: boolean } {
  const parts = excerpt(lines, {
    room: Math.floor(room * share),
    lineLimit,
    cost: (part) => partText(part).length + 1,
  });
  const text = [
    `\n## ${titleOf(piece)}`,
    `Why: ${why} (${Math.round(piece.score * 100)}%)`,
    ...parts.map(partText),
    ...linkedLines(piece, linked, names),
  ].join('\n');
  return { text: `${text}\n`, isCut: parts.some((part) => 'from' in part || part.cut > 0) };
}

function linkedLines({ surroundings }: ExplorePiece, linked: number, names: ReadonlySet<string>): string[] {
  if (surroundings === null || linked === 0) return [];
  const { callers, users, callees, types, tests, unresolved } = surroundings;
  const line = (title: string, all: readonly Linked[], isUser: boolean): string[] => {
    if (all.length === 0) return [];
    const shown = all.slice(0, linked).map((one) => linkedText(one, isUser, names));
    const more = all.length - shown.length;
    return [`${title}: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`];
  };
  const places = unresolved.in.sites;
  return [
    ...line('Called by', callers, true),
    ...line('Used by', users, true),
    ...line('Calls', callees, false),
    ...line('Types', types, false),
    ...line('Tests', tests, true),
    ...(places > 0
      ? [`Unresolved: ${places} more ${places === 1 ? 'place' : 'places'} may use it, by the name alone`]
      : []),
  ];
}

/** A user with the place of the use; a used symbol with the place of its definition. */
function linkedText({ node, site }: Linked, isUser: boolean, names: ReadonlySet<string>): string {
  const name = node.kind === 'file' ? '' : oneLine(node.qualified, nameLimit);
  if (names.has(node.id)) return `${name} (shown here)`;
  const place = `${oneLine(node.path, pathLimit)}:${isUser ? site.line : node.line}`;
  return name === '' ? place : `${name} ${place}`;
}

interface ListText {
  text: string;
  /** Number of pieces that it names. */
  named: number;
  notes: string[];
}

const sections = { code: 'Also', test: 'Tests', text: 'Docs and data' } as const;

/** The pieces that are not shown as code, by file, with names and lines. */
function listText(pieces: readonly ExplorePiece[], shownAsCode: ReadonlySet<ExplorePiece>, shown: Shown): ListText {
  const rest = pieces.filter((piece) => !shownAsCode.has(piece));
  // A file of code may contain tests too, so one file can have an entry in two sections.
  const byFile = [...Map.groupBy(rest, ({ file, role }) => `${role} ${file.path}`).values()];
  const files = byFile.slice(0, shown.files);
  let named = 0;
  const lines = { code: [] as string[], test: [] as string[], text: [] as string[] };
  for (const [at, perFile] of files.entries()) {
    const some = perFile.slice(0, at < fullFiles ? shown.perFile : Math.ceil(shown.perFile / 3));
    named += some.length;
    const more = perFile.length - some.length;
    const names = some.toSorted((a, b) => a.chunk.startLine - b.chunk.startLine).map(nameText);
    const { file, role } = perFile[0]!;
    lines[role].push(`${oneLine(file.path, pathLimit)}: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`);
  }
  const text = (['code', 'test', 'text'] as const)
    .filter((role) => lines[role].length > 0)
    .map((role) => `\n## ${sections[role]}\n${lines[role].join('\n')}\n`)
    .join('');
  const left = byFile.length - files.length;
  return { text, named, notes: left > 0 ? [`${left} more ${left === 1 ? 'file is' : 'files are'} not named.`] : [] };
}

function nameText({ chunk }: ExplorePiece): string {
  const symbol = chunk.symbols[0] ?? chunk.container;
  const range = `${chunk.startLine}-${chunk.endLine}`;
  return symbol === null ? range : `${oneLine(symbol, nameLimit)} ${range}`;
}

function nothingText(result: ExploreResult, { query, say }: ExploreFormat): string {
  const advice =
    result.passedOver > 0
      ? `All that was found has been seen: ask in other words, or without ${say.option('seen')}.`
      : `Try other words for the same thing, or the names that the code would use; ${say.tool('search')} finds symbols by a part of their names.`;
  const notes = [...result.notes, advice].map((note) => `note: ${note}\n`).join('');
  return `Nothing ${result.passedOver > 0 ? 'new ' : ''}found for "${oneLine(query.trim(), queryLimit)}"\n\n${notes}`;
}
