/** Before each file of tests: a test, or a process that it started, that tries to reach beyond loopback fails. */
import { afterAll, afterEach, beforeEach } from 'vitest';
import { logPath, logVariable, takeRefusals } from './refusals.ts';

process.env[logVariable] = logPath;
// What a process before us with the same number left.
takeRefusals();

function refuseAttempts(): void {
  const refusals = takeRefusals();
  if (refusals.length === 0) return;
  const told = refusals.map(({ what, program, place }) => `${what}, tried by ${program}\n${place}`);
  throw new Error(`The tests run offline, but one tried to reach beyond this machine:\n${told.join('\n')}`);
}

beforeEach(refuseAttempts);
afterEach(refuseAttempts);
afterAll(refuseAttempts);
