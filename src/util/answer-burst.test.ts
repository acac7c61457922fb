import { afterEach, beforeEach, expect, test } from 'vitest';
import { afterAnswers, noteAnswer } from './answer-burst.ts';

let now = 1000;
// Tests in one process share the module: another test may have answered before.
beforeEach(() => noteAnswer(-Infinity));
afterEach(() => noteAnswer(-Infinity));

/** The result of `afterAnswers`, and how long it waits, while something happens in each of its pauses. */
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

test('work does not wait if nothing is answered, waits for a while during queries, and no longer', async () => {
  expect(await waitingFor()).toEqual([false, 0]);
  noteAnswer(now);
  expect(await waitingFor()).toEqual([false, 20]);
  noteAnswer(now);
  expect(await waitingFor(() => noteAnswer(now))).toEqual([true, 40]);
  now += 19;
  expect(await waitingFor()).toEqual([false, 10]);
});

test('also by the real clock', async () => {
  expect(await afterAnswers()).toBe(false);
  noteAnswer();
  expect(await afterAnswers()).toBe(false);
  const answering = setInterval(noteAnswer, 1);
  try {
    // On a busy machine the answers may be so slow that none follows another.
    for (noteAnswer(); !(await afterAnswers()); noteAnswer());
  } finally {
    clearInterval(answering);
  }
});
