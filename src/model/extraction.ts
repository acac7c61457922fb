/** What extraction gives for one file. Invariant: making one never throws; what went wrong is in `issues`. */
import type { Definition } from './definition.ts';
import type { Import } from './import.ts';
import type { FileSummary } from './file-summary.ts';
import type { Reference } from './reference.ts';

export interface Comment {
  /** Without markers. Worked out when it is asked for. */
  readonly text: string;
  /** As it stands in the file, where that is at hand for nothing: it has the same words. */
  readonly source?: string;
  line: number;
  endLine: number;
}

/** Something about one file that the user may want to know; data, not an exception. */
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
