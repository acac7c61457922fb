/** Runs one command line in this process, on a terminal that keeps what is printed. */
import { readEnvironment } from '../../config/environment.ts';
import { reportFailure } from '../failure.ts';
import { createProgram } from '../program.ts';
import type { Terminal } from '../terminal/terminal.ts';

export interface CommandRun {
  code: number | null;
  /** Standard output and standard error. */
  output: string;
  /** Standard output alone. */
  out: string[];
}

/**
 * @param home the home folder for the run, so that settings of the person who runs the test have no effect
 * @param terminal its width; null: the output is a pipe
 */
export async function runCommandLine(
  args: readonly string[],
  cwd: string,
  home: string,
  { width = 100 }: { width?: number | null } = {},
): Promise<CommandRun> {
  const lines: string[] = [];
  const out: string[] = [];
  const print = (line: string): void => void lines.push(line);
  const terminal: Terminal = {
    environment: { ...readEnvironment(), userConfigDirectory: home, homeDirectory: home, settings: new Map() },
    workingDirectory: cwd,
    out: (line) => {
      print(line);
      out.push(...line.split('\n'));
    },
    err: print,
    errRaw: () => {},
    width,
    errColumns: () => 100,
    errWidth: null,
    hasStyles: false,
    paint: (_, text) => text,
    paintErr: (_, text) => text,
    setColor: () => {},
    usePager: () => {},
    progressStyle: 'none',
    inputIsTerminal: false,
    cancellation: () => new AbortController().signal,
  };
  let code: number | null = null;
  const program = createProgram({ terminal, exit: (one) => (code = one) });
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    const isHelp = error instanceof Error && 'exitCode' in error && error.exitCode === 0;
    code = isHelp ? 0 : reportFailure(error, terminal, { json: false, verbose: false });
  }
  return { code, output: lines.join('\n'), out };
}
