import { expect, it } from 'vitest';
import { createBatches } from './batches.ts';
import { errorReply } from './envelope.ts';

const request = (id: number) => ({ jsonrpc: '2.0' as const, id, method: 'x' });
const answer = (id: number) => ({ jsonrpc: '2.0', id, result: {} });

it('sends the answers of a batch together, whatever their order', () => {
  const batches = createBatches();
  const fault = errorReply(null, -32600, 'no');
  expect(batches.open([request(1), request(2)], [fault])).toBeNull();
  expect(batches.add(9, answer(9))).toBe('alone');
  expect(batches.add(2, answer(2))).toBe('waiting');
  expect(batches.add(1, answer(1))).toEqual([fault, answer(2), answer(1)]);
  expect(batches.add(1, answer(1))).toBe('alone');
});

it('does not wait for what was cancelled', () => {
  const batches = createBatches();
  batches.open([request(1), request(2)], []);
  expect(batches.add(1, answer(1))).toBe('waiting');
  expect(batches.drop(2)).toEqual([answer(1)]);
  batches.open([request(3)], []);
  expect(batches.drop(3)).toBeNull();
  expect(batches.drop(3)).toBeNull();
});

it('answers a batch of errors at once, and one of notifications not at all', () => {
  const fault = errorReply(null, -32600, 'no');
  expect(createBatches().open([], [fault])).toEqual([fault]);
  expect(createBatches().open([], [])).toBeNull();
});
