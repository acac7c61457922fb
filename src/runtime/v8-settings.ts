/**
 * The V8 settings of this program. README.md says what each is worth, and what to do when Node has a new V8.
 * Invariants: only flags that `node --v8-options` lists are set. In a process that imports the library, only flags that protect the process are
 * set. A flag that V8 does not know has no effect but a line on standard error, and `doctor` names it.
 */
import { flushCompileCache } from 'node:module';

/**
 * Keeps V8 from ending the process ("Check failed: jit_page.has_value()", nodejs/node issue 64500). Threads share compiled wrappers of functions that
 * WebAssembly imports. When threads with parsers come and go, one of these wrappers is sometimes freed twice. With this setting none is compiled.
 */
const protection = '--wasm-wrapper-tiering-budget=2000000000';

/** For indexing a small project, which takes seconds and ends before V8's optimising compilers pay off. */
const forSmallWork = [
  '--invocation-count-for-turbofan=1000000',
  '--no-wasm-tier-up',
  '--no-wasm-dynamic-tiering',
  '--heap-growing-percent=1500',
  '--semi-space-growth-factor=1',
] as const;

/** V8's defaults, except for grammars. */
const forLargeWork = [
  '--invocation-count-for-turbofan=3000',
  '--heap-growing-percent=0',
  '--semi-space-growth-factor=2',
] as const;

/** Key of the environment data by which threads learn that the process belongs to this program. */
const ownershipKey = 'code-scout: the process is its own';

/** Loaded on demand: a start that indexes nothing needs neither. */
const setFlagsFromString = (flag: string): void => process.getBuiltinModule('node:v8').setFlagsFromString(flag);
const threads = (): typeof import('node:worker_threads') => process.getBuiltinModule('node:worker_threads');

let isProcessOwned = false;
let isProtected = false;
let isTuned = false;
let isWorkLarge = false;

/** Must be called before a process has threads with parsers, in any process. */
export function protectThreads(): void {
  if (isProtected) return;
  isProtected = true;
  setFlagsFromString(protection);
}

/** Declares, for this thread, that the process belongs to this program alone. */
export function ownProcess(): void {
  isProcessOwned = true;
}

/** Like `ownProcess`, and also for threads that start later. */
export function ownProcessInThreads(): void {
  isProcessOwned = true;
  threads().setEnvironmentData(ownershipKey, true);
}

function ownsProcess(): boolean {
  return (isProcessOwned ||= threads().getEnvironmentData(ownershipKey) === true);
}

/** Sets the flags for indexing many files. Has no effect in another program's process. */
export function tuneForIndexing(): void {
  if (isTuned || !ownsProcess()) return;
  isTuned = true;
  // V8 accepts cached code only under the settings that it was written with. Without this call Node would write all of it when the process ends,
  // with the new settings.
  flushCompileCache();
  for (const flag of forSmallWork) setFlagsFromString(flag);
}

/** Restores the defaults when the work turns out to take long. */
export function tuneForLargeWork(): void {
  if (isWorkLarge || !ownsProcess()) return;
  isWorkLarge = true;
  for (const flag of forLargeWork) setFlagsFromString(flag);
}

/** Lets V8's optimising compiler compile grammars: they will parse so much that it pays off. Has no effect in another program's process. */
export function optimiseGrammars(): void {
  if (!ownsProcess()) return;
  for (const flag of ['--wasm-tier-up', '--wasm-dynamic-tiering']) setFlagsFromString(flag);
}

/**
 * Keeps grammars from V8's optimising compiler from now on, in any process. For a function of several megabytes it takes gigabytes of memory, and a
 * file of 5 kB is enough to trigger that.
 */
export function keepGrammarsUnoptimised(): void {
  for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag);
}

/**
 * Settings that this V8 does not have; null where its list is not whole, as from a Node that was ended because it took too long.
 * @param output of `node --v8-options`
 */
export function unknownSettings({ code, stdout: listed }: { code: number | null; stdout: string }): string[] | null {
  if (code !== 0 || !listed.includes('--wasm')) return null;
  const isListed = (setting: string): boolean => {
    const name = setting.replace(/^--(?:no-)?/, '').replace(/=.*$/, '');
    return new RegExp(`^ +--(?:no-)?${name} `, 'm').test(listed);
  };
  return [protection, ...forSmallWork].filter((setting) => !isListed(setting));
}
