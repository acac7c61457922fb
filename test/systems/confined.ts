/**
 * Commands in a mount and process namespace of their own.
 * Invariant: what a command starts and mounts ends with it, and it ends with this process.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface Confined {
  /** Lines of a shell, for the superuser of the namespace: mounts, limits. They end at the first that fails. `$1` and so on are `given`. */
  prepare: readonly string[];
  given?: readonly string[];
  /** A user namespace, too, in which there is no user but the superuser: its own kinds of executables can be registered there. */
  hasOwnUsers?: boolean;
  command: readonly string[];
  cwd: string;
  seconds: number;
  env: Readonly<Record<string, string>>;
}

export interface Ended {
  /** Null when the time was over. */
  code: number | null;
  /** The last of standard output and error. */
  output: string;
}

/** What is missing on this machine, in words for its user; null where nothing is. */
export function missingFor(programs: readonly string[]): string | null {
  if (process.platform !== 'linux') return 'this runs on Linux only';
  if (process.getuid?.() !== 0)
    return 'namespaces with mounts need the superuser: run it as root, in a container for instance';
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  const absent = programs.filter((name) => !folders.some((folder) => existsSync(join(folder, name))));
  return absent.length === 0 ? null : `not found: ${absent.join(', ')}`;
}

const keptOutput = 20_000;

export function runConfined(request: Confined): Promise<Ended> {
  const { prepare, given = [], hasOwnUsers = false, command, cwd, seconds, env } = request;
  // The first process of the namespace is `timeout`; when it ends, the kernel ends all others.
  const script = [
    'set -e',
    'mount -t proc proc /proc',
    ...prepare,
    `shift ${given.length}`,
    `exec timeout -k 5 ${seconds} "$@"`,
  ].join('\n');
  const users = hasOwnUsers ? ['--user', '--map-root-user'] : [];
  const namespace = ['unshare', ...users, '--mount', '--pid', '--fork', '--kill-child'];
  const held = ['--pdeathsig', 'KILL', ...namespace, 'sh', '-c', script, 'sh', ...given, ...command];
  return new Promise((resolve, failed) => {
    const child = spawn('setpriv', held, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const take = (text: string): void => void (output = (output + text).slice(-keptOutput));
    child.stdout.setEncoding('utf8').on('data', take);
    child.stderr.setEncoding('utf8').on('data', take);
    child.on('error', failed);
    child.on('close', (code) => resolve({ code: code === 124 || code === 137 ? null : code, output }));
  });
}
