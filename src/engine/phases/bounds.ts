/** How much several shares give together of a list, and for how many questions at once. */
import { AppError } from '../../model/error.ts';
import { mostHits } from './messages.ts';

/** Questions of a node under way at once, and of one sender. They share one thread, so more at once make each of them slower, and none of them sooner. */
export const questionsOfNode = { atOnce: 16, ofOne: 8 };

/** Throws a `ValidationError`. @param last the number of the last hit that is asked for */
export function requireHits(last: number): void {
  if (last <= mostHits) return;
  throw new AppError('ValidationError', `Over several nodes there are only the first ${mostHits} hits`, {
    hint: 'Narrow the question, or name a project.',
    details: { field: 'offset', expected: `offset and limit of at most ${mostHits} together`, received: last },
  });
}
