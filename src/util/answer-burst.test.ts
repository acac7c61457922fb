import { afterEach, beforeEach, expect, test } from 'vitest';
import { afterAnswers, noteAnswer } from './answer-burst.ts';

let now = 1000;
// Tests of one process share the module: another one may have answered before.
beforeEach(() => noteAnswer(-Infinity));
afterEach(() => noteAnswer(-Infinity));

/** What `afterAnswers` gives, and how long it waits, while something happens in each of its pauses. */
async function waitingFor(inPause: () => void = () => {}): Promise<[long: boolean, ms: number]> {
  const from = now;
  const sleep = (ms: number): Promise<void> => {
    now += ms;
    inPause();
    return Promise.resolve();
  };
  const long = await afterAnswers({ now: () => now, sleep });
  return [long, now - from];
}

test('work waits for nobody where nothing is answered, a while for questions that follow one another, and no longer', async () => {
  expect(await waitingFor()).toEqual([false, 0]);
  noteAnswer(now);
  expect(await waitingFor()).toEqual([false, 20]);
  noteAnswer(now);
  expect(await waitingFor(() => noteAnswer(now))).toEqual([true, 40]);
  now += 19;
  expect(await waitingFor()).toEqual([false, 10]);
});

test('by the clock of the machine too', async () => {
  expect(await afterAnswers()).toBe(false);
  noteAnswer();
  expect(await afterAnswers()).toBe(false);
  const answering = setInterval(noteAnswer, 1);
  try {
    // A machine that is busy may be late with the answers, so that none follows another.
    for (noteAnswer(); !(await afterAnswers()); noteAnswer());
  } finally {
    clearInterval(answering);
  }
});
