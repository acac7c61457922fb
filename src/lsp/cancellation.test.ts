import { expect, it } from 'vitest';
import { CancellationTokenSource } from 'vscode-languageserver/node';
import { questionTurn } from '../util/turns/question.ts';
import { untilCancelled } from './cancellation.ts';

it('ends the work of a request that is cancelled', async () => {
  const source = new CancellationTokenSource();
  let steps = 0;
  const answer = untilCancelled(source.token, async () => {
    for (; steps < 100; steps++) {
      if (steps === 3) source.cancel();
      await questionTurn();
    }
  });
  await expect(answer).rejects.toThrow('cancelled');
  expect(steps).toBe(3);
});

it('lets other work end', async () => {
  expect(await untilCancelled(new CancellationTokenSource().token, async () => 'found')).toBe('found');
});
