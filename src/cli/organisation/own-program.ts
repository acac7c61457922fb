/** Starts this program once more, with another command line: what `organisation` does is done by the commands that an administrator would type. */
import { StringDecoder } from 'node:string_decoder';
import { AppError, errorCodes, type ErrorCode } from '../../model/error.ts';
import { runProgram, type RunningProgram } from '../../runtime/start-program.ts';

export interface OwnProgram {
  program: { path: string; args: readonly string[] };
  folder: string;
  environment: Readonly<Record<string, string>>;
}

export interface StartedCommand extends Pick<RunningProgram, 'pid' | 'end' | 'kill'> {
  ended: Promise<CommandEnd>;
}

export interface CommandEnd {
  /** Null where a signal ended it. */
  code: number | null;
  /** What the command said of itself, where it failed. */
  error: AppError | null;
  /** Standard output that was no line of JSON. */
  rest: string;
}

/** The most of its output that is kept of a command (characters). */
const mostRest = 1_000_000;

/**
 * Starts a command with `--json`. Ctrl-C does not reach it: whoever has started it ends it.
 * @param onLine each line of its standard output that is a JSON object
 * @param onError each line of its standard error
 */
export async function startCommand(
  { program, folder, environment }: OwnProgram,
  args: readonly string[],
  { onLine, onError }: { onLine: (said: Record<string, unknown>) => void; onError: (line: string) => void },
): Promise<StartedCommand> {
  let rest = '';
  const output = linesOf((line) => {
    const said = jsonObject(line);
    if (said !== null) onLine(said);
    else if (rest.length < mostRest) rest += `${line}\n`;
  });
  const errors = linesOf(onError);
  const running = await runProgram({
    program: program.path,
    args: [...program.args, '--json', ...args],
    ...{ folder, environment, ownGroup: true, onOutput: output.take, onError: errors.take },
  });
  const ended = running.ended.then((code) => {
    output.end();
    errors.end();
    return { code, error: errorIn(rest), rest };
  });
  return { ...running, ended };
}

/** Runs a command to its end, and returns what it printed. Rejects with its own error. */
export async function runCommand(own: OwnProgram, args: readonly string[], signal: AbortSignal): Promise<unknown> {
  signal.throwIfAborted();
  let printed: unknown = null;
  let complaint = '';
  const started = await startCommand(own, args, {
    onLine: (said) => (printed = said),
    onError: (line) => (complaint ||= line),
  });
  // It may have been aborted while the program was started.
  if (signal.aborted) started.end();
  else signal.addEventListener('abort', started.end, { once: true });
  const { code, error, rest } = await started.ended;
  signal.removeEventListener('abort', started.end);
  signal.throwIfAborted();
  if (code === 0) return printed ?? jsonObject(rest);
  const command = `code-scout ${args.slice(0, 2).join(' ')}`;
  throw error ?? new AppError('InternalError', `\`${command}\` has ended with ${code ?? 'a signal'}`, complaint === '' ? {} : { hint: complaint }); // prettier-ignore
}

function linesOf(onLine: (line: string) => void): { take(chunk: Buffer): void; end(): void } {
  const decoder = new StringDecoder('utf8');
  let open = '';
  return {
    take: (chunk) => {
      const lines = (open + decoder.write(chunk)).split('\n');
      open = lines.pop()!;
      for (const line of lines) onLine(line);
    },
    end: () => {
      if (open !== '') onLine(open);
    },
  };
}

function jsonObject(text: string): Record<string, unknown> | null {
  if (!text.startsWith('{')) return null;
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}

/** The error of a command that was started with `--json`. */
function errorIn(printed: string): AppError | null {
  const said = jsonObject(printed.slice(printed.indexOf('{')))?.['error'] as
    | { type: ErrorCode; message: string; hint: string | null }
    | undefined;
  if (said === undefined || !errorCodes.includes(said.type)) return null;
  return new AppError(said.type, said.message, said.hint === null ? {} : { hint: said.hint });
}
