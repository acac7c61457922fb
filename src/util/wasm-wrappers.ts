/**
 * Keeps V8 from a race that ends the process ("Check failed: jit_page.has_value()"). Wrappers of imported functions that are called often are
 * compiled by signature into a cache that all threads share (`Runtime_TierUpWasmToJSWrapper`); threads that come and go with parsers free
 * one of them twice now and then. Parsers call so few imports that the generic wrapper is as good (within 3 % of an index's CPU).
 */
import { setFlagsFromString } from 'node:v8';

/** The major version of V8 that has the race for all we know, and the flag. */
const testedVersion = 13;

/** Calls after which a wrapper is compiled: more than are made. */
const never = 2_000_000_000;

/** Before the first parser. For all threads of the process. */
export function keepGenericWrappers(): void {
  if (Number.parseInt(process.versions.v8, 10) === testedVersion)
    setFlagsFromString(`--wasm-wrapper-tiering-budget=${never}`);
}
