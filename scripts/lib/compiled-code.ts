/** What V8 has compiled of a script, and what it has learned of its functions. */
import { setFlagsFromString } from 'node:v8';
import type { Script } from 'node:vm';

/**
 * A cache of the script. V8 notes of a function whether it came to the middle compiler and stayed there, and compiles it after 30 calls where a cache
 * says so. It leaves that out of caches, but where it does not guide itself by such notes at that moment. Whoever reads the cache marks it as of other settings first
 * (src/util/machine-code.ts).
 */
export function compiledCode(script: Script): Buffer {
  setFlagsFromString('--no-profile-guided-optimization');
  try {
    return script.createCachedData();
  } finally {
    setFlagsFromString('--profile-guided-optimization');
  }
}
