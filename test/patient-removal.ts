/**
 * On Windows a removed file stays until the system has closed it, a moment after its process or thread has ended, and its folder with it. The removal of
 * folders at the end of tests is tried again there, unless a test says how often itself.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { rmSync } = fs;

const rmPatiently: typeof rmSync = (path, options) =>
  rmSync(path, options?.recursive === true ? { maxRetries: 10, ...options } : options);

// Test files that share a process load this again.
if (process.platform === 'win32' && rmSync.name !== rmPatiently.name) {
  fs.rmSync = rmPatiently;
  syncBuiltinESMExports();
}
