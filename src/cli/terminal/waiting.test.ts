import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ProgressStyle } from './progress.ts';
import { whileWaiting } from './waiting.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What is written while some work takes this long. */
async function written(progressStyle: ProgressStyle, ms: number): Promise<string[]> {
  const texts: string[] = [];
  const terminal = { progressStyle, errRaw: (text: string) => void texts.push(text) };
  const waiting = whileWaiting(terminal, 'Working', () => new Promise((done) => setTimeout(() => done('answer'), ms)));
  await vi.advanceTimersByTimeAsync(ms);
  expect(await waiting).toBe('answer');
  return texts;
}

it('says how long an answer takes, and removes that', async () => {
  expect(await written('bar', 3500)).toEqual(['\r\u001b[2KWorking… 2 s', '\r\u001b[2KWorking… 3 s', '\r\u001b[2K']);
});

it.each<[ProgressStyle, number]>([
  ['bar', 1900],
  ['lines', 5000],
  ['none', 5000],
])('says nothing with %s after %d ms', async (style, ms) => {
  expect(await written(style, ms)).toEqual([]);
});

it('removes it when the work fails', async () => {
  const texts: string[] = [];
  const terminal = { progressStyle: 'bar' as const, errRaw: (text: string) => void texts.push(text) };
  const work = (): Promise<void> => new Promise((_, fail) => setTimeout(() => fail(new Error('no')), 2500));
  const failed = whileWaiting(terminal, 'Working', work).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(2500);
  expect(await failed).toEqual(new Error('no'));
  expect(texts.at(-1)).toBe('\r\u001b[2K');
});
