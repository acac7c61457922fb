/**
 * Runs one command line, and ends the process where that was all. Invariants: never rejects; whatever fails is told once, and the exit code says
 * of which kind it was.
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

/** commander's complaint as ours: `error: unknown option '--x'\n(Did you mean --y?)`. */
function usageError(error: CommanderFailure, command: string | undefined): AppError {
  const [first = '', ...rest] = error.message.replace(/^error: /, '').split('\n');
  const guess = rest.join(' ').replace(/^\((.*)\)$/, '$1 ');
  return new AppError('ValidationError', first.charAt(0).toUpperCase() + first.slice(1), {
    hint: `${guess}\`code-scout ${command === undefined ? '--help` lists commands and options' : `${command} --help\` shows how it is called`}.`,
    cause: error,
  });
}

/** Without arguments an agent is waiting for its server: the command library is not even loaded. */
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
    // --help and --version end this way too.
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
  // A server has none yet.
  if (process.exitCode !== undefined) await endProcess();
}
