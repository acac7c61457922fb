/** Runs before each test file: a test fails if it, or a process that it started, tries to leave loopback. */
import { afterAll, afterEach, beforeEach } from 'vitest';
import { logPath, logVariable, takeRefusals } from './refusals.ts';

process.env[logVariable] = logPath;
// Removes records of an earlier process with the same id.
takeRefusals();

function refuseAttempts(): void {
  const refusals = takeRefusals();
  if (refusals.length === 0) return;
  const lines = refusals.map(({ what, program, place }) => `${what}, tried by ${program}\n${place}`);
  throw new Error(`The tests run offline, but something tried to leave this machine:\n${lines.join('\n')}`);
}

beforeEach(refuseAttempts);
afterEach(refuseAttempts);
afterAll(refuseAttempts);
