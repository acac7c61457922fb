/** The result of extraction for one file. Invariant: extraction never throws; problems are in `issues`. */
import type { Definition } from './definition.ts';
import type { Import } from './import.ts';
import type { FileMacros } from './macros.ts';
import type { FileSummary } from './file-summary.ts';
import type { Reference } from './reference.ts';

export interface Comment {
  /** The text without comment markers. It is computed when the property is read. */
  readonly text: string;
  /** The comment as it is in the file, if it is available at no cost. It has the same words as `text`, so counting words may use it instead. */
  readonly source?: string;
  line: number;
  endLine: number;
}

/** A problem of one file that the user may want to know. It is data, not an exception. */
export interface FileIssue {
  code: 'syntax' | 'encoding' | 'tooDeep' | 'tooLong' | 'timeout' | 'internal';
  message: string;
  line: number | null;
}

export interface Extraction {
  /** In order of their start; a definition comes before those inside it. */
  definitions: Definition[];
  /** In order of position. */
  imports: Import[];
  /** In order of position. */
  references: Reference[];
  /** In order of position. Docstrings that are comments are included. */
  comments: Comment[];
  issues: FileIssue[];
  /** What linking needs to know; null for a language, or a file, that is not linked. */
  summary: FileSummary | null;
  /** What the file says about macros; null for nothing. */
  macros: FileMacros | null;
}

export function emptyExtraction(): Extraction {
  return { definitions: [], imports: [], references: [], comments: [], issues: [], summary: null, macros: null };
}
