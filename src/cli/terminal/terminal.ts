/** The terminal of a command: where it writes and reads. One object instead of globals, so that tests can see what is printed. */
import { styleText } from 'node:util';
import { readEnvironment } from '../../config/environment.ts';
import type { Environment } from '../../config/environment.ts';
import { Output } from './output.ts';
import type { ProgressStyle } from './progress.ts';

type Paint = 'bold' | 'dim' | 'red' | 'green' | 'yellow';

export interface Terminal {
  environment: Environment;
  workingDirectory: string;
  /** Writes one line to standard output. The caller has made the text safe to print. */
  out(line: string): void;
  /** Writes one line to standard error. */
  err(line: string): void;
  /** Writes to standard error as it is. */
  errRaw(text: string): void;
  /** Columns of standard output; null where it is not a terminal, so that nothing is folded. */
  width: number | null;
  /** Columns of standard error. */
  errColumns(): number;
  /** Colours text for standard output, if colours are wanted. */
  paint(style: Paint, text: string): string;
  paintErr(style: Paint, text: string): string;
  progressStyle: ProgressStyle;
  inputIsTerminal: boolean;
  /**
   * A signal that fires at the first Ctrl-C (or SIGTERM). Before this is called, and at the second Ctrl-C, the process ends at once.
   */
  cancellation(): AbortSignal;
}

/** How long cancelled work may take to stop (ms). */
const stopTimeoutMs = 5000;

function createCancellation(): () => AbortSignal {
  let controller: AbortController | null = null;
  return () => {
    if (controller !== null) return controller.signal;
    const created = new AbortController();
    controller = created;
    const onSignal = (): void => {
      if (created.signal.aborted) process.exit(130);
      created.abort();
      // Committed work is safe, so the process may end even if the other work does not stop.
      setTimeout(() => process.exit(130), stopTimeoutMs).unref();
    };
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
    return created.signal;
  };
}

export function processTerminal(): Terminal {
  const environment = readEnvironment();
  const [out, err] = [new Output(1), new Output(2)];
  const painter =
    (output: Output) =>
    (style: Paint, text: string): string =>
      isColorWanted(output, environment) ? styleText(style, text, { validateStream: false }) : text;
  outputs.push(out, err);
  return {
    environment,
    workingDirectory: process.cwd(),
    out: (line) => out.write(`${line}\n`),
    err: (line) => err.write(`${line}\n`),
    errRaw: (text) => err.write(text),
    get width() {
      return out.columns;
    },
    errColumns: () => err.columns ?? 80,
    paint: painter(out),
    paintErr: painter(err),
    get progressStyle() {
      return err.isTerminal && !environment.dumbTerminal ? 'bar' : 'lines';
    },
    // A getter, since opening standard input takes two milliseconds and most commands do not need it.
    get inputIsTerminal() {
      return process.stdin.isTTY ?? false;
    },
    cancellation: createCancellation(),
  };
}

function isColorWanted(output: Output, environment: Environment): boolean {
  if (environment.noColor) return false;
  return environment.forceColor || (output.isTerminal && !environment.dumbTerminal);
}

const outputs: Output[] = [];

/**
 * Ends the process with its exit code. A normal end would first tear down the heap, which takes a twentieth of the time of indexing a small project.
 */
export async function endProcess(): Promise<void> {
  await Promise.all(outputs.map((output) => output.written()));
  process.exit();
}
