/**
 * How V8 compiles the grammars' WebAssembly. Its optimising compiler takes up to 400 MB for a moment to compile one of a parser's largest
 * functions, mostly in runs that are over before it pays: sveltejs/kit is indexed in 270 MB instead of 670, for a tenth less CPU, where it
 * waits fifteen times as long (2026-11-23); prometheus, with 6 MB of Go, costs what it did.
 */
import { setFlagsFromString } from 'node:v8';
import { triedVersion, unwant, want } from './v8-settings.ts';

/** Of work that a function does before it is optimised. */
const tieringBudget = 200_000_000;
const ownTieringBudget = 13_000_000;

/**
 * Calls after which a wrapper of an imported function is compiled for itself: more than are made. Such wrappers are in a cache that all
 * threads share, and threads that come and go with parsers free one of them twice now and then, which ends the process ("Check failed:
 * jit_page.has_value()", in `Runtime_TierUpWasmToJSWrapper`). Parsers call so few imports that the generic wrapper is as good.
 */
const never = 2_000_000_000;
const ownWrapperBudget = 1000;

function setNumber(name: string, { wanted, usual }: { wanted: number; usual: number }): void {
  want(name, { wanted: `--${name}=${wanted}`, usual: `--${name}=${usual}` });
}

/** For all threads of the process, before the first parser. */
export function compileGrammarsLate(): void {
  if (triedVersion === null) return;
  setNumber('wasm-tiering-budget', { wanted: tieringBudget, usual: ownTieringBudget });
  setNumber('wasm-wrapper-tiering-budget', { wanted: never, usual: ownWrapperBudget });
}

/**
 * Whether V8's optimising compiler may take grammars up, from now on. A grammar's lexer alone takes it up to a second; the code of the first
 * compiler makes parsing, reading and asking trees a tenth slower (django, 16 MB of Python: 22 CPU s with it, 24 without; hono, with a few
 * hundred lines that are not TypeScript: 3.4 and 2.9, and 650 and 240 MB; 2026-11-23). Never for a grammar with a function of megabytes, one
 * pass of whose loop uses up any budget: Swift's takes 3 GB and 2.5 s of CPU, and a file of 5 kB is enough to bring it about.
 */
export function optimiseGrammars(wanted: boolean): void {
  if (triedVersion === null) return;
  for (const flag of ['wasm-tier-up', 'wasm-dynamic-tiering']) {
    if (wanted) unwant(flag);
    else want(flag, { wanted: `--no-${flag}`, usual: `--${flag}` });
  }
}

/**
 * Whether V8 compiles a module fully at once, and takes machine code that it has made before: V8 14 ends the process by the first ("Check failed:
 * function_feedback != …"), since it inlines by what a first compiler has seen, and has no function for the second. Modules of ours are
 * compiled there as grammars are.
 */
export const isCompiledFully = triedVersion === 13;

/** A small module whose one function is worth V8's best code from its first call on, whatever grammars get. */
export function compiledFully<T>(compile: () => T): T {
  if (!isCompiledFully) return compile();
  const flags = ['liftoff', 'wasm-lazy-compilation'];
  for (const flag of flags) setFlagsFromString(`--no-${flag}`);
  try {
    return compile();
  } finally {
    for (const flag of flags) setFlagsFromString(`--${flag}`);
  }
}
