/**
 * `npm run test:here [-- [--folder DIR] [--suite NAME]]`: our tests on the machine that this is (Linux on any processor, macOS), with the packed program,
 * installed as a user would. The workflow runs it on machines that other commands of this folder only imitate.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runHere } from './here.ts';
import { build } from './made.ts';
import { command, NotReady, readCommandLine } from './run-suites.ts';
import { hereSuites } from './suites.ts';

await command(async () => {
  if (process.platform === 'win32') throw new NotReady('npm is no program there, but a script');
  const { folder = join(tmpdir(), 'code-scout-here'), suites } = readCommandLine(hereSuites);
  await build();
  return runHere(join(folder, 'installed'), suites);
});
