/** What is asked of a share for a search for text or symbols, and for lists. */
import type { AskedSymbols, FoundSymbols, SymbolsRequest } from '../../graph/queries/symbols/symbol-parts.ts';
import type { GraphState } from '../../model/graph.ts';
import type { LeftOut, LeftOutReason } from '../../model/file.ts';
import type { Statistics } from '../../store/store.ts';
import type { AskedText, CountedFiles, CountRequest, FindRequest, FoundLines, LinesRequest, TextScope } from '../text/text-part.ts'; // prettier-ignore
import type { Completions, FileListing, FileListingFilter, Freshness, TextHit } from '../types.ts';
import type { StatusSums } from '../union/union-status.ts';

/** The paths of so many files, or places of lines, are in one message. */
export const mostPlaces = 1000;
/** So many words are completed at a share, so that those of several shares can be counted once. */
export const mostCompletions = 2000;

type Nothing = Readonly<Record<string, never>>;

export interface ShareStatus {
  sums: StatusSums;
  freshness: Freshness;
}

export interface OtherMessages {
  /** Text in files, as a `TextPart` answers. */
  textScope: { asked: { text: AskedText }; answer: TextScope };
  textFind: { asked: { text: AskedText; request: FindRequest }; answer: FoundLines };
  textCount: { asked: { text: AskedText; request: CountRequest }; answer: CountedFiles };
  textLines: { asked: { text: AskedText; request: LinesRequest }; answer: (TextHit | null)[] };
  /** Symbols by name. */
  symbols: { asked: { request: SymbolsRequest }; answer: FoundSymbols & { state: GraphState } };
  symbolFiles: { asked: Pick<Extract<AskedSymbols, { what: 'files' }>, 'paths'>; answer: boolean[] };
  symbolNames: { asked: Pick<Extract<AskedSymbols, { what: 'names' }>, 'written'>; answer: readonly string[] };
  /** The first files that are left out, in the order of the index. */
  leftOut: { asked: { reason?: LeftOutReason; limit: number }; answer: { total: number; leftOut: LeftOut[] } };
  statistics: { asked: Nothing; answer: Statistics };
  /** The first files of a list. */
  listed: { asked: { filter: Omit<FileListingFilter, 'offset'> & { limit: number } }; answer: FileListing };
  status: { asked: Nothing; answer: ShareStatus };
  completions: { asked: { of: 'paths' | 'symbols'; typed: string }; answer: Completions };
}
