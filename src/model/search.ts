/** Questions and answers of hybrid search and of `explore`, as the engine gives them and every front end prints them. */
import type { Chunk, FileLines } from './chunk.ts';
import type { GraphSite, SymbolNode, Unresolved } from './graph.ts';

/** A question in words, names or both. */
export interface HybridQuery {
  /** Words, identifiers, "phrases", paths; `lang:`, `path:` and `kind:` before a word are filters. */
  query: string;
  limit: number;
  offset?: number;
  /** 0 to 1; hits with a lower score are left out. */
  minScore?: number;
  /** Language id. */
  language?: string;
  pathPrefix?: string;
  /** Bounds of the files' modification times (ms since 1970), both inclusive. */
  afterMs?: number;
  beforeMs?: number;
}

/** The best chunk of one file. */
export interface HybridHit {
  file: FileLines;
  chunk: Chunk;
  /** 0 to 1, for the order of the hits in one answer; not a calibrated likelihood. */
  score: number;
  /** Other matching chunks of the file, best first. */
  others: readonly Chunk[];
}

export interface HybridSearchResult {
  /** Number of files that match. */
  total: number;
  hits: readonly HybridHit[];
  /** Notes on the limits of the answer: how it may differ from the disk, and which parts of the search were missing. */
  notes: readonly string[];
  /** Whether the answer comes from the cache. */
  cached?: boolean;
}

export interface ExploreRequest extends Pick<HybridQuery, 'query' | 'language' | 'pathPrefix'> {
  /** At most this many files. */
  files: number;
  /** At most this many pieces are shown with their lines. */
  chosen: number;
  /** Keys of pieces that the caller has already. They are left out. */
  seen: ReadonlySet<string>;
}

/** A symbol that a piece is linked with. */
export interface Linked {
  node: SymbolNode;
  /** The first reference site. */
  site: GraphSite;
  /** Number of reference sites. */
  sites: number;
}

/** The symbols that a piece's definition is linked with; each list is ordered by number of sites. */
export interface Surroundings {
  /** The definition of the piece. */
  node: SymbolNode;
  callers: Linked[];
  /** Symbols that use the definition without a call (as a type, as a value, by inheritance). */
  users: Linked[];
  callees: Linked[];
  /** Types that the definition names or inherits from. */
  types: Linked[];
  tests: Linked[];
  /** `in`: unresolved sites that may use the definition; `out`: unresolved sites in it. */
  unresolved: { in: Unresolved; out: Unresolved };
}

/** The role of a piece in a task. `text`: documentation or data. */
export type PieceRole = 'code' | 'test' | 'text';

export interface ExplorePiece {
  file: FileLines;
  chunk: Chunk;
  /** Identifies the piece in later questions: the end of its chunk id. */
  key: string;
  role: PieceRole;
  /** The file's likelihood to answer, 0 to 1, times the piece's share of the file's score. */
  score: number;
  /** Whether the question names the piece's file. */
  isMentioned: boolean;
  /** The file's likelihood to answer, 0 to 1. */
  likelihood: number;
  /** How well the piece itself fits the question, compared to the pieces of all files: 1 for the best by words; meaning, names and verbatim texts add to it. */
  strength: number;
  /** Whether all that the piece defines are types that do nothing themselves. */
  isDeclaration: boolean;
  /** Whether the piece is shown with its lines; other pieces are only named. */
  isChosen: boolean;
  /** Whether others or a program wrote the file: it is vendored, generated or minified. */
  isForeign: boolean;
  /** The lines of the whole function that the piece is a part of, from 1, both included; null for other pieces. */
  whole: { startLine: number; endLine: number } | null;
  /** Linked symbols; null if they were not looked up, or the piece defines nothing. */
  surroundings: Surroundings | null;
}

/** What was found of a question. */
export interface Evidence {
  /** Share of the question's words that the pieces of the best files have, by the rarity of the words, 0 to 1. */
  found: number;
  /** Share of its words that no file has, by rarity, 0 to 1. */
  absent: number;
  /** Number of its words that no file has or hardly any, common words of questions apart. */
  scarce: number;
  /** Number of its words, common words of questions apart. */
  length: number;
  /** Share of the names in it (`parseConfig`) that no file has, 0 to 1. */
  unknownNames: number;
  /** Similarity in meaning of the nearest piece, -1 to 1; null without search by meaning. */
  similarity: number | null;
  /** Score of the best file by words. */
  words: number;
}

export interface ExploreResult {
  /** Best first; the pieces of one file are not always adjacent. */
  pieces: ExplorePiece[];
  /** Number of files that match, including those of the pieces. */
  files: number;
  /** Number of pieces left out because the caller has them. */
  passedOver: number;
  evidence: Evidence;
  /** The two symbols, as written, whose connection the question is about; null for any other question. */
  ends: { from: string; to: string } | null;
  notes: string[];
}
