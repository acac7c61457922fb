/**
 * What a source more precise than our linker (a compiler, or an index made by one) says about one file.
 * Targets are named by path and `symbolKey`, so they stay valid when the index is rewritten.
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
  /** What the place does with the symbol, for places that our own linking does not know. */
  kind: LinkKind;
}

export interface PreciseAnswers {
  /** True: it covers the whole file, so our links at places that it does not mention are removed too. False: it replaces only the places that it names. */
  whole: boolean;
  links: readonly PreciseLink[];
  /** Places whose meaning is known to be external. */
  external: readonly PrecisePlace[];
}
