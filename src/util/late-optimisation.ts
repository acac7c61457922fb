/**
 * When V8 may spend CPU on its optimising compiler. In a process that lives for seconds TurboFan costs more than it gives: indexing 6 MB of
 * TypeScript took 8.9 CPU s with it and 6.4 without, 78 MB 45 with it and 51 without (2026-11-22, two cores); 24 MB of it 17.4 where it began
 * after 10 s and 16.4 without (2026-11-23).
 */
import { clockMs } from './clock.ts';
import { triedVersion, unwant, want } from './v8-settings.ts';

/** Calls after which V8 optimises a function fully where work is long. */
const usualCalls = 3000;

/**
 * V8's own numbers, by version and by what it makes of its settings in the head of a code cache: `node --v8-options` says another. With any other
 * than its own V8 refuses what was compiled before.
 */
const ownCalls = { 12: 3000, 13: 10_000, 14: 16_000 } as const;
const setting = 'invocation-count-for-turbofan';

/**
 * Whether a loop that goes on in the middle compiler's code is given to the optimising compiler without another call. Each such loop of linking or
 * writing takes 2 to 10 ms of it, and is over by then.
 */
const loopSetting = 'osr-from-maglev';

/** More than anything is called until then. */
const nearlyNever = 1_000_000;

/**
 * Calls after which the middle compiler takes a function: of a new index of trpc it takes 610, with V8's own number 900. Those that are known to be worth
 * it it takes after 30 calls: code caches tell which (scripts/lib/compiled-code.ts).
 */
const middleSetting = 'invocation-count-for-maglev';
const middleCalls = { wanted: 2000, own: 400 } as const;

/** CPU seconds of the process after which work counts as long. */
const longCpuS = 25;
/** A server is asked the same again and again: after so many milliseconds, however little it did. */
const longMs = 60_000;
const begunAt = clockMs();
const pause = 2000;

function setCalls(calls: number): void {
  if (triedVersion === null) return;
  want(setting, { wanted: `--${setting}=${calls}`, usual: `--${setting}=${ownCalls[triedVersion]}` });
}

function hasWorkedLong(): boolean {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 > longCpuS || clockMs() - begunAt > longMs;
}

/** Set while full optimisation is put off. */
let timer: NodeJS.Timeout | null = null;

/** Node 22 has it turned off. */
export const hasMiddleCompiler = triedVersion !== 12;

/**
 * The work will take more than a few seconds: where there is no middle compiler full optimisation pays from the beginning on (without it django
 * takes 1.13 of the CPU, and hono 0.6; 2026-11-27).
 */
export function expectLongWork(): void {
  if (!hasMiddleCompiler) optimiseNow();
}

/**
 * Files are to be parsed and linked: the middle compiler is left to what that calls often. To look for them takes a few functions, called once a file,
 * which V8 takes when it sees fit.
 */
export function expectMuchCode(): void {
  if (timer === null) return;
  want(middleSetting, {
    wanted: `--${middleSetting}=${middleCalls.wanted}`,
    usual: `--${middleSetting}=${middleCalls.own}`,
  });
}

/** Ends what `deferOptimisation` began: what is asked again and again is worth it at once. */
export function optimiseNow(): void {
  if (timer === null) return;
  setCalls(usualCalls);
  unwant(loopSetting);
  unwant(middleSetting);
  clearInterval(timer);
  timer = null;
}

/** Leaves optimisation to what is known to run long and to what still runs after much work, in all threads of the process. */
export function deferOptimisation(): void {
  if (triedVersion === null) return;
  setCalls(nearlyNever);
  want(loopSetting, { wanted: `--no-${loopSetting}`, usual: `--${loopSetting}` });
  timer = setInterval(() => {
    if (hasWorkedLong()) optimiseNow();
  }, pause);
  timer.unref();
}
