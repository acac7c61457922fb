import { afterEach, expect, test } from 'vitest';
import { afterAnswers, noteAnswer } from './answer-burst.ts';

let answering: NodeJS.Timeout | undefined;
afterEach(() => clearInterval(answering));

async function timed(work: Promise<boolean>): Promise<{ waited: boolean; ms: number }> {
  const from = performance.now();
  return { waited: await work, ms: performance.now() - from };
}

test('work waits for nobody where nothing is answered, a while for questions that follow one another, and until they end', async () => {
  const alone = await timed(afterAnswers());
  expect(alone.waited).toBe(false);
  noteAnswer();
  const behindOne = await timed(afterAnswers());
  expect(behindOne.waited).toBe(false);
  expect(behindOne.ms).toBeGreaterThan(10);
  noteAnswer();
  answering = setInterval(noteAnswer, 1);
  const behindMany = await timed(afterAnswers());
  expect(behindMany.waited).toBe(true);
  // 40 ms; the rest is for a busy machine.
  expect(behindMany.ms).toBeGreaterThan(30);
  expect(behindMany.ms).toBeLessThan(1000);
});
