/**
 * What a question needs to know of repositories that are not open where it is asked, and what a share of the repositories answers. Plain JSON.
 * An answer names repositories of the share alone, in the order of their names.
 */
import type { NamedInside } from '../search/path-ends.ts';
import type { Mentions, NeededIn, ProvidedIn } from '../../graph/across/concerned.ts';

/** A message has at most so many names. */
export const mostNames = 1000;
/** Symbols and paths of questions are asked about by their first so many characters. */
export const longestSymbol = 2000;
/** Longer names are none of code, and are not sent (characters). */
export const longestName = 1000;
/**
 * Names of one sort in a message have at most so many characters together. A message has two sorts, and JSON up to six bytes for a character: that is less than a
 * body may have.
 */
export const longestNames = 250_000;
/** At most so many packages that are provided, so many that are required, and so many modules: together they are no more values than a body may have. */
export const mostPackages = 200;
export const mostRequired = 500;
export const mostModules = 1000;
/** At most so many repositories are named for one thing: with more, a question is refused anyway. */
export const mostRepositories = 200;

/** Names as they are sent: null where a symbol may be used without any name of its own. */
export interface SentMentions {
  names: readonly string[] | null;
  isWhole: Mentions['isWhole'];
}

export interface UsersNeed {
  provided: readonly ProvidedIn[];
  mentions: SentMentions;
}

export interface ChunkKeys {
  pathKey: number;
  key: number;
}

/** By kind of need; each is answered by itself, in its order. */
export interface NeedKinds {
  /** A symbol as a question writes it: who has what it means as it is written. */
  written: { needs: string; found: WrittenFound };
  /** A symbol as a question writes it: names that may be meant by its parts. */
  near: { needs: string; found: string[] };
  /** A path, or the end of one. */
  path: { needs: string; found: PathFound };
  /** A name. */
  name: { needs: string; found: NameFound };
  /** A name as a question writes it: how many functions and classes have it. */
  counted: { needs: NamedInside; found: { all: number; inside: number } };
  /** A word: who may have it in a text. */
  word: { needs: string; found: Repositories };
  /** Packages, and how code writes what is asked of them: who uses them and writes it. */
  users: { needs: UsersNeed; found: Repositories };
  /** What a repository needs: who provides some of it. */
  providers: { needs: readonly NeededIn[]; found: Repositories };
  /** A chunk by the keys of its id: who has a file of such a path, else who has a chunk of such a text. */
  chunk: { needs: ChunkKeys; found: Repositories };
}

export type NeedKind = keyof NeedKinds;

/** What one message asks: things of one kind. */
export type AskedNeeds = { [Kind in NeedKind]: { of: Kind; needs: readonly NeedKinds[Kind]['needs'][] } }[NeedKind];
export type FoundNeeds = NeedKinds[NeedKind]['found'][];

/** Some repositories; `more`: how many others are not named. */
export interface Repositories {
  names: string[];
  more: number;
}

/** `level`: how well the symbol is meant, the least is the best; null where no repository has it. The repositories have what is meant so well. */
export interface WrittenFound extends Repositories {
  level: number | null;
}

/** Who has files of the path, or with this end; else those of the nearest paths and of the same file name. */
export interface PathFound extends Repositories {
  isExact: boolean;
}

/** Who has definitions of a name, with the number of their files, and who has places of the name that are left open. */
export interface NameFound {
  defining: Repositories;
  files: number;
  open: Repositories;
}
