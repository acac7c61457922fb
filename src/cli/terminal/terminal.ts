/** The terminal of a command: where it writes and reads. One object instead of globals, so that tests can see what is printed. */
import { readEnvironment } from '../../config/environment.ts';
import type { Environment } from '../../config/environment.ts';
import { Output } from './output.ts';
import type { ProgressStyle } from './progress.ts';
import { styled } from './styles.ts';
import type { Style } from './styles.ts';

export const colorChoices = ['auto', 'always', 'never'] as const;
export type ColorChoice = (typeof colorChoices)[number];

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
  /** Columns that messages on standard error are folded to; null where it is not a terminal. */
  errWidth: number | null;
  /** Whether standard output may get colours or links. */
  hasStyles: boolean;
  /** Colours text for standard output, if colours are wanted. */
  paint(style: Style, text: string): string;
  paintErr(style: Style, text: string): string;
  /** What the user wants: `auto` unless this is called. */
  setColor(choice: ColorChoice): void;
  /** From now on standard output is kept until the end. If it is then longer than the screen, the user's pager shows it. Without effect where it is no terminal. */
  usePager(): void;
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
  let color: ColorChoice = 'auto';
  const isColored = (output: Output): boolean =>
    color === 'auto' ? isColorWanted(output, environment) : color === 'always';
  const painter =
    (output: Output) =>
    (style: Style, text: string): string =>
      isColored(output) ? styled(style, text) : text;
  outputs.push(out, err);
  return {
    environment,
    workingDirectory: process.cwd(),
    out: (line) => {
      if (paged === null) out.write(`${line}\n`);
      else paged.lines.push(line);
    },
    err: (line) => err.write(`${line}\n`),
    errRaw: (text) => err.write(text),
    get width() {
      return out.columns;
    },
    errColumns: () => err.columns ?? 80,
    get errWidth() {
      return err.columns;
    },
    get hasStyles() {
      return isColored(out) || (environment.showsLinks && out.isTerminal);
    },
    paint: painter(out),
    paintErr: painter(err),
    setColor: (choice) => {
      color = choice;
    },
    usePager: () => {
      const { pager, dumbTerminal } = environment;
      if (pager !== null && !dumbTerminal && out.isTerminal)
        paged = { pager, environment: environment.forGit, out, lines: [] };
    },
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

/** What is kept for the pager; null if nothing is to be kept. */
let paged: { pager: string; environment: Environment['forGit']; out: Output; lines: string[] } | null = null;

/** Of the prompt of the shell, so that the first line is not pushed off the screen. */
const promptLines = 1;

async function showPaged(): Promise<void> {
  if (paged === null) return;
  const { pager, environment, out, lines } = paged;
  paged = null;
  if (lines.length === 0) return;
  const text = `${lines.join('\n')}\n`;
  const { screenLines, showInPager } = await import('./pager.ts');
  // A terminal may not know its size, and say 0.
  const isLong = screenLines(text, out.columns || 80) > (out.rows || 24) - promptLines;
  if (!isLong || !(await showInPager(pager, text, environment))) out.write(text);
}

/**
 * Ends the process with its exit code. A normal end would first tear down the heap, which takes a twentieth of the time of indexing a small project.
 */
export async function endProcess(): Promise<void> {
  await showPaged();
  await Promise.all(outputs.map((output) => output.written()));
  process.exit();
}
