/** No process that the fault tests start survives them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { endPrograms, start } from './program.ts';

const work = mkdtempSync(join(tmpdir(), 'code-scout-program-'));
afterAll(async () => {
  await endPrograms();
  rmSync(work, { recursive: true, force: true });
});

it('endPrograms ends every process that still runs', async () => {
  const server = start(['serve', '--no-compiler'], { cwd: work });
  await endPrograms();
  expect(await server.ended).toMatchObject({ code: null, signal: 'SIGKILL' });
  expect(() => process.kill(server.process.pid!, 0)).toThrow('ESRCH');
  // Nothing is left to end.
  await endPrograms();
});
