/**
 * The program as a process that can be killed, starved and shut out. Invariant: nothing of the machine's user reaches it, and none of these
 * processes outlives the one that started it.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The unbuilt program. */
export const sourceEntry = fileURLToPath(new URL('../../src/cli/bin.ts', import.meta.url));

export interface ProgramOptions {
  cwd: string;
  /** Default: the unbuilt program. */
  entry?: string;
  env?: Readonly<Record<string, string>>;
  /** The user to run as. */
  uid?: number;
  /** Files that it may have open at a time. */
  openFiles?: number;
}

export interface Outcome {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface Started {
  process: ChildProcess;
  ended: Promise<Outcome>;
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export function start(args: readonly string[], options: ProgramOptions): Started {
  const { cwd, entry = sourceEntry, env = {}, uid, openFiles } = options;
  const command = [process.execPath, entry, ...args];
  const limited =
    openFiles === undefined ? command : ['sh', '-c', `ulimit -n ${openFiles} && exec "$@"`, 'sh', ...command];
  const child = spawn(limited[0]!, limited.slice(1), {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: cwd, XDG_CONFIG_HOME: `${cwd}/.config`, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    // What it kills by mistake is its own group, not ours.
    detached: openFiles !== undefined,
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  running.add(child);
  const outcome: Outcome = { code: null, signal: null, stdout: '', stderr: '' };
  child.stdin.on('error', () => {});
  child.stdout.setEncoding('utf8').on('data', (text: string) => (outcome.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (outcome.stderr += text));
  const ended = new Promise<Outcome>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      running.delete(child);
      resolve({ ...outcome, code, signal });
    });
  });
  return { process: child, ended };
}

/** Runs a command to its end. */
export function run(args: readonly string[], options: ProgramOptions): Promise<Outcome> {
  const { process: child, ended } = start(args, options);
  child.stdin?.end();
  return ended;
}
