/**
 * How far V8 lets a heap grow before it collects all of it again. While a program loads it lowers that bound with each small collection, so that a
 * first one of all comes when 9 MB are loaded, behind which the heap may be four times as large: linking a small project goes past that, and the
 * second one takes 25 ms of the thread and as much of those beside it, for little garbage. With eight times as much indexing hono took 0.97 of the CPU,
 * trpc 0.98 (medians of 15, interleaved, 2026-11-25). Since this thread reads files, a heap begins to be collected at half of its bound: sixteen times as
 * much takes trpc to 0.95 (medians of 9, 2026-11-27).
 */
import { triedVersion, unwant, want } from './v8-settings.ts';

const setting = 'heap-growing-percent';

const youngSetting = 'semi-space-growth-factor';

/** Heaps that are collected from now on, until what is given is called, may grow to sixteen times what is left of them. */
export function growFreely(): () => void {
  if (triedVersion === null) return () => {};
  want(setting, { wanted: `--${setting}=1500`, usual: `--${setting}=0` });
  return () => unwant(setting);
}

/**
 * The part of each heap for new objects stays as large as it is, until what is given is called. Most of what linking makes it keeps, so that a larger
 * one is filled with pages that the system has to give and little else: hono takes 50 MB less, trpc too, and no more CPU. Linking for
 * longer is worth a larger one: playwright takes 1.03 of the CPU without.
 */
export function keepYoung(): () => void {
  if (triedVersion === null) return () => {};
  want(youngSetting, { wanted: `--${youngSetting}=1`, usual: `--${youngSetting}=2` });
  return () => unwant(youngSetting);
}
