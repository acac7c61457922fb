/** What `explore` is asked and answers. */
import type { Chunk, FileLines } from '../../model/chunk.ts';
import type { GraphSite, SymbolNode, Unresolved } from '../../model/graph.ts';
import type { RepoQuery } from './repo-search-types.ts';

export interface ExploreRequest extends Pick<RepoQuery, 'query' | 'language' | 'pathPrefix'> {
  /** Files at most. */
  files: number;
  /** Pieces at most that are worth their lines. */
  chosen: number;
  /** Keys of pieces that the asker has: they are passed over. */
  seen: ReadonlySet<string>;
}

/** A symbol that a piece is linked with. */
export interface Linked {
  node: SymbolNode;
  /** The first place of the link, in the file of whichever uses the other, and how many there are. */
  site: GraphSite;
  sites: number;
}

/** What a piece's definition is linked with; each list most places first. */
export interface Surroundings {
  /** The definition that is meant. */
  node: SymbolNode;
  callers: Linked[];
  /** Those that use it otherwise (as a type, as a value, by inheritance). */
  users: Linked[];
  callees: Linked[];
  /** Types that it names, and what it inherits from. */
  types: Linked[];
  tests: Linked[];
  /** Places that may use it, and calls in it, that nobody could resolve. */
  unresolved: { in: Unresolved; out: Unresolved };
}

/** What a file is to a task. */
export type PieceRole = 'code' | 'test' | 'text';

export interface ExplorePiece {
  file: FileLines;
  chunk: Chunk;
  /** Names the piece in a later question: `chunkId` in short. */
  key: string;
  role: PieceRole;
  /** How likely its file is to answer, 0 to 1, by the piece's share of what speaks for that. */
  score: number;
  /** The question names its file. */
  isMentioned: boolean;
  /** It is near in meaning; what of its words the question has, its text tells. */
  isNear: boolean;
  /** Worth its lines; others are told by name. */
  isChosen: boolean;
  /** What it hangs together with; null where it was not looked up, or the piece defines nothing. */
  around: Surroundings | null;
}

export interface ExploreResult {
  /** Best first; those of one file are not always beside each other. */
  pieces: ExplorePiece[];
  /** Files that have something of it, those of the pieces among them. */
  files: number;
  /** Pieces that were passed over because they have been seen. */
  passedOver: number;
  notes: string[];
}
