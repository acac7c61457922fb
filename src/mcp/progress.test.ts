import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createProgress, type ProgressReport } from './progress.ts';

/** Fifty times as fast as in earnest. */
function collect() {
  const sent: ProgressReport[] = [];
  return { sent, sender: createProgress((report) => sent.push(report), { shortest: 4, longest: 100 }) };
}
const step = (done: number, total: number) => ({ done, total, message: `${done}` });

function expectRising(sent: ProgressReport[]): void {
  sent.forEach((report, i) => {
    if (i > 0) expect(report.progress).toBeGreaterThan(sent[i - 1]?.progress ?? -1);
    if (report.total !== undefined) expect(report.progress).toBeLessThanOrEqual(report.total);
  });
}

describe('createProgress', () => {
  it('rises, has the total after the walk, and reaches it only at the end', async () => {
    const { sent, sender } = collect();
    sender.report(step(0, 0));
    for (let done = 0; done <= 50; done++) {
      await wait(2);
      sender.report(step(done, 50));
    }
    expect(sent.every((report) => report.progress < 50)).toBe(true);
    sender.stop();
    expectRising(sent);
    expect(sent[0]).toEqual({ progress: 0, message: '0' });
    expect(sent.at(-1)).toEqual({ progress: 50, total: 50, message: '50' });
    expect(sent.length).toBeGreaterThan(3);
    expect(sent.length).toBeLessThan(50);
  });

  it('sends a rising number from time to time even without progress', async () => {
    const { sent, sender } = collect();
    const counts: number[] = [];
    for (const state of [step(0, 0), step(3, 10), step(10, 10)]) {
      sender.report(state);
      await wait(400);
      counts.push(sent.length);
    }
    sender.stop();
    counts.forEach((count, i) => expect(count).toBeGreaterThan((counts[i - 1] ?? 0) + 1));
    expectRising(sent);
    expect(sent.at(-1)).toMatchObject({ progress: 10, total: 10 });
  });

  it('sends nothing after the end, and reports no end that was not reached', async () => {
    const { sent, sender } = collect();
    sender.report(step(0, 10));
    await wait(10);
    sender.report(step(4, 10));
    sender.stop();
    const count = sent.length;
    sender.report(step(9, 10));
    await wait(250);
    expect(sent.length).toBe(count);
    expect(sent.at(-1)?.progress).toBe(4);
  });

  it('keeps rising when a new phase starts to count', async () => {
    const { sent, sender } = collect();
    for (const one of [step(5, 10), step(8, 10), step(1, 4), step(3, 4), step(20, 40)]) {
      await wait(10);
      sender.report(one);
    }
    sender.stop();
    sent.forEach((report, i) => i > 0 && expect(report.progress).toBeGreaterThan(sent[i - 1]?.progress ?? -1));
  });
});
