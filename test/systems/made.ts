/** What a run on another system needs, made where it is missing: Node's programs, a copy of the repository, the packed and installed program. */
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { at, start } from '../../scripts/lib/repository.ts';
import type { Ended } from './confined.ts';
import { NotReady } from './run-suites.ts';

/** A kind of machine, as flags of npm. */
export type Target = { os: 'linux'; cpu: 'x64' | 'arm64'; libc: 'glibc' | 'musl' } | { os: 'win32'; cpu: 'x64' };

export const say = (text: string): void => console.log(`making: ${text}`);

/** Runs a program to its end. @throws NotReady where it fails */
export async function done(program: string, args: readonly string[], cwd = at()): Promise<string> {
  const { code, output, stdout } = await start(program, args, { cwd });
  if (code !== 0) throw new NotReady(`${program} ${args.join(' ')}: exit code ${code}\n${output.slice(0, 2000)}`);
  return stdout;
}

const quietly = ['--ignore-scripts', '--no-audit', '--no-fund'];

/** @param machine null: this one */
function flagsFor(machine: Target | null): string[] {
  return [...Object.entries(machine ?? {}).map(([flag, value]) => `--${flag}=${value}`), ...quietly];
}

/**
 * The program `node` of a version (`22.18.0`, `24`), from npm's package for a machine: `linux-arm64`. Kept in `folder`.
 * A version without its three numbers is the newest of that one.
 */
export async function nodeProgram(folder: string, machine: string, version: string): Promise<string> {
  const target = join(folder, `node-${machine}-${version}`);
  await unpackNode(target, machine, version);
  return join(target, 'bin', 'node');
}

/** Unpacks npm's package of a Node into a folder, unless that is there. @param machine as the packages are named: `linux-arm64`, `win-x64` */
export async function unpackNode(target: string, machine: string, version: string): Promise<void> {
  if (existsSync(target)) return;
  say(`Node ${version} for ${machine}`);
  const begun = `${target}.begun`;
  rmSync(begun, { recursive: true, force: true });
  mkdirSync(begun, { recursive: true });
  const packed = await done(
    'npm',
    ['pack', '--json', '--pack-destination', begun, `node-${machine}@${version}`],
    begun,
  );
  const [{ filename } = { filename: '' }] = JSON.parse(packed) as { filename: string }[];
  await done('tar', ['-xzf', join(begun, filename), '-C', begun, '--strip-components=1']);
  rmSync(join(begun, filename));
  renameSync(begun, target);
}

/** The files that git knows or would take, the built program, and the packages for a machine, which stay while the lock file is the same. */
export async function copyRepository(target: string, machine: Target): Promise<void> {
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(target))
    if (name !== 'node_modules') rmSync(join(target, name), { recursive: true, force: true });
  const listed = await done('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  for (const path of listed.split('\0')) {
    if (path === '' || statSync(at(path), { throwIfNoEntry: false })?.isFile() !== true) continue;
    mkdirSync(dirname(join(target, path)), { recursive: true });
    copyFileSync(at(path), join(target, path));
  }
  // The last, so that it is newer than the sources: the tests start it only then.
  cpSync(at('dist'), join(target, 'dist'), { recursive: true });
  const lock = `${JSON.stringify(machine)}\n${readFileSync(at('package-lock.json'), 'utf8')}`;
  const marker = join(target, 'node_modules', '.lock-of-machine');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === lock) return;
  say(`the packages, with the native parts for ${Object.values(machine).join(', ')}`);
  await done('npm', ['ci', ...flagsFor(machine)], target);
  writeFileSync(marker, lock);
}

/** Runs a Node of this machine in this repository, with a time limit. */
export function runNode(
  node: string,
  args: readonly string[],
  { seconds, env }: { seconds: number; env: Readonly<Record<string, string>> },
): Promise<Ended> {
  const options = {
    cwd: at(),
    env: { ...process.env, NO_COLOR: '1', ...env },
    timeout: seconds * 1000,
    killSignal: 'SIGKILL' as const,
    maxBuffer: 256 * 1024 ** 2,
  };
  return new Promise((resolve) => {
    execFile(node, args, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
      resolve({ code, output: stdout + stderr });
    });
  });
}

export async function build(): Promise<void> {
  await done(process.execPath, [at('scripts', 'build.ts'), '--if-changed']);
}

/**
 * Packs the built program, and installs it as a user of that machine would. Returns the folder of the installed package.
 * @param machine null: this one
 */
export async function installPackage(target: string, machine: Target | null): Promise<string> {
  say(`the packed program, installed for ${machine === null ? 'this machine' : Object.values(machine).join(', ')}`);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const packed = await done('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', target]);
  const [{ filename } = { filename: '' }] = JSON.parse(packed) as { filename: string }[];
  writeFileSync(join(target, 'package.json'), '{ "private": true }\n');
  await done('npm', ['install', ...flagsFor(machine), `./${filename}`], target);
  return join(target, 'node_modules', 'code-scout-mcp');
}
