/**
 * Node's compile cache of the test run (vitest.config.ts). Each home is new, and with a cache of its own each process would compile the program again: a
 * quarter of the CPU time of a short one.
 */
export function sharedCompileCache(): Record<string, string> {
  const { NODE_COMPILE_CACHE: folder } = process.env;
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}
