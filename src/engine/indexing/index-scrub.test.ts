/** When a server looks for damage by itself, and what its answers then say. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '../../model/error.ts';
import type { Store } from '../../store/store.ts';
import { IndexScrub, scrubPauseMs, type ScrubHost } from './index-scrub.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function scrubOf(part: Partial<ScrubHost>): { scrub: IndexScrub; checks: () => number } {
  let count = 0;
  const { check = async () => [], isBusy = () => false } = part;
  const host: ScrubHost = {
    open: async () => ({}) as Store,
    check: async (store) => {
      count++;
      return check(store);
    },
    isBusy,
  };
  return { scrub: new IndexScrub(host), checks: () => count };
}

const pause = (): Promise<unknown> => vi.advanceTimersByTimeAsync(scrubPauseMs);

it('checks once, a while after the first question', async () => {
  const { scrub, checks } = scrubOf({});
  await pause();
  expect(checks()).toBe(0);
  scrub.begin();
  expect(checks()).toBe(0);
  await pause();
  scrub.begin();
  await pause();
  expect(checks()).toBe(1);
  expect(scrub.note).toBeNull();
});

it('waits while the index is written', async () => {
  let isWritten = true;
  const { scrub, checks } = scrubOf({ isBusy: () => isWritten });
  scrub.begin();
  await pause();
  await pause();
  expect(checks()).toBe(0);
  isWritten = false;
  await pause();
  expect(checks()).toBe(1);
});

it('has a note on what it finds', async () => {
  const { scrub } = scrubOf({ check: async () => [{ what: 'Rows are missing.', hint: '' }] });
  scrub.begin();
  await pause();
  expect(scrub.note).toBe('The index is damaged, and answers from it may be wrong: Rows are missing.');
});

it('has a note where the index cannot be read, and none where the check was stopped', async () => {
  const unreadable = scrubOf({
    check: () => Promise.reject(new AppError('DatabaseError', 'The index is no database')),
  });
  const stopped = scrubOf({ check: () => Promise.reject(new Error('The thread ended')) });
  for (const { scrub } of [unreadable, stopped]) scrub.begin();
  await pause();
  expect(unreadable.scrub.note).toMatch(/The index is no database/);
  expect(stopped.scrub.note).toBeNull();
});

it('does not begin after the end', async () => {
  const { scrub, checks } = scrubOf({});
  scrub.begin();
  scrub.close();
  await pause();
  expect(checks()).toBe(0);
});
