/**
 * A folder with Wine, Windows' Nodes and a copy of this repository, and programs that run in it.
 * Invariant: each program has a process and a mount namespace of its own, so that nothing that it started outlives it, and nothing stays mounted.
 */
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { build, copyRepository, done, installPackage, unpackNode } from '../systems/made.ts';
import { NotReady } from '../systems/run-suites.ts';

/** Paths in the folder's root, which is drive Z: of Wine. */
const copied = '/build/code-scout';
const installed = '/build/installed';
const outputs = '/build/outputs';
/** Where users of Windows have it. */
const git = 'Program Files/Git';
const driveC = '/root/wp/drive_c';
export const drive = 'Z:';

export interface Wine {
  /** The folder whose root the programs see. */
  root: string;
  /** The copy of this repository, as the programs name it. */
  repository: string;
  /** The entry of the packed and installed program, as the programs name it. */
  installedEntry: string;
}

export interface Ended {
  /** Null when the time was over. */
  code: number | null;
  /** Standard output and error, which go to a file: Wine cannot give a Unix pipe to Node. */
  output: string;
}

const windows = { os: 'win32', cpu: 'x64' } as const;

/** What is missing on this machine, in words for its user; null when nothing is. */
export function missing(): string | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'this runs on Linux on x64 only';
  if (process.getuid?.() !== 0)
    return 'a root folder of its own needs the superuser: run it as root, in a container for instance';
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  const absent = ['debootstrap', 'setpriv', 'unshare', 'chroot', 'tar'].filter(
    (name) => !folders.some((folder) => existsSync(join(folder, name))),
  );
  return absent.length === 0 ? null : `not found: ${absent.join(', ')} (apt-get install debootstrap)`;
}

/** Wine 10 is the first that runs Node 24: Debian's release before has 8. */
async function makeRoot(root: string, say: (text: string) => void): Promise<void> {
  if (existsSync(join(root, 'usr', 'lib', 'wine', 'wine64'))) return;
  say('Debian with Wine (1.4 GB, some minutes)');
  const begun = `${root}.begun`;
  rmSync(begun, { recursive: true, force: true });
  await done('unshare', ['--mount', 'debootstrap', '--variant=minbase', '--include=wine64,wine', 'trixie', begun]);
  renameSync(begun, root);
}

async function makeGit(root: string, say: (text: string) => void): Promise<void> {
  const target = join(driveC, git);
  if (existsSync(join(root, target))) return;
  say('git for Windows, compiled from Debian’s source (some minutes)');
  for (const name of ['build.sh', 'sh.c'])
    copyFileSync(join(import.meta.dirname, 'git', name), join(root, 'tmp', name));
  // Compilers need /dev/null; what is mounted goes with the namespace.
  const script = 'mount --rbind /dev "$1/dev" && exec chroot "$1" sh /tmp/build.sh /tmp/sh.c "$2"';
  await done('unshare', ['--mount', 'sh', '-c', script, 'sh', root, target]);
}

function exec(
  wine: Pick<Wine, 'root'>,
  command: readonly string[],
  { cwd, seconds, env = {} }: ExecOptions,
): Promise<Ended> {
  const file = join(wine.root, outputs, 'last.txt');
  mkdirSync(dirname(file), { recursive: true });
  const settings: Record<string, string> = {
    WINEDEBUG: '-all',
    WINEPREFIX: '/root/wp',
    HOME: '/root',
    PATH: '/usr/lib/wine:/usr/bin:/bin',
    CI: '1',
    NO_COLOR: '1',
    // Else Wine knows no names outside of ASCII.
    LC_ALL: 'C.UTF-8',
    // Added to the PATH of programs of Windows.
    WINEPATH: `C:\\${git.replaceAll('/', '\\')}\\bin`,
    ...env,
  };
  // The first process of the namespace is `timeout`; when it ends, the kernel ends all others.
  const script = [
    'set -e',
    'root=$1; cwd=$2; seconds=$3; output=$4; shift 4',
    'mount -t proc proc "$root/proc"',
    'mount --rbind /dev "$root/dev"',
    'cd /',
    `exec timeout -k 5 "$seconds" chroot "$root" env -i "$@" >"$output" 2>&1`,
  ].join('\n');
  const assignments = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  const inner = ['sh', '-c', 'cd "$1" && shift && exec "$@"', 'sh', cwd, ...command];
  const args = [
    '--mount',
    '--pid',
    '--fork',
    '--kill-child',
    'sh',
    '-c',
    script,
    'sh',
    wine.root,
    cwd,
    `${seconds}`,
    file,
  ];
  return new Promise((resolve, failed) => {
    // However this process ends, the namespace ends with it.
    const held = ['--pdeathsig', 'KILL', 'unshare', ...args, ...assignments, ...inner];
    const child = spawn('setpriv', held, { stdio: ['ignore', 'inherit', 'inherit'] });
    child.on('error', failed);
    child.on('close', (code) => {
      const output = existsSync(file) ? readFileSync(file, 'utf8') : '';
      resolve({ code: code === 124 || code === 137 ? null : code, output });
    });
  });
}

export interface ExecOptions {
  /** A path in the root. */
  cwd: string;
  seconds: number;
  env?: Readonly<Record<string, string>>;
}

/** Runs a script under Windows' Node. */
export function runNode(
  wine: Wine,
  version: string,
  args: readonly string[],
  options: Partial<ExecOptions>,
): Promise<Ended> {
  // What a test left behind when it was ended is not there for the next one.
  rmSync(join(wine.root, driveC, 'users/root/AppData/Local/Temp'), { recursive: true, force: true });
  mkdirSync(join(wine.root, driveC, 'users/root/AppData/Local/Temp'), { recursive: true });
  const node = `/node/${version}/bin/node.exe`;
  return exec(wine, ['/usr/lib/wine/wine64', node, ...args], { cwd: copied, seconds: 600, ...options });
}

export function prepareNode(wine: Wine, version: string): Promise<void> {
  return unpackNode(join(wine.root, 'node', version), 'win-x64', version);
}

/** Installs the packed program as a user of Windows would. Throws NotReady. */
export async function installForWindows(wine: Wine): Promise<void> {
  await installPackage(join(wine.root, installed), windows);
}

/** Makes what is missing. Throws NotReady. */
export async function prepareWine(folder: string, say: (text: string) => void): Promise<Wine> {
  mkdirSync(folder, { recursive: true });
  const root = join(folder, 'root');
  await makeRoot(root, say);
  if (!existsSync(join(root, 'root', 'wp', 'system.reg'))) {
    say('Wine’s own folder');
    // The registry is written when the server ends, a moment later.
    const boot = 'wine64 wineboot -i && wineserver64 --wait';
    const { code, output } = await exec({ root }, ['sh', '-c', boot], {
      cwd: '/root',
      seconds: 300,
    });
    if (code !== 0) throw new NotReady(`wineboot: ${code ?? 'did not end'}\n${output.slice(-2000)}`);
  }
  await makeGit(root, say);
  // Else Wine does not know what `localhost` is.
  writeFileSync(join(root, 'etc', 'hosts'), '127.0.0.1 localhost\n::1 localhost\n');
  await build();
  await copyRepository(join(root, copied), windows);
  return {
    root,
    repository: `${drive}${copied}`,
    installedEntry: `${drive}${installed}/node_modules/code-scout-mcp/dist/bin.js`,
  };
}

/** A file that a program wrote into its copy of the repository, read and removed; null when there is none. */
export function takeFile(wine: Wine, path: string): string | null {
  const file = join(wine.root, copied, path);
  if (!existsSync(file)) return null;
  const text = readFileSync(file, 'utf8');
  rmSync(file);
  return text;
}
