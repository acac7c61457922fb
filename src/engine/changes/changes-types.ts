/** Questions about what has changed, as the edges see them. */
import type { ChangesAnswer, ChangesRequest } from '../../model/changes.ts';

export interface ChangeQueries {
  /** Without git, without a repository, or for a revision that it does not know, rejects with an error that says what to do. */
  of(request: ChangesRequest): Promise<ChangesAnswer>;
}
