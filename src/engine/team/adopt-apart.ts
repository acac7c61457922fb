/** Takes a pulled index as a project's own, in a thread of its own: SQLite's check of a large one takes seconds, and a node answers others meanwhile. */
import { AppError, errorCodes, type ErrorCode } from '../../model/error.ts';
import { keepAliveDuring } from '../../runtime/keep-alive.ts';
import { startThread } from '../../runtime/thread.ts';
import type { AdoptOptions } from '../../store/sealing.ts';

/** As `adoptIndex`: null if the file is the index at `to` now; else why it is not. Rejects where that threw, or the thread ended before. */
export function adoptApart(options: AdoptOptions): Promise<string | null> {
  const adopted = new Promise<string | null>((done, fail) => {
    const thread = startThread(
      { name: 'adopt-worker', source: 'engine/team/adopt-worker.ts', data: options, limits: {} },
      {
        onMessage: (fault) => {
          done(fault as string | null);
          thread.end();
        },
        onEnd: (error) => fail(asThrown(error ?? new Error('The thread that checks a snapshot has ended too early'))),
      },
    );
  });
  return keepAliveDuring(adopted);
}

/** An error that a thread threw, which has lost its class on the way. */
function asThrown(error: Error): Error {
  const { code, message, hint } = error as Error & { code?: ErrorCode; hint?: unknown };
  if (code === undefined || !errorCodes.includes(code)) return error;
  return new AppError(code, message, { ...(typeof hint === 'string' ? { hint } : {}), cause: error });
}
