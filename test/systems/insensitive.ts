/**
 * `npm run test:insensitive [-- [--folder DIR] [--suite NAME]]`: our tests with all of their files on a file system that finds names whatever their case
 * and Unicode composition (insensitive-fs.c), as macOS and Windows have it, in a temporary folder like that of macOS: long, and behind a symbolic link.
 */
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { at, start } from '../../scripts/lib/repository.ts';
import { missingFor, runConfined } from './confined.ts';
import { insensitiveFailures } from './known-failures.ts';
import { build, done, say } from './made.ts';
import { command, NotReady, readCommandLine, runSuites } from './run-suites.ts';
import { insensitiveSuites } from './suites.ts';

const source = join(import.meta.dirname, 'insensitive-fs.c');

/** Compiles a source where the program is missing or older. */
async function compile(program: string): Promise<void> {
  if (existsSync(program) && statSync(program).mtimeMs > statSync(source).mtimeMs) return;
  const packages = await start('pkg-config', ['--cflags', '--libs', 'fuse3', 'glib-2.0']);
  if (packages.code !== 0)
    throw new NotReady(`${packages.output}(apt-get install gcc pkg-config libfuse3-dev libglib2.0-dev)`);
  say('the file system');
  await done('gcc', [
    '-O2',
    '-Wall',
    '-Wextra',
    '-Werror',
    '-o',
    program,
    source,
    ...packages.stdout.trim().split(/\s+/),
  ]);
}

await command(async () => {
  const { folder = join(tmpdir(), 'code-scout-insensitive'), suites } = readCommandLine(insensitiveSuites);
  const lack = missingFor(['gcc', 'pkg-config', 'setpriv', 'unshare']);
  if (lack !== null) throw new NotReady(lack);
  if (!existsSync('/dev/fuse')) throw new NotReady('there is no /dev/fuse');
  const [program, below, mounted] = ['insensitive-fs', 'below', 'mounted'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  // What a run left behind would be found by another spelling in the next.
  rmSync(below, { recursive: true, force: true });
  for (const one of [below, mounted]) mkdirSync(one, { recursive: true });
  await compile(program);
  await build();
  const temporary = `${mounted}/var/folders/zz/zyxvpxvq6csfxvn_n0000000000000/T`;
  return runSuites(
    {
      title: `an insensitive file system, Node ${process.version}`,
      node: process.versions.node.split('.')[0]!,
      repository: at(),
      known: insensitiveFailures,
      run: (args, { seconds, env }) =>
        runConfined({
          // By its subtype, a watcher knows that only this machine changes it.
          prepare: [
            '"$1" -o "source=$2,allow_other,default_permissions,fsname=insensitive,subtype=bindfs" "$3"',
            'mkdir -p "$3/private/var" && ln -sfn private/var "$3/var"',
            'mkdir -p "$4" && chmod 1777 "$4"',
          ],
          given: [program, below, mounted, temporary],
          command: [process.execPath, ...args],
          cwd: at(),
          seconds,
          env: {
            PATH: process.env['PATH'] ?? '',
            HOME: process.env['HOME'] ?? '/root',
            TMPDIR: temporary,
            LC_ALL: 'C.UTF-8',
            NO_COLOR: '1',
            CI: '1',
            ...env,
          },
        }),
    },
    suites,
  );
});
