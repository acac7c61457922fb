/** Waiting that the caller may end. */
import { AppError } from '../model/error.ts';

/** Rejects when the signal fires; never settles without one. */
export function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const stop = (): void => reject(new AppError('CancelledError', 'The call was cancelled'));
    if (signal?.aborted === true) stop();
    signal?.addEventListener('abort', stop, { once: true });
  });
}
