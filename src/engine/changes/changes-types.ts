/** The contract of questions about what has changed. */
import type { ChangesAnswer, ChangesRequest } from '../../model/changes.ts';

export interface ChangeQueries {
  /** Rejects with an error that says what to do if there is no git, no repository or no such revision. */
  of(request: ChangesRequest): Promise<ChangesAnswer>;
}
