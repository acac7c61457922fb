/** Reports an error: `Error: …` and its hint on standard error, or as JSON on standard output. */
import { toAppError } from '../model/error.ts';
import { hintOf } from '../tools/next-step.ts';
import { commandWording } from './command-wording.ts';
import { exitCodeOf } from './exit-codes.ts';
import type { ExitCode } from './exit-codes.ts';
import { foldText } from './terminal/fold.ts';
import { printableJson, printableLines } from './terminal/printable.ts';
import type { Terminal } from './terminal/terminal.ts';

export interface FailureOptions {
  json: boolean;
  /** Prints the stack traces of the error and its causes. */
  verbose: boolean;
}

/** The stack traces of the error and its causes, at most ten. */
function trace(error: unknown): string[] {
  const lines: string[] = [];
  for (let cause = error; cause instanceof Error && lines.length < 10; cause = cause.cause) {
    lines.push(cause.stack ?? cause.message);
  }
  return lines;
}

export function reportFailure(thrown: unknown, terminal: Terminal, { json, verbose }: FailureOptions): ExitCode {
  const error = toAppError(thrown);
  const hint = hintOf(error, commandWording(null));
  if (json) {
    const { code, message, details } = error;
    const report = { type: code, message, hint, details, timestamp: Date.now() };
    terminal.out(printableJson({ error: report }));
  } else {
    const text = foldText(printableLines(`Error: ${error.message}`), terminal.errWidth);
    terminal.err(text.replace('Error:', terminal.paintErr('red', 'Error:')));
    if (hint !== null) terminal.err(foldText(printableLines(hint), terminal.errWidth));
  }
  if (verbose) for (const text of trace(thrown)) terminal.err(printableLines(text));
  return exitCodeOf(error.code);
}
