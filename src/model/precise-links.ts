/**
 * What a source that is more precise than the linker (a compiler, or an index made by one) says about one file.
 * Targets are named by path and `symbolKey`, so they stay valid when the index is rewritten.
 */
import type { LinkKind } from './link.ts';

export interface PrecisePlace {
  /** 1-based, columns in UTF-16 units. */
  line: number;
  column: number;
}

/** A reference site and the symbol that it names. A site that names several symbols has a link for each. */
export interface PreciseLink extends PrecisePlace {
  /** The file that declares the symbol. */
  path: string;
  /** `symbolKey` in that file. */
  target: number;
  /** What the site does with the symbol. It counts only if the linker does not know the site. */
  kind: LinkKind;
}

export interface PreciseAnswers {
  /** Whether the source covers the whole file, so that the linker's links at all other sites are removed. False: only the links at its sites are replaced. */
  whole: boolean;
  links: readonly PreciseLink[];
  /** Sites that are known to name something external. */
  external: readonly PrecisePlace[];
}
