/** Answers to the batches of 2025-03-26: collected until all requests of a batch are answered, then sent as one list. */
import type { ErrorReply, RequestId, RequestMessage } from './envelope.ts';

interface Batch {
  waiting: Set<RequestId>;
  answers: object[];
}

export interface Batches {
  /** Takes a batch's requests and the answers that are known already; returns the list if there is nothing to wait for and it is not empty. */
  open(requests: readonly RequestMessage[], known: readonly ErrorReply[]): object[] | null;
  /** `alone`: the answer belongs to no batch; `waiting`: other answers are still missing; otherwise the whole list. */
  add(id: RequestId, answer: object): 'alone' | 'waiting' | object[];
  /** A cancelled request gets no answer. Returns the list if that request was the last one missing. */
  drop(id: RequestId): object[] | null;
}

export function createBatches(): Batches {
  const byId = new Map<RequestId, Batch>();

  const finish = (id: RequestId, batch: Batch): object[] | null => {
    byId.delete(id);
    batch.waiting.delete(id);
    return batch.waiting.size === 0 && batch.answers.length > 0 ? batch.answers : null;
  };

  return {
    open(requests, known) {
      const batch: Batch = { waiting: new Set(requests.map((request) => request.id)), answers: [...known] };
      for (const id of batch.waiting) byId.set(id, batch);
      return batch.waiting.size === 0 && batch.answers.length > 0 ? batch.answers : null;
    },
    add(id, answer) {
      const batch = byId.get(id);
      if (batch === undefined) return 'alone';
      batch.answers.push(answer);
      return finish(id, batch) ?? 'waiting';
    },
    drop(id) {
      const batch = byId.get(id);
      return batch === undefined ? null : finish(id, batch);
    },
  };
}
