/**
 * Runs git on a repository that nobody has vouched for.
 * Invariants: no shell reads what a repository says (where one starts git, it gets all words between quotes); git is found in absolute folders of PATH outside the repository; no variable or setting of the environment
 * points it elsewhere; nothing that the repository's configuration names is run, written or fetched; a git that hangs is ended.
 */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { devNull, homedir } from 'node:os';
import { delimiter, isAbsolute, join, relative } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { launchOr, type LaunchedProgram, type LaunchRequest } from '../util/launcher.ts';
import { cancelled } from './time-slices.ts';

export type GitEnvironment = Readonly<Record<string, string | undefined>>;

export interface GitCommand {
  /** Path of the program. */
  program: string;
  environment: Record<string, string>;
}

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

/** Where programs are when the caller names no PATH. */
const standardFolders =
  process.platform === 'win32'
    ? ['C:\\Program Files\\Git\\cmd', 'C:\\Program Files\\Git\\bin']
    : ['/usr/local/bin', '/opt/homebrew/bin', '/usr/bin', '/bin'];

/** Settings of the repository that would run a program, however git is called. */
const hardening = [
  ...['--no-pager', '-c', 'core.fsmonitor=false', '-c', `core.hooksPath=${devNull}`, '-c', 'submodule.recurse=false'],
  ...['-c', 'protocol.allow=never'],
];

/** Variables that only limit where git looks. All others of its own could point it at other repositories, settings or programs. */
const keptVariables = new Set(['GIT_CEILING_DIRECTORIES', 'GIT_DISCOVERY_ACROSS_FILESYSTEM']);

/** Finds git for use on a root, or null where there is none. `environment` is what the child inherits from. */
export function findGit(root: string, environment: GitEnvironment | undefined): GitCommand | null {
  const inherited = environment ?? defaultEnvironment();
  const child: Record<string, string> = {};
  let path: string | undefined;
  for (const [name, value] of Object.entries(inherited)) {
    const upper = name.toUpperCase();
    if (value === undefined || (upper.startsWith('GIT_') && !keptVariables.has(upper))) continue;
    if (upper === 'PATH') path = value;
    child[name] = value;
  }
  const folders = path === undefined ? standardFolders : path.split(delimiter);
  const program = findProgram(folders, root);
  if (program === null) return null;
  Object.assign(child, {
    LC_ALL: 'C',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    // An empty list: no transport at all, whatever the configuration says.
    GIT_ALLOW_PROTOCOL: '',
  });
  return { program, environment: child };
}

function defaultEnvironment(): GitEnvironment {
  try {
    return { HOME: homedir() };
  } catch {
    // The user id has no entry in the system's table.
    return {};
  }
}

function findProgram(folders: readonly string[], root: string): string | null {
  for (const folder of folders) {
    // A relative folder, or one below the root, is a place where the repository could put a program of its own.
    if (!isAbsolute(folder) || isBelow(root, folder)) continue;
    const program = join(folder, process.platform === 'win32' ? 'git.exe' : 'git');
    try {
      if (!statSync(program).isFile()) continue;
      accessSync(program, constants.X_OK);
      return program;
    } catch {
      // Not there.
    }
  }
  return null;
}

function isBelow(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || (!way.startsWith('..') && !isAbsolute(way));
}

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
