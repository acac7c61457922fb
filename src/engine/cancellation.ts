/** Makes waiting cancellable. */
import { AppError } from '../model/error.ts';

/** Rejects with a `CancelledError` when the signal fires; without a signal it stays pending. */
export function rejectOnAbort(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const stop = (): void => reject(new AppError('CancelledError', 'The call was cancelled'));
    if (signal?.aborted === true) stop();
    signal?.addEventListener('abort', stop, { once: true });
  });
}
