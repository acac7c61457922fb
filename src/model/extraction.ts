/** The result of extraction for one file. Invariant: extraction never throws; problems are in `issues`. */
import type { Definition } from './definition.ts';
import type { Import } from './import.ts';
import type { FileSummary } from './file-summary.ts';
import type { Reference } from './reference.ts';

export interface Comment {
  /** Without comment markers. Computed when it is read. */
  readonly text: string;
  /** The comment as it is in the file, where that costs nothing to give. It has the same words as `text`. */
  readonly source?: string;
  line: number;
  endLine: number;
}

/** A problem of one file that the user may want to know; data, not an exception. */
export interface FileIssue {
  code: 'syntax' | 'encoding' | 'tooDeep' | 'tooLong' | 'timeout' | 'internal';
  message: string;
  line: number | null;
}

export interface Extraction {
  /** In order of their start; a definition comes before those inside it. */
  definitions: Definition[];
  /** In order of place. */
  imports: Import[];
  /** In order of place. */
  references: Reference[];
  /** In order of place; docstrings that are comments included. */
  comments: Comment[];
  issues: FileIssue[];
  /** What linking needs to know; null for a language, or a file, that is not linked. */
  summary: FileSummary | null;
}

export function emptyExtraction(): Extraction {
  return { definitions: [], imports: [], references: [], comments: [], issues: [], summary: null };
}
