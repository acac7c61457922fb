/** Paths in this repository, and how its scripts start programs. */
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** A path below the repository. */
export function at(...parts: string[]): string {
  return join(repository, ...parts);
}

export interface Finished {
  code: number;
  stdout: string;
  /** Standard output and error, in order of arrival. */
  output: string;
}

export interface StartOptions {
  cwd?: string;
  input?: string;
  /** Also prints what the program writes. */
  echo?: boolean;
  env?: Record<string, string | undefined>;
}

/**
 * Runs a program until it ends. Programs of `node_modules/.bin` are found by name, because npm scripts have it in their
 * PATH.
 */
export function start(program: string, args: readonly string[], options: StartOptions = {}): Promise<Finished> {
  return new Promise((done, failed) => {
    const child = spawn(program, args, {
      cwd: options.cwd ?? repository,
      env: {
        ...process.env,
        ...options.env,
        PATH: `${at('node_modules', '.bin')}:${process.env['PATH'] ?? ''}`,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let stdout = '';
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      output += text;
      if (options.echo === true) process.stdout.write(text);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (options.echo === true) process.stderr.write(text);
    });
    child.on('error', failed);
    child.on('close', (code, signal) =>
      done({ code: code ?? 1, stdout, output: signal === null ? output : `${output}\nended by ${signal}` }),
    );
    // A program may end before it has read its input; its exit code then shows the result.
    child.stdin.on('error', () => undefined);
    child.stdin.end(options.input ?? '');
  });
}
