/**
 * When V8 may spend CPU on its optimising compiler. In a process that lives for seconds TurboFan costs more than it gives: indexing 6 MB of
 * TypeScript took 8.9 CPU s with it and 6.4 without, 78 MB 45 with it and 51 without (2026-11-22, two cores).
 */
import { setFlagsFromString } from 'node:v8';

/** Calls after which V8 optimises a function fully: its own default. */
const usualCalls = 3000;

/** More than anything is called within `delay`. */
const nearlyNever = 1_000_000;

/** Milliseconds after which work counts as long. */
const delay = 10_000;

/** The first major version of V8 on which this was tried; another complains of flags that it does not know. */
const firstVersion = 13;

/** Leaves full optimisation to what still runs after some seconds, in all threads of the process. */
export function deferOptimisation(): void {
  if (Number.parseInt(process.versions.v8, 10) < firstVersion) return;
  setFlagsFromString(`--invocation-count-for-turbofan=${nearlyNever}`);
  setTimeout(() => setFlagsFromString(`--invocation-count-for-turbofan=${usualCalls}`), delay).unref();
}
