/** Answers to batches (protocol revision 2025-03-26 only): they are collected until all requests of a batch are answered, and sent as one list. */
import type { ErrorReply, RequestId, RequestMessage } from './envelope.ts';

interface Batch {
  waiting: Set<RequestId>;
  answers: object[];
}

export interface Batches {
  /** Registers a batch: its requests, and the errors for its invalid messages. Returns the errors if the batch has errors and no request; otherwise null. */
  open(requests: readonly RequestMessage[], errors: readonly ErrorReply[]): object[] | null;
  /** `alone`: the answer belongs to no batch; `waiting`: other answers of the batch are missing; otherwise all answers of the batch. */
  add(id: RequestId, answer: object): 'alone' | 'waiting' | object[];
  /** Removes a cancelled request, which gets no answer. Returns the other answers of its batch if it has some and none is missing now; otherwise null. */
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
    open(requests, errors) {
      const batch: Batch = { waiting: new Set(requests.map((request) => request.id)), answers: [...errors] };
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
