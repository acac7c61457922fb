/**
 * How V8 compiles the grammars' WebAssembly. Its optimising compiler takes up to 400 MB for a moment to compile one of a parser's largest
 * functions, mostly in runs that are over before it pays: sveltejs/kit is indexed in 270 MB instead of 670, for a tenth less CPU, where it
 * waits fifteen times as long (2026-11-23); prometheus, with 6 MB of Go, costs what it did.
 */
import { setFlagsFromString } from 'node:v8';

/** The major version of V8 that these flags were tried on: another complains of those that it does not know. */
const testedVersion = 13;

/** Of work that a function does before it is optimised; V8's own is 13 million. */
const tieringBudget = 200_000_000;

/**
 * Calls after which a wrapper of an imported function is compiled for itself: more than are made. Such wrappers are in a cache that all
 * threads share, and threads that come and go with parsers free one of them twice now and then, which ends the process ("Check failed:
 * jit_page.has_value()", in `Runtime_TierUpWasmToJSWrapper`). Parsers call so few imports that the generic wrapper is as good.
 */
const never = 2_000_000_000;

const isTested = (): boolean => Number.parseInt(process.versions.v8, 10) === testedVersion;

/** For all threads of the process, before the first parser. */
export function compileGrammarsLate(): void {
  if (!isTested()) return;
  setFlagsFromString(`--wasm-tiering-budget=${tieringBudget}`);
  setFlagsFromString(`--wasm-wrapper-tiering-budget=${never}`);
}

/** Leaves the optimising compiler out: a tenth more work where much is parsed, and its memory is never taken. */
export function compileGrammarsPlainly(): void {
  if (!isTested()) return;
  for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag);
}
