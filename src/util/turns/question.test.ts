import { setImmediate as round } from 'node:timers/promises';
import { expect, it } from 'vitest';
import {
  apartFromQuestion,
  asQuestion,
  firstQuestionTurn,
  QuestionGone,
  questionTurn,
  QuestionTurns,
  SharedWork,
} from './question.ts';
import { nextTurn } from './turns.ts';

/** Work of up to a hundred steps; counts them. */
function stepsOf(turn: () => Promise<void> | null): { steps: number; run: () => Promise<void> } {
  const work = {
    steps: 0,
    run: async (): Promise<void> => {
      for (; work.steps < 100; work.steps++) await turn();
    },
  };
  return work;
}

it.each([
  ['a turn', () => questionTurn()],
  ['a first turn', () => firstQuestionTurn()],
])('ends a question that is gone at %s', async (_, turn) => {
  const client = new AbortController();
  const work = stepsOf(turn);
  const answer = asQuestion(client.signal, () => work.run());
  await round();
  await round();
  client.abort();
  await expect(answer).rejects.toThrow(QuestionGone);
  expect(work.steps).toBeGreaterThan(0);
  expect(work.steps).toBeLessThan(5);
});

it('ends it where it looks at the clock, also if no turn is due', async () => {
  const client = new AbortController();
  const answer = asQuestion(client.signal, async () => {
    const turns = new QuestionTurns();
    await turns.take();
    client.abort();
    void turns.take();
  });
  await expect(answer).rejects.toThrow(QuestionGone);
});

it('does not end other work that a question has begun', async () => {
  const client = new AbortController();
  const work = stepsOf(nextTurn);
  const begun: Promise<void>[] = [];
  await asQuestion(client.signal, async () => void begun.push(work.run()));
  client.abort();
  await Promise.all(begun);
  expect(work.steps).toBe(100);
});

it('does not end work that is apart from the question that began it', async () => {
  const client = new AbortController();
  const work = stepsOf(questionTurn);
  const begun: Promise<void>[] = [];
  await asQuestion(client.signal, async () => void begun.push(apartFromQuestion(() => work.run())));
  client.abort();
  await Promise.all(begun);
  expect(work.steps).toBe(100);
});

it('lets questions without a signal end', async () => {
  const work = stepsOf(questionTurn);
  await work.run();
  expect(work.steps).toBe(100);
});

const waitFor = (client: AbortController, shared: SharedWork<void>): Promise<void> =>
  asQuestion(client.signal, () => shared.wait());

it('lets shared work go on as long as somebody waits for it', async () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const work = stepsOf(questionTurn);
  const shared = await asQuestion(one.signal, async () => new SharedWork(() => work.run()));
  const [ofOne, ofOther] = [waitFor(one, shared), waitFor(other, shared)];
  one.abort();
  await expect(ofOne).rejects.toThrow(QuestionGone);
  await ofOther;
  expect(work.steps).toBe(100);
  expect(shared.isEnded).toBe(false);
});

it('ends shared work when all who waited are gone', async () => {
  const clients = [new AbortController(), new AbortController()];
  const work = stepsOf(questionTurn);
  const shared = new SharedWork(() => work.run());
  const answers = clients.map((client) => waitFor(client, shared));
  for (const client of clients) client.abort();
  for (const answer of answers) await expect(answer).rejects.toThrow(QuestionGone);
  expect(shared.isEnded).toBe(true);
  await round();
  await round();
  await round();
  expect(work.steps).toBeLessThan(5);
});

it('has shared work that failed begun again', async () => {
  const shared = new SharedWork(() => Promise.reject(new Error('no disk')));
  await expect(shared.wait()).rejects.toThrow('no disk');
  expect(shared.isEnded).toBe(true);
});
