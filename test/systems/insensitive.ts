/**
 * `npm run test:insensitive [-- [--folder DIR] [--suite NAME]]`: our tests with all of their files on a file system that finds names whatever their case
 * and Unicode composition (insensitive-fs.c), with its real paths spelled as on
 * the disk (spelled-realpath.c), as macOS and Windows have it. The temporary folder is like that of macOS: long, and behind a symbolic link.
 */
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { at, start } from '../../scripts/lib/repository.ts';
import { missingFor, runConfined } from './confined.ts';
import { insensitiveFailures } from './known-failures.ts';
import { build, done, say } from './made.ts';
import { command, NotReady, readCommandLine, runSuites } from './run-suites.ts';
import { insensitiveSuites } from './suites.ts';

/** Compiles a source of this folder where the result is missing or older. */
async function compile(name: string, target: string, flags: readonly string[]): Promise<void> {
  const source = join(import.meta.dirname, name);
  if (existsSync(target) && statSync(target).mtimeMs > statSync(source).mtimeMs) return;
  say(target);
  await done('gcc', ['-O2', '-Wall', '-Wextra', '-Werror', '-o', target, source, ...flags]);
}

async function librariesOfFileSystem(): Promise<string[]> {
  const packages = await start('pkg-config', ['--cflags', '--libs', 'fuse3', 'glib-2.0']);
  if (packages.code === 0) return packages.stdout.trim().split(/\s+/);
  throw new NotReady(`${packages.output}(apt-get install gcc pkg-config libfuse3-dev libglib2.0-dev)`);
}

await command(async () => {
  const { folder = join(tmpdir(), 'code-scout-insensitive'), suites } = readCommandLine(insensitiveSuites);
  const lack = missingFor(['gcc', 'pkg-config', 'setpriv', 'unshare']);
  if (lack !== null) throw new NotReady(lack);
  if (!existsSync('/dev/fuse')) throw new NotReady('there is no /dev/fuse');
  const program = join(folder, 'insensitive-fs');
  const library = join(folder, 'spelled-realpath.so');
  const [below, mounted, settings] = [join(folder, 'below'), join(folder, 'mounted'), join(folder, 'etc')];
  // What a run left behind would be found by another spelling in the next.
  rmSync(below, { recursive: true, force: true });
  for (const one of [below, mounted, settings]) mkdirSync(one, { recursive: true });
  await compile('insensitive-fs.c', program, await librariesOfFileSystem());
  await compile('spelled-realpath.c', library, ['-shared', '-fPIC']);
  writeFileSync(join(settings, 'ld.so.preload'), `${library}\n`);
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
            // Each look at a file waits for it, on a busy machine for long.
            'nice -n -10 "$1" -o "source=$2,allow_other,default_permissions,fsname=insensitive,subtype=bindfs" "$3"',
            'mkdir -p "$3/private/var" && ln -sfn private/var "$3/var"',
            'mkdir -p "$4" && chmod 1777 "$4"',
            // For all programs, also those that are started with an environment of their own.
            'mount -t overlay overlay -o "lowerdir=/etc:$5" /etc',
          ],
          given: [program, below, mounted, temporary, settings],
          command: [process.execPath, ...args],
          cwd: at(),
          seconds,
          env: {
            PATH: process.env['PATH'] ?? '',
            HOME: process.env['HOME'] ?? '/root',
            TMPDIR: temporary,
            NODE_COMPILE_CACHE: join(folder, 'compile-cache'),
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
