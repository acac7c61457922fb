/**
 * Runs the program as a process that can be killed, limited and run as another user.
 * Invariant: no setting of the machine's user reaches the process, and no such process survives a test that calls
 * `endPrograms` at its end.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { programEntry } from '../program-entry.ts';

export interface ProgramOptions {
  cwd: string;
  /** Default: the built program where it is current. */
  entry?: string;
  env?: Readonly<Record<string, string>>;
  /** The id of the user to run as. */
  uid?: number;
  /** The limit of files that it may have open at a time. */
  openFiles?: number;
  /** The limit of its address space (KiB). */
  addressSpace?: number;
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

const running = new Map<ChildProcess, { end: () => void; ended: Promise<void> }>();
// Vitest may end the test process without `afterAll`.
process.once('exit', () => {
  for (const { end } of running.values()) end();
});

/** Ends all processes that still run, and waits until they have ended: for `afterAll`. */
export async function endPrograms(): Promise<void> {
  for (const { end } of running.values()) end();
  await Promise.all([...running.values()].map(({ ended }) => ended));
}

/** Registers a process that `endPrograms` ends; by SIGTERM where it has to end its own processes first. */
export function endLater(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): void {
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('close', () => resolve());
  });
  running.set(child, { end: () => child.kill(signal), ended });
  void ended.then(() => running.delete(child));
}

export function start(args: readonly string[], options: ProgramOptions): Started {
  const { cwd, entry = programEntry, env = {}, uid, openFiles, addressSpace } = options;
  const command = [process.execPath, entry, ...args];
  const limits = [
    ...(openFiles === undefined ? [] : [`ulimit -n ${openFiles}`]),
    ...(addressSpace === undefined ? [] : [`ulimit -v ${addressSpace}`]),
  ];
  const limited = limits.length === 0 ? command : ['sh', '-c', [...limits, 'exec "$@"'].join(' && '), 'sh', ...command];
  const child = spawn(limited[0]!, limited.slice(1), {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: `${cwd}/.home/user`, XDG_CONFIG_HOME: `${cwd}/.config`, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    // A wrong kill of a process group must hit only this group, not ours.
    detached: limits.length > 0,
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  endLater(child);
  const outcome: Outcome = { code: null, signal: null, stdout: '', stderr: '' };
  child.stdin.on('error', () => {});
  child.stdout.setEncoding('utf8').on('data', (text: string) => (outcome.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (outcome.stderr += text));
  const ended = new Promise<Outcome>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ ...outcome, code, signal }));
  });
  return { process: child, ended };
}

/** Runs a command until it ends. */
export function run(args: readonly string[], options: ProgramOptions): Promise<Outcome> {
  const { process: child, ended } = start(args, options);
  child.stdin?.end();
  return ended;
}
