/** Ends the work of a request that the editor has cancelled. */
import { ResponseError } from 'vscode-languageserver/node';
import { asQuestion } from '../util/turns/question.ts';
import type { Token } from './parameters.ts';

export function throwIfCancelled({ isCancellationRequested }: Token): void {
  if (isCancellationRequested) throw new ResponseError(-32_800, 'The request was cancelled');
}

/** Runs the work; it ends at its next turn when the token fires. */
export async function untilCancelled<T>(token: Token, work: () => Promise<T>): Promise<T> {
  const client = new AbortController();
  const cancellation = token.onCancellationRequested(() => client.abort());
  try {
    return await asQuestion(client.signal, work);
  } finally {
    cancellation.dispose();
  }
}
