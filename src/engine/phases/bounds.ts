/** How much of a list several shares give together. */
import { AppError } from '../../model/error.ts';
import { mostHits } from './messages.ts';

/** Throws a `ValidationError`. @param last the number of the last hit that is asked for */
export function requireHits(last: number): void {
  if (last <= mostHits) return;
  throw new AppError('ValidationError', `Over several nodes there are only the first ${mostHits} hits`, {
    hint: 'Narrow the question, or name a project.',
    details: { field: 'offset', expected: `offset and limit of at most ${mostHits} together`, received: last },
  });
}
