/**
 * `npm run test:arm64 [-- [--folder DIR] [--suite NAME] [VERSION]]`: our tests under Node for arm64 (24, or the given version), whose instructions
 * qemu emulates. Node and the native parts of packages are those for arm64; git and the shell are this machine's.
 * What is missing is made first, in a folder that stays (under the system's temporary folder unless given). Nothing of it is installed on the
 * machine: who runs arm64's programs is told to the kernel in a namespace only.
 */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { missingFor, runConfined, type Confined } from './confined.ts';
import { emulatedFailures } from './known-failures.ts';
import { build, copyRepository, done, installPackage, nodeProgram, say } from './made.ts';
import { command, NotReady, readCommandLine, runSuites } from './run-suites.ts';
import { emulatedSuites } from './suites.ts';

const emulator = '/usr/bin/qemu-aarch64-static';
/** How Linux knows a program for arm64: bytes at its start, a mask over them, who runs it, and that it is opened now (F). */
const registration = `:arm64:M::\\x7fELF\\x02\\x01\\x01\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x02\\x00\\xb7\\x00:\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\x00\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xfe\\xff\\xff\\xff:${emulator}:FP`;
const target = { os: 'linux', cpu: 'arm64', libc: 'glibc' } as const;

/** The C and C++ libraries for arm64. Only the first stage of debootstrap, which unpacks: nothing of it runs. */
async function makeLibraries(folder: string): Promise<string> {
  const libraries = join(folder, 'lib');
  if (existsSync(libraries)) return libraries;
  say('libraries for arm64 (a minute)');
  const root = join(folder, 'root.begun');
  rmSync(root, { recursive: true, force: true });
  const options = ['--foreign', '--arch=arm64', '--variant=minbase', '--include=libstdc++6', 'bookworm', root];
  await done('unshare', ['--mount', 'debootstrap', ...options]);
  const begun = join(folder, 'lib.begun');
  rmSync(begun, { recursive: true, force: true });
  mkdirSync(begun);
  for (const name of ['aarch64-linux-gnu', 'ld-linux-aarch64.so.1'])
    renameSync(join(root, 'usr', 'lib', name), join(begun, name));
  rmSync(root, { recursive: true, force: true });
  renameSync(begun, libraries);
  return libraries;
}

await command(async () => {
  const { folder = join(tmpdir(), 'code-scout-arm64'), suites, rest } = readCommandLine(emulatedSuites);
  const lack = missingFor(['debootstrap', 'setpriv', 'unshare', 'tar']);
  if (lack !== null) throw new NotReady(`${lack} (apt-get install debootstrap)`);
  if (!existsSync(emulator)) throw new NotReady(`there is no ${emulator} (apt-get install qemu-user-static)`);
  const version = rest[0] ?? '24';
  const repository = join(folder, 'repository');
  mkdirSync(folder, { recursive: true });
  const libraries = await makeLibraries(folder);
  const program = await nodeProgram(folder, 'linux-arm64', version);
  await build();
  await copyRepository(repository, target);
  const temporary = join(folder, 'tmp');
  const confined = (args: readonly string[], seconds: number, env: Readonly<Record<string, string>>): Confined => ({
    hasOwnUsers: true,
    prepare: [
      'mount -t binfmt_misc none /proc/sys/fs/binfmt_misc',
      `printf '%s' "$1" > /proc/sys/fs/binfmt_misc/register`,
      // Where Debian has them on a machine for both kinds of programs.
      'mount -t overlay overlay -o "lowerdir=/usr/lib:$2" /usr/lib',
    ],
    given: [registration, libraries],
    command: [program, ...args],
    cwd: repository,
    seconds,
    env: {
      PATH: ['/usr/local/bin', '/usr/bin', '/bin'].join(delimiter),
      HOME: temporary,
      TMPDIR: temporary,
      LC_ALL: 'C.UTF-8',
      NO_COLOR: '1',
      CI: '1',
      ...env,
    },
  });
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary);
  const probe = await runConfined(confined(['-p', 'process.version + " " + process.arch'], 60, {}));
  if (probe.code !== 0) throw new NotReady(`Node for arm64 does not start: ${probe.output}`);
  const installed = await installPackage(join(folder, 'installed'), target);
  return runSuites(
    {
      title: `Node ${probe.output.trim()}, emulated`,
      node: version.split('.')[0]!,
      repository,
      known: emulatedFailures,
      run: (args, { seconds, env }) => runConfined(confined(args, seconds, env)),
    },
    suites.map((suite) =>
      suite.name === 'installed' ? { ...suite, env: { TESTED_ENTRY: join(installed, 'dist', 'bin.js') } } : suite,
    ),
  );
});
