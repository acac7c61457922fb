/** Questions about the names of files and symbols, for somebody who reads. */
import type { FileLinksAnswer, NamesAnswer, NamesRequest } from '../../model/code-questions.ts';
import type { SymbolNode } from '../../model/graph.ts';

export interface NameQueries {
  /** Symbols whose names begin with, or contain, a part of a name: for type-ahead. The likeliest first. */
  likeNamed(typed: string, limit: number): Promise<{ total: number; symbols: SymbolNode[] }>;
  /** What the names in some lines of a file mean. A file that is not in the graph has none. */
  names(request: NamesRequest): Promise<NamesAnswer>;
  /** With which files a file is linked. @param path the whole path */
  fileLinks(path: string): Promise<FileLinksAnswer>;
}
