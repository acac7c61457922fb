/**
 * What a source more precise than our linker (an index made by a compiler, a compiler that was asked) says of the places of one file.
 * Targets are named by path and `symbolKey`, so that they outlive every rewrite of the index.
 */
import type { LinkKind } from './link.ts';

export interface PrecisePlace {
  /** 1-based, columns in UTF-16 units. */
  line: number;
  column: number;
}

/** One place that names one symbol; a place that names several has a link for each. */
export interface PreciseLink extends PrecisePlace {
  /** The file that declares what is named. */
  path: string;
  /** `symbolKey` in that file. */
  target: number;
  /** What the place does with it where our own linking does not know that place. */
  kind: LinkKind;
}

export interface PreciseAnswers {
  /** It speaks for the whole file: links of ours at places that it does not mention go too. False: only the places that it names are its own. */
  whole: boolean;
  links: readonly PreciseLink[];
  /** Places whose meaning is known and is no symbol of the project. */
  external: readonly PrecisePlace[];
}
