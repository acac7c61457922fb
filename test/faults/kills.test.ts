/** The short form of `npm run bench -- faults`: a few kills of each kind, with all checks after each one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { killKinds, type KillKind } from './kill-moments.ts';
import { killRounds } from './kill-rounds.ts';
import { endPrograms } from './program.ts';

const work = mkdtempSync(join(tmpdir(), 'code-scout-kills-'));
afterAll(async () => {
  await endPrograms();
  rmSync(work, { recursive: true, force: true });
});

it('a kill loses nothing, and the next run continues where the killed one stopped', async () => {
  const seed = Date.now() & 0xffff;
  const kinds: KillKind[] = [];
  for await (const { kind, problems } of killRounds({ folder: work, seed, files: 20 })) {
    expect(problems, `seed ${seed}`).toEqual([]);
    kinds.push(kind);
    if (kinds.length === killKinds.length) break;
  }
  expect(kinds).toEqual(killKinds);
  // Against what hangs alone: on a starved machine it takes minutes.
}, 600_000);
