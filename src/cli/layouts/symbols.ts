/** `symbols` for a person: `src/app.ts:12  function run(name: string)`, a line for each. Invariant: what is left out is counted. */
import type { Engine } from '../../engine/types.ts';
import type { SymbolNode, SymbolSearchAnswer, SymbolSearchRequest } from '../../model/graph.ts';
import { takenText } from '../../tools/graph-text/chosen-symbol.ts';
import { noteLines } from '../../tools/graph-text/notes.ts';
import { symbolNotes, type Filter } from '../../tools/search/format.ts';
import type { Wording } from '../../tools/wording.ts';
import { editDistance } from '../../util/nearest.ts';
import { splitIdentifier } from '../../util/words/words.ts';
import { displayWidth } from '../terminal/display-width.ts';
import { printable } from '../terminal/printable.ts';
import type { Layout } from '../tool-run.ts';
import { cutToWidth, vimgrepLayout, type PlaceForm, type Spot } from './place-lines.ts';
import { codeOf } from './definition.ts';
import { kindWord, signedName } from './symbol-lines.ts';

interface AskedSymbols {
  request: SymbolSearchRequest;
  filters: readonly Filter[];
  say: Wording;
  maxChars: number;
  vimgrep: boolean;
  /** Whether the code of short definitions is shown, of the first few. */
  hasCode?: boolean;
  /** @param paths files whose lines are printed */
  form: (paths: readonly string[]) => Promise<PlaceForm>;
}

export async function symbolsLayout(engine: Engine, asked: AskedSymbols): Promise<Layout> {
  const { request, filters, say, maxChars, vimgrep, hasCode = false, form: formFor } = asked;
  const answer = await engine.graph.search(request);
  const isUnknown = answer.total === 0 && answer.others.total === 0;
  const similar = isUnknown ? await similarSymbols(engine, request) : null;
  const { symbols } = similar ?? answer;
  const withCode = new Set(hasCode && similar === null ? symbols.slice(0, mostWithCode) : []);
  const form = await formFor((vimgrep ? symbols : [...withCode]).map(({ path }) => path));
  const heads = symbolLines(symbols, form);
  const lines = symbols.map((node, at) => [heads[at]!, ...(withCode.has(node) ? codeOf(node, form) : [])].join('\n'));
  const shown = countWithin(lines, maxChars);
  const taken = takenText({ symbol: request.pattern }, answer);
  const format = { ...request, maxChars, filters, say };
  const notes =
    similar === null
      ? noteLines(symbolNotes(shown, answer, format))
      : noteLines(
          [`A pattern finds more: ${say.call('search', { pattern: similar.pattern })}.`].filter(
            () => similar.total > symbols.length,
          ),
        );
  const head = similar === null ? taken : `Nothing is named ${printable(request.pattern)}; these have ${similar.how}:`;
  const text = [...(head === null ? [] : [head]), ...lines.slice(0, shown), ...notes].join('\n');
  if (vimgrep)
    return vimgrepLayout(
      symbols.map((node) => spotOf(node, form)),
      text,
      form,
    );
  return { text: text.replace(/^\n/, ''), results: symbols.length };
}

/** Of more definitions, only the lines are shown. */
const mostWithCode = 3;

function countWithin(lines: readonly string[], maxChars: number): number {
  let room = maxChars;
  const count = lines.findIndex((line) => (room -= line.length + 1) < 0);
  return count === -1 ? lines.length : Math.max(1, count);
}

/** `src/app.ts:12  function run(name: string)`; where a name does not fit behind its path, the path stands above the lines of its symbols. */
function symbolLines(symbols: readonly SymbolNode[], { shownPath, width }: PlaceForm): string[] {
  const placeOf = ({ path, line }: SymbolNode): string => `${printable(shownPath(path))}:${line}`;
  const signed = (node: SymbolNode): string =>
    `${kindWord(node.kind)} ${signedName(node)}${node.isTest ? ' (test)' : ''}`;
  const isNarrow = symbols.some(
    (node) => displayWidth(`${placeOf(node)}  ${kindWord(node.kind)} ${printable(node.qualified)}`) > width,
  );
  if (!isNarrow) return symbols.map((node) => cutToWidth(`${placeOf(node)}  ${signed(node)}`, width));
  const digits = Math.max(...symbols.map(({ line }) => String(line).length));
  return symbols.map((node, at) => {
    const line = cutToWidth(`  ${String(node.line).padStart(digits)}  ${signed(node)}`, width);
    return symbols[at - 1]?.path === node.path ? line : `${printable(shownPath(node.path))}\n${line}`;
  });
}

function spotOf({ path, line, name }: SymbolNode, { lines }: PlaceForm): Spot {
  return { path, line, column: lines.line(path, line).indexOf(name) + 1, name };
}

interface Similar extends Pick<SymbolSearchAnswer, 'symbols' | 'total'> {
  /** What finds all of them. */
  pattern: string;
  /** What they have: `it in their names`. */
  how: string;
}

/** So many similar symbols are shown. */
const mostSimilar = 10;
/** Shorter names are similar to too many. */
const leastLetters = 4;
/** The engine takes patterns up to 500 characters. */
const longestPattern = 480;

/** Symbols with the name as a part of theirs; else with one wrong letter in it. Null for a pattern, and where there are none. */
async function similarSymbols({ graph }: Engine, request: SymbolSearchRequest): Promise<Similar | null> {
  const word = request.pattern.trim();
  if (!/^[\p{L}\p{N}_$]+$/u.test(word) || word.length < leastLetters) return null;
  const within = { ...request, offset: 0, limit: 1000 };
  const parts = await graph.search({ ...within, pattern: `*${word}*` });
  if (parts.total > 0) return { ...nearestFirst(parts, word), pattern: `*${word}*`, how: 'it in their names' };
  const found = new Map<string, SymbolNode>();
  for (const pattern of patternsNear(word)) {
    const { symbols } = await graph.search({ ...within, pattern });
    for (const node of symbols) if (hasPartLike(node.name, word)) found.set(node.id, node);
  }
  if (found.size === 0) return null;
  const symbols = [...found.values()];
  return {
    ...nearestFirst({ symbols, total: symbols.length }, word),
    pattern: `*${word.slice(0, 3)}*`,
    how: 'a part like it',
  };
}

/** Patterns for names that have the word with one letter that is wrong, missing or too many. */
function patternsNear(word: string): string[] {
  const near = new Set<string>();
  for (let at = 0; at < word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at + 1)];
    near.add(`*${before}?${after}*`).add(`*${before}${after}*`);
    if (at > 0) near.add(`*${before}?${word.slice(at)}*`);
  }
  const patterns: string[] = [];
  let some: string[] = [];
  for (const one of near) {
    if (some.join(',').length + one.length > longestPattern) {
      patterns.push(`{${some.join(',')}}`);
      some = [];
    }
    some.push(one);
  }
  return [...patterns, some.length === 1 ? some[0]! : `{${some.join(',')}}`];
}

/** Whether a word of the name begins what is at most one letter away: `Session` of `openSessionStore` for `Sesion`. */
function hasPartLike(name: string, word: string): boolean {
  const parts = splitIdentifier(name);
  const wanted = word.toLowerCase();
  return parts.some((_, at) => {
    const rest = parts.slice(at).join('').toLowerCase();
    return [-1, 0, 1].some((more) => editDistance(wanted, rest.slice(0, wanted.length + more), 1) <= 1);
  });
}

/** Names that begin like the word come first, then short names; otherwise as the engine ranks them. */
function nearestFirst(
  { symbols, total }: Pick<SymbolSearchAnswer, 'symbols' | 'total'>,
  word: string,
): Pick<SymbolSearchAnswer, 'symbols' | 'total'> {
  const start = word.slice(0, 3).toLowerCase();
  const rank = ({ name, isTest }: SymbolNode): number =>
    Number(isTest) * 2 + Number(!name.toLowerCase().startsWith(start));
  const sorted = symbols.toSorted((a, b) => rank(a) - rank(b) || a.name.length - b.name.length);
  return { symbols: sorted.slice(0, mostSimilar), total };
}
