/** Questions about the names of files and symbols, for somebody who reads. */
import type { FileLinksAnswer, NamesAnswer, NamesRequest } from '../../model/code-questions.ts';
import type { SymbolNode } from '../../model/graph.ts';

export interface LikeNamed {
  total: number;
  symbols: SymbolNode[];
  isCorrected: boolean;
}

export interface NameQueries {
  /**
   * Symbols whose names begin with, or contain, a part of a name: for type-ahead. The likeliest first. Where there is none, those that the tools would take
   * for a misspelt name, with `isCorrected`.
   */
  likeNamed(typed: string, limit: number): Promise<LikeNamed>;
  /** What the names in some lines of a file mean. A file that is not in the graph has none. */
  names(request: NamesRequest): Promise<NamesAnswer>;
  /** With which files a file is linked. @param path the whole path */
  fileLinks(path: string): Promise<FileLinksAnswer>;
}
