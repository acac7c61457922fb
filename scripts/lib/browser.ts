/** The browser that drives the explorer's page in tests: Chromium, or a browser of its family. */
import { findProgramHere } from '../../src/util/find-program.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Absolute path; null where there is none. */
export function findBrowser(): string | null {
  for (const name of names) {
    const program = findProgramHere({ name, environment: process.env, root: null });
    if (program !== null) return program;
  }
  return null;
}

export const noBrowser =
  'There is no Chromium on this machine, so that the explorer cannot be tested: install it (Debian: apt-get install chromium)';
