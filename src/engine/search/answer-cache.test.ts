import { expect, it } from 'vitest';
import type { IndexView, Store, StoreState } from '../../store/store.ts';
import { asQuestion, questionTurn } from '../../util/turns/question.ts';
import { nextTurn } from '../../util/turns/turns.ts';
import { AnswerCache } from './answer-cache.ts';

it('has one of those that wait compute the answer for all, where the client that was first is gone', async () => {
  const state = { generation: 1 } as StoreState;
  const view = { store: { state: async () => state } as Store, state } as IndexView;
  const cache = new AnswerCache({ hasChanged: () => false }, 10);
  let computed = 0;
  const ask = (client: AbortController): Promise<string> =>
    asQuestion(client.signal, async () => {
      const { answer } = await cache.ask<string, string>(view, {
        asked: ['word', {}],
        answer: async () => {
          computed++;
          for (let turn = 0; turn < 9; turn++) await questionTurn();
          return { answer: 'found', state, toCache: { data: 'found', paths: [] } };
        },
        restore: (data) => data,
      });
      return answer;
    });
  const clients = [new AbortController(), new AbortController(), new AbortController(), new AbortController()];
  const answers: Promise<string>[] = [];
  for (const client of clients) {
    answers.push(ask(client));
    await nextTurn();
  }
  clients[0]!.abort();
  await expect(answers[0]).rejects.toThrow('cancelled');
  expect(await Promise.all(answers.slice(1))).toEqual(['found', 'found', 'found']);
  expect(computed).toBe(2);
});
