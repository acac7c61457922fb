/**
 * The settings of V8 that this program makes. README.md says what each is worth, and what to do when Node has a new V8.
 * Invariants: only switches that `node --v8-options` lists; in a process that imports the library only those that protect it. One that V8 does
 * not know is without effect but for a line on standard error, and `doctor` names it.
 */
import { flushCompileCache } from 'node:module';

/**
 * Keeps V8 from ending the process ("Check failed: jit_page.has_value()", nodejs/node issue 64500): compiled wrappers of functions that WebAssembly
 * imports are shared by threads, and threads that come and go with parsers free one of them twice now and then. So none is compiled.
 */
const protection = '--wasm-wrapper-tiering-budget=2000000000';

/** Of how a small project is indexed: in seconds, over before V8's optimising compilers have paid. */
const forSmallWork = [
  '--invocation-count-for-turbofan=1000000',
  '--no-wasm-tier-up',
  '--no-wasm-dynamic-tiering',
  '--heap-growing-percent=1500',
  '--semi-space-growth-factor=1',
] as const;

/** V8's own again, but for grammars. */
const forLargeWork = [
  '--invocation-count-for-turbofan=3000',
  '--heap-growing-percent=0',
  '--semi-space-growth-factor=2',
] as const;

const owned = 'code-scout: the process is its own';

/** Neither is loaded by a start that indexes nothing. */
const setFlagsFromString = (flag: string): void => process.getBuiltinModule('node:v8').setFlagsFromString(flag);
const threads = (): typeof import('node:worker_threads') => process.getBuiltinModule('node:worker_threads');

let isOwn = false;
let isProtected = false;
let isSettled = false;
let isWorkLarge = false;

/** Before a process has threads with parsers; whosever process it is. */
export function protectThreads(): void {
  if (isProtected) return;
  isProtected = true;
  setFlagsFromString(protection);
}

/** This process belongs to this program alone, and this thread knows. */
export function ownProcess(): void {
  isOwn = true;
}

/** The same, and threads that begin from now on know. */
export function ownProcessInThreads(): void {
  isOwn = true;
  threads().setEnvironmentData(owned, true);
}

function isOurs(): boolean {
  return (isOwn ||= threads().getEnvironmentData(owned) === true);
}

/** Many files are to be indexed. Without effect where the process is somebody else's. */
export function settleForWork(): void {
  if (isSettled || !isOurs()) return;
  isSettled = true;
  // V8 takes what it compiled under the same settings only, and Node would write all of it at the end.
  flushCompileCache();
  for (const flag of forSmallWork) setFlagsFromString(flag);
}

/** What is to be done turns out to take long. */
export function expectLargeWork(): void {
  if (isWorkLarge || !isOurs()) return;
  isWorkLarge = true;
  for (const flag of forLargeWork) setFlagsFromString(flag);
}

/** Grammars parse so much that V8's optimising compiler pays. */
export function optimiseGrammars(): void {
  if (!isOurs()) return;
  for (const flag of ['--wasm-tier-up', '--wasm-dynamic-tiering']) setFlagsFromString(flag);
}

/**
 * From now on no grammar is given to V8's optimising compiler, whosever process it is: a function of megabytes takes it gigabytes of memory, and a
 * file of 5 kB is enough to bring that about.
 */
export function keepGrammarsPlain(): void {
  for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag);
}

/** Settings that a V8 does not have. @param listed what `node --v8-options` prints */
export function unknownSettings(listed: string): string[] {
  const isListed = (setting: string): boolean => {
    const name = setting.replace(/^--(?:no-)?/, '').replace(/=.*$/, '');
    return new RegExp(`^ +--(?:no-)?${name} `, 'm').test(listed);
  };
  return [protection, ...forSmallWork].filter((setting) => !isListed(setting));
}
