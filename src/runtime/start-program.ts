/**
 * Starts programs. Other files do not call `node:child_process` (start-program.test.ts).
 * Invariants: a program is given by its absolute path (util/find-program.ts), since the system would look for a bare name in the current folder too. No
 * shell interprets anything from a repository. No program outlives this process, except those that are the user's: a browser, a pager.
 */
import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { isFullPath } from '../util/paths/system-paths.ts';
import { guardChild } from './child-guard.ts';
import { nextTurn } from '../util/turns/turns.ts';

export interface ProgramRequest {
  /** Absolute path. */
  program: string;
  args: readonly string[];
  folder: string;
  /** The whole environment: nothing is inherited. */
  environment: Readonly<Record<string, string>>;
  /** Standard input of the program. Default: empty. */
  input?: Buffer | string | undefined;
  /**
   * Whether the program and what it starts are a group: Ctrl-C at the terminal is not for them, none of them can ask anything there, and `kill` ends them all.
   * Windows has no such groups. Default: false.
   */
  ownGroup?: boolean | undefined;
  onOutput: (chunk: Buffer) => void;
  onError: (chunk: Buffer) => void;
}

export interface RunningProgram {
  pid: number;
  /** The program's exit code; null where a signal ended it. */
  ended: Promise<number | null>;
  /** Asks it to end (SIGTERM; on Windows as `kill`). */
  end: () => void;
  /** Nothing more comes of its output. */
  kill: () => void;
}

/** Resolves when the program runs. Rejects with the system's error where it cannot be started (`ENOENT`, `EAGAIN`, …). */
export async function runProgram(request: ProgramRequest): Promise<RunningProgram> {
  const { program, args, folder, environment, input, ownGroup = false, onOutput, onError } = request;
  requireFullPath(program);
  const isGroup = ownGroup && process.platform !== 'win32';
  // To start a process holds this one for as long as the system copies its memory map: 20 ms in a large server. Several do not add up.
  await nextTurn();
  const child = spawn(program, args, {
    cwd: folder,
    env: environment,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    detached: isGroup,
    windowsHide: true,
  }) as ChildProcessByStdio<Writable | null, Readable, Readable>;
  guardChild(child, isGroup);
  // Waits for the start: a process that could not be started may have no pipes, and no pid to end it by.
  await once(child, 'spawn');
  const { promise: ended, resolve } = Promise.withResolvers<number | null>();
  // An error is not an end: the `close` event follows.
  child.on('error', () => {});
  // A program that ends early does not read all of its input.
  child.stdin?.on('error', () => {}).end(input);
  child.stdout.on('data', onOutput);
  child.stderr.on('data', onError);
  child.on('close', resolve);
  let isOver = false;
  child.once('close', () => (isOver = true));
  const kill = (): void => {
    if (isGroup && !isOver) killGroup(child.pid!);
    child.kill('SIGKILL');
    // A program that it has started may go on, and hold its output open.
    for (const stream of [child.stdout, child.stderr]) stream.destroy();
  };
  return { pid: child.pid!, ended, end: () => void child.kill('SIGTERM'), kill };
}

/** @param pid of the program that leads it, which may have ended before the others */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of them have ended.
  }
}

/** A program that one asks over its input and output. */
export type ServiceProgram = ChildProcessByStdio<Writable, Readable, null>;

/** Starts a program that runs until it is killed. Throws where the system lacks resources; another failure is the child's `error` event. */
export function startService(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): ServiceProgram {
  requireFullPath(program);
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true, env: environment });
  guardChild(child);
  return child;
}

/** Starts a program with the user's terminal and our text as its input; it is the user who ends it. @param program absolute path */
export function startAtTerminal(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): ChildProcessByStdio<Writable, null, null> {
  requireFullPath(program);
  return spawn(program, args, { stdio: ['pipe', 'inherit', 'inherit'], env: environment });
}

/** Has the user's shell run a line that the user wrote. cmd.exe, too, does not look in the current folder first. */
export function startInShell(
  line: string,
  environment: Readonly<Record<string, string>>,
): ChildProcessByStdio<Writable, null, null> {
  const env = { ...environment, NoDefaultCurrentDirectoryInExePath: '1' };
  return spawn(line, { shell: true, stdio: ['pipe', 'inherit', 'inherit'], env });
}

/** Starts a program of the user, such as a browser, which outlives this process. @param program absolute path */
export function startDetached(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): void {
  requireFullPath(program);
  const child: ChildProcess = spawn(program, args, {
    env: environment,
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
  });
  child.on('error', () => {});
  child.unref();
}

export interface ProgramOutput {
  code: number | null;
  stdout: string;
}

/** Runs a program to its end, and returns what it printed. Rejects where it cannot be started. Killed after `timeoutMs`. */
export async function outputOf(
  request: Pick<ProgramRequest, 'program' | 'args' | 'environment'> & { timeoutMs: number },
): Promise<ProgramOutput> {
  const chunks: Buffer[] = [];
  const { timeoutMs, ...start } = request;
  const running = await runProgram({
    ...start,
    folder: process.cwd(),
    onOutput: (chunk) => chunks.push(chunk),
    onError: () => {},
  });
  const timer = setTimeout(running.kill, timeoutMs);
  const code = await running.ended;
  clearTimeout(timer);
  return { code, stdout: Buffer.concat(chunks).toString('utf8') };
}

function requireFullPath(program: string): void {
  if (!isFullPath(program))
    throw Object.assign(new Error(`No absolute path of a program: ${program}`), { code: 'ENOENT' });
}
