/**
 * Starts a program directly. No shell interprets anything from a repository: the program gets exactly the given arguments, environment, folder
 * and input.
 */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

export interface ProgramRequest {
  /** Absolute path. */
  program: string;
  args: readonly string[];
  folder: string;
  /** The whole environment: nothing is inherited. */
  environment: Readonly<Record<string, string>>;
  /** Standard input of the program. Default: empty. */
  input?: Buffer | string | undefined;
  onOutput: (chunk: Buffer) => void;
  onError: (chunk: Buffer) => void;
}

export interface RunningProgram {
  /** The program's exit code; null where a signal ended it. */
  ended: Promise<number | null>;
  kill: () => void;
}

/** Resolves when the program runs. Rejects with the system's error where it cannot be started (`ENOENT`, `EAGAIN`, …). */
export async function runProgram(request: ProgramRequest): Promise<RunningProgram> {
  const { program, args, folder, environment, input, onOutput, onError } = request;
  const child = spawn(program, args, {
    cwd: folder,
    env: environment,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    windowsHide: true,
  }) as ChildProcessByStdio<Writable | null, Readable, Readable>;
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
  return { ended, kill: () => void child.kill('SIGKILL') };
}
