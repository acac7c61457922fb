/** `doctor` on an index that the user may read but not write. */
import { chmodSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { DoctorCheck } from '../../src/engine/types.ts';
import { endPrograms, run } from './program.ts';
import { makeScene, type Scene } from './scene.ts';

const work = mkdtempSync(join(tmpdir(), 'code-scout-unwritable-'));
afterAll(async () => {
  await endPrograms();
  rmSync(work, { recursive: true, force: true });
});

async function failing({ root }: Scene): Promise<[number | null, DoctorCheck[]]> {
  const env = { CODE_SCOUT_EMBEDDING_PROVIDER: 'off' };
  // Root could write everything.
  const nobody = process.getuid?.() === 0 ? { uid: 65_534 } : {};
  const { code, stdout, stderr } = await run(['doctor', '--json'], { cwd: root, env, ...nobody });
  expect(stderr).toBe('');
  const { checks } = JSON.parse(stdout) as { checks: DoctorCheck[] };
  return [code, checks.filter(({ ok, name }) => !ok && name !== 'git')];
}

it.skipIf(process.platform === 'win32')('doctor reports that the index cannot be written, and what to do', async () => {
  const scene = makeScene(work);
  const { root, database } = scene;
  const folder = dirname(database);
  chmodSync(work, 0o755);
  const made = await run(['index'], { cwd: root, env: { CODE_SCOUT_EMBEDDING_PROVIDER: 'off' } });
  expect(made.code).toBe(0);
  chmodSync(folder, 0o777);
  chmodSync(database, 0o666);
  for (const name of ['requests.db', 'writer.lock', 'usage.db']) rmSync(join(folder, name), { force: true });
  expect(await failing(scene)).toEqual([0, []]);

  const hint = expect.stringMatching(/check its permissions, or put the index elsewhere with `--db PATH`/) as string;
  const problem = (words: string): DoctorCheck => ({
    name: 'index',
    ok: false,
    detail: expect.stringContaining(words) as string,
    hint,
  });
  chmodSync(database, 0o444);
  expect(await failing(scene)).toEqual([1, [problem(`${database} cannot be written (EACCES)`)]]);
  chmodSync(database, 0o666);

  chmodSync(folder, 0o555);
  const [code, [check]] = await failing(scene);
  expect([code, check?.name, check?.hint]).toEqual([1, 'index', hint]);

  chmodSync(folder, 0o755);
  renameSync(folder, join(root, 'aside'));
  chmodSync(root, 0o555);
  expect(await failing(scene)).toEqual([1, [problem(`it cannot be created: ${root} cannot be written (EACCES)`)]]);
  chmodSync(root, 0o755);
});
