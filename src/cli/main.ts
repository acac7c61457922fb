/**
 * Runs one command line, and ends the process unless a server keeps running. Invariants: never rejects; an error is reported once, and the exit
 * code shows its kind.
 */
import { AppError } from '../model/error.ts';
import { exitCode } from './exit-codes.ts';
import { reportFailure } from './failure.ts';
import { endProcess, processTerminal } from './terminal/terminal.ts';
import type { Terminal } from './terminal/terminal.ts';

interface CommanderFailure extends Error {
  code: string;
  exitCode: number;
}

function isCommanderFailure(error: unknown): error is CommanderFailure {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('commander.')
  );
}

/** Turns an error of commander (`error: unknown option '--x'\n(Did you mean --y?)`) into an `AppError`. */
function usageError(error: CommanderFailure, command: string | undefined): AppError {
  const [first = '', ...rest] = error.message.replace(/^error: /, '').split('\n');
  const guess = rest.join(' ').replace(/^\((.*)\)$/, '$1 ');
  return new AppError('ValidationError', first.charAt(0).toUpperCase() + first.slice(1), {
    hint: `${guess}\`code-scout ${command === undefined ? '--help` lists commands and options' : `${command} --help\` shows how it is called`}.`,
    cause: error,
  });
}

/** Starts the server of a command line without arguments. An agent waits for it, so the command library is not loaded. */
async function serveDefault(terminal: Terminal): Promise<void> {
  const { serveStdio } = await import('./commands/serve-stdio.ts');
  await serveStdio({ terminal, options: {} });
}

async function runCommand(args: readonly string[], terminal: Terminal): Promise<void> {
  const { createProgram } = await import('./program.ts');
  const exit = (code: number): void => {
    process.exitCode = code;
  };
  const program = createProgram({ terminal, exit });
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!isCommanderFailure(error)) throw error;
    // commander ends --help and --version with an error too.
    if (error.exitCode === 0) exit(exitCode.ok);
    else
      throw usageError(
        error,
        program.commands.map((one) => one.name()).find((name) => args.includes(name)),
      );
  }
}

export async function main(args: readonly string[]): Promise<void> {
  const terminal = processTerminal();
  try {
    await (args.length === 0 ? serveDefault(terminal) : runCommand(args, terminal));
  } catch (error) {
    const failure = { json: args.includes('--json'), verbose: args.includes('--verbose') };
    process.exitCode = reportFailure(error, terminal, failure);
  }
  // A server that keeps running has set no exit code.
  if (process.exitCode !== undefined) await endProcess();
}
