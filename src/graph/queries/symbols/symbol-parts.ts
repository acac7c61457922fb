/** What a search for symbols asks of a part of the symbols: those of one index, of perhaps several. All of it is plain JSON, since parts may be at other nodes. */
import type { SymbolSearchRequest } from '../../../model/graph.ts';
import type { RankedSymbol } from '../likeliest.ts';
import type { Reading } from '../names/reading.ts';
import type { WrittenPattern } from './symbol-pattern.ts';

/** Which of some paths are files, and which names match a pattern. */
export type AskedNames = { what: 'files'; paths: readonly string[] } | { what: 'names'; written: WrittenPattern };

/** What is asked of a part. */
export type AskedSymbols = AskedNames | ({ what: 'symbols' } & SymbolsRequest);

export interface SymbolsRequest extends Omit<SymbolSearchRequest, 'offset' | 'limit' | 'pattern'> {
  written: WrittenPattern;
  /** So many of the best are given. */
  most: number;
  /** No symbol has the name as it is written, so readings of it are tried. */
  isRead: boolean;
  /** Names after this one are left out; null for none. */
  lastName: string | null;
  /** With more matching names than this nothing is looked up. */
  mostNames: number;
}

export interface FoundSymbols {
  /** Whether too many names match; all else is then empty. */
  isMany: boolean;
  /** Numbers of the symbols that match, and of their files. */
  total: number;
  files: number;
  /** The best of these. */
  symbols: RankedSymbol[];
  /** Symbols that match the pattern, with those that match no other condition. */
  matching: { total: number; first: RankedSymbol | null };
  /** Where no symbol matches the pattern. */
  near: { symbols: RankedSymbol[]; outside: { name: string; path: string; place: string }[]; names: string[] };
  reading: Reading | null;
  /** Whether a matching name is also in a file outside of the graph, which is not code or not linked yet. */
  isIncomplete: boolean;
}

/** By kind of question: what a part answers. */
export interface SymbolReplies {
  files: boolean[];
  names: readonly string[];
  symbols: FoundSymbols;
}

/** Asks all parts. @returns their answers, at least one */
export type AskParts = <What extends AskedSymbols['what']>(
  asked: Extract<AskedSymbols, { what: What }>,
) => Promise<readonly SymbolReplies[What][]>;
