/** A changed file with its definitions: what all answers about changes begin with. */
import type { ChangedContents } from './changed-contents.ts';
import type { DefinitionDelta } from './definition-changes.ts';

export interface AnalysedFile {
  contents: ChangedContents;
  isTest: boolean;
  /** The changed definitions; empty if `contents.unread` is set. */
  deltas: DefinitionDelta[];
}
