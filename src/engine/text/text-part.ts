/**
 * What a search for text asks of files: those of one index, or of several together. All of it is plain JSON, since files may be at other nodes.
 * Invariant: each method looks at the same files, of one state of the index.
 */
import type { Store } from '../../store/store.ts';
import type { TextEnd, TextPattern } from '../../text/text-search.ts';
import type { TextHit, TextQuery } from '../types.ts';

/** What is looked for, and in which files. */
export interface AskedText extends Pick<TextQuery, 'globs' | 'within' | 'endings'> {
  pattern: TextPattern;
}

/** The files, before they are searched. */
export interface TextScope {
  /** Files of the index. */
  files: number;
  /** Whether each index is complete. */
  isIndexed: boolean;
  /** Indexed files that may have a match. */
  candidates: number;
  /** Whether a path of the index is one of those that are asked for. */
  hasPath: boolean;
  /** Files that are never searched, since their names are not Unicode. */
  unsearched: number;
}

/** How the index differs from the disk. */
export interface TextDifferences {
  /** Number of files that differ from the index. */
  paths: number;
  /** Why some of them may be missing; null if none are. */
  unseen: 'many' | 'slow' | null;
}

interface Searched {
  /** `limit`: there are more, and the numbers are lower bounds. */
  end: TextEnd;
  /** Number of matching lines, and of files with such lines. */
  total: number;
  files: number;
  differences: TextDifferences;
}

/** What is known of a line: it has a match that is a whole word; the match is the name of a definition. */
export const lineMarks = { word: 1, definition: 2 } as const;

/** Lines with what their ranking needs. */
export interface FoundLines extends Searched {
  /** Files with the factor that the kind of each gives to its score; null for one that is not in the index. */
  paths: (readonly [path: string, prior: number | null])[];
  /** Lines that may be among the best of all: position in `paths`, number from 1, and `lineMarks`. */
  lines: (readonly [file: number, line: number, marks: number])[];
}

export interface CountedFiles extends Searched {
  best: { path: string; count: number; prior: number | null }[];
}

export interface FindRequest {
  /** The search ends when it has more matching lines than this; null for no limit, where `paths` has one. */
  most: number | null;
  /** Only these files; null for all. */
  paths: readonly string[] | null;
  /** So many lines may be shown, the ones before a page included. */
  shown: number;
}

export interface CountRequest {
  /**
   * `lines`: the likeliest files that have so many matching lines together. `files`: the first so many files of the list that is shown.
   */
  best: { lines: number } | { files: number };
  /**
   * Files are searched in the order of `likeliestFirst` until more lines than this match, or more files where these are asked for, and the list is in that order;
   * null: all files are searched.
   */
  most: number | null;
}

export interface LinesRequest {
  places: readonly (readonly [path: string, line: number])[];
  /** Lines around each. */
  context: number;
}

export interface TextPart {
  scope: () => Promise<TextScope>;
  find: (request: FindRequest) => Promise<FoundLines>;
  count: (request: CountRequest) => Promise<CountedFiles>;
  /** The first of these lines as they are on disk, at least one: all, unless they are long. Null for one that does not match any more. */
  lines: (request: LinesRequest) => Promise<(TextHit | null)[]>;
  /** Files that are left out. */
  index: Pick<Store, 'leftOut'>;
}
