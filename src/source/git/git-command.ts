/**
 * Runs git on a repository that nobody has vouched for.
 * Invariants: no shell reads what a repository says (where one starts git, it gets all words between quotes); nothing that the repository's
 * configuration names is run, written or fetched; a git that hangs is ended.
 */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { devNull } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { launchOr, type LaunchedProgram, type LaunchRequest } from '../../util/launcher.ts';
import type { GitCommand } from './find-git.ts';
import { cancelled } from '../read/time-slices.ts';

export interface GitRequest {
  folder: string;
  args: readonly string[];
  signal?: AbortSignal | undefined;
  /** A repository can make git wait for ever (a pipe for an ignore file). */
  timeoutMs?: number;
  /** What git is to read. */
  input?: Buffer;
  /** Exit codes besides 0 that are answers, not failures. */
  accepts?: readonly number[];
}

export interface GitOutput {
  stdout: Buffer;
  stderr: string;
}

const defaultTimeoutMs = 60_000;
const maxOutputBytes = 1024 ** 3;
const maxErrorBytes = 256 * 1024;

/** Settings of the repository that would run a program, however git is called. */
const hardening = [
  ...['--no-pager', '-c', 'core.fsmonitor=false', '-c', `core.hooksPath=${devNull}`, '-c', 'submodule.recurse=false'],
  ...['-c', 'protocol.allow=never'],
];

/** Runs git and gives what it wrote; null when it failed, hung or wrote too much. Rejects only when the work was cancelled. */
export async function runGit(git: GitCommand, request: GitRequest): Promise<GitOutput | null> {
  const { signal, timeoutMs = defaultTimeoutMs, accepts = [] } = request;
  const isAborted = (): boolean => signal?.aborted === true;
  if (isAborted()) throw cancelled();
  const output: Buffer[] = [];
  const errors: Buffer[] = [];
  let outputBytes = 0;
  let errorBytes = 0;
  let running: LaunchedProgram | null = null;
  const stop = (): void => running?.kill();
  running = await startGit(git, request, {
    onOutput: (chunk) => {
      outputBytes += chunk.length;
      if (outputBytes > maxOutputBytes) stop();
      else output.push(chunk);
    },
    onError: (chunk) => {
      errorBytes += chunk.length;
      if (errorBytes <= maxErrorBytes) errors.push(chunk);
    },
  });
  const timer = setTimeout(stop, timeoutMs);
  signal?.addEventListener('abort', stop, { once: true });
  if (isAborted()) stop();
  const code = await running.ended;
  clearTimeout(timer);
  signal?.removeEventListener('abort', stop);
  if (isAborted()) throw cancelled();
  if (code !== 0 && !accepts.includes(code ?? -1)) return null;
  return { stdout: Buffer.concat(output), stderr: Buffer.concat(errors).toString('latin1') };
}

type Hooks = Pick<LaunchRequest, 'onOutput' | 'onError'>;

function startGit(
  { program, environment }: GitCommand,
  { folder, input, args: own }: GitRequest,
  hooks: Hooks,
): Promise<LaunchedProgram> {
  const args = [...hardening, ...own];
  const command = { program, args, folder, environment, input, ...hooks };
  return launchOr(command, () => startHere(command));
}

function startHere({ program, args, folder, environment, input, ...hooks }: LaunchRequest): LaunchedProgram {
  const child = spawn(program, args, {
    cwd: folder,
    env: environment,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    windowsHide: true,
  }) as ChildProcessByStdio<Writable | null, Readable, Readable>;
  const { promise: ended, resolve } = Promise.withResolvers<number | null>();
  // `close` follows an `error` of a started child as well; one that could not be started has none, nor, without a free descriptor,
  // pipes. To kill it would kill this process and all of its group: it has the number 0.
  child.on('error', () => resolve(null));
  if (child.pid === undefined) return { ended, kill: () => {} };
  // A git that ends early does not read it all.
  child.stdin?.on('error', () => {}).end(input);
  child.stdout.on('data', hooks.onOutput);
  child.stderr.on('data', hooks.onError);
  child.on('close', resolve);
  return { ended, kill: () => void child.kill('SIGKILL') };
}
