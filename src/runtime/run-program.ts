/**
 * Starts a program directly, without a shell: whatever a repository says is an argument and nothing else. It gets its arguments, environment,
 * folder and input as they are given.
 */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

export interface ProgramRequest {
  /** Absolute path. */
  program: string;
  args: readonly string[];
  folder: string;
  /** All of it: nothing is inherited. */
  environment: Readonly<Record<string, string>>;
  /** What it reads. Default: nothing. */
  input?: Buffer | string | undefined;
  onOutput: (chunk: Buffer) => void;
  onError: (chunk: Buffer) => void;
}

export interface RunningProgram {
  /** Its exit code; null where a signal ended it. */
  ended: Promise<number | null>;
  kill: () => void;
}

/** Resolves when it runs. Rejects as the system does where it cannot be started (`ENOENT`, `EAGAIN`, …). */
export async function runProgram(request: ProgramRequest): Promise<RunningProgram> {
  const { program, args, folder, environment, input, onOutput, onError } = request;
  const child = spawn(program, args, {
    cwd: folder,
    env: environment,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    windowsHide: true,
  }) as ChildProcessByStdio<Writable | null, Readable, Readable>;
  // One that was not started may have no pipes, and the number 0, by which it is not to be ended.
  await once(child, 'spawn');
  const { promise: ended, resolve } = Promise.withResolvers<number | null>();
  // `close` follows, and tidies up.
  child.on('error', () => {});
  // A program that ends early does not read it all.
  child.stdin?.on('error', () => {}).end(input);
  child.stdout.on('data', onOutput);
  child.stderr.on('data', onError);
  child.on('close', resolve);
  return { ended, kill: () => void child.kill('SIGKILL') };
}
