/**
 * Text search in files by ripgrep, whose binary comes with a package: matching lines, and their number per file.
 * Invariants: only the given files are searched, and no user configuration applies. A search ends at its timeout, at its limit or
 * when the caller cancels it.
 */
import { isUtf8 } from 'node:buffer';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as after } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../model/error.ts';
import { outputOf, runProgram, type ProgramRequest, type RunningProgram } from '../runtime/start-program.ts';
import { Backoff } from '../util/backoff.ts';
import { displayPath, rawPathOf } from '../util/bytes/path-bytes.ts';
import { missingPartHint } from '../util/native-parts.ts';
import { findWithoutRipgrep } from './plain-search.ts';
import { mostSpans, type TextEnd, type TextMatch, type TextPattern, type TextSearch } from './text-search.ts';

/** Maximum size of the arguments on one command line (bytes): systems have limits. */
const maxArguments = process.platform === 'win32' ? 24_000 : 400_000;
/** Of a line of the output no more is read (characters). One of 10 MB is shorter with its first matches; with all of them it may be any number of times as long. */
const longestLine = 32_000_000;
/** Maximum length of error output that is retained (characters). */
const maxErrorText = 4000;

/** The matching lines, in no particular order. */
export async function findText(search: TextSearch): Promise<{ matches: TextMatch[]; end: TextEnd }> {
  const { utf8, others } = splitByEncoding(search);
  const direct = findWithoutRipgrep({ ...search, paths: utf8 });
  const matches = direct?.matches ?? [];
  const remaining = [...(direct?.left ?? utf8), ...others];
  if (matches.length > search.most) return { matches, end: 'limit' };
  const take = (line: string): boolean => {
    const match = matchOf(line);
    if (match !== null) matches.push(match);
    return matches.length <= search.most;
  };
  const end = await runAll({ ...search, paths: remaining }, ['--json', ...patternFlags(search.pattern)], take);
  return { matches, end };
}

/** The matching lines of a text; the results get the given `path`. */
export async function findTextIn(search: Omit<TextSearch, 'paths'>, path: string, text: string): Promise<TextMatch[]> {
  const matches: TextMatch[] = [];
  const take = (line: string): boolean => {
    const match = matchOf(line);
    if (match !== null) matches.push({ ...match, path });
    return matches.length <= search.most;
  };
  const deadline = Date.now() + search.timeoutMs;
  await run(search, ['--json', ...patternFlags(search.pattern), '-'], { take, deadline, input: text });
  return matches;
}

/** The number of matching lines by file; files without any are left out. */
export async function countText(search: TextSearch): Promise<{ counts: Map<string, number>; end: TextEnd }> {
  const counts = new Map<string, number>();
  const flags = ['--count', '--null', '--with-filename', ...patternFlags(search.pattern)];
  // A path with line feeds comes in several lines: this is the part before the current line.
  let pathStart = '';
  const end = await runAll(search, flags, (line) => {
    const zero = line.lastIndexOf('\0');
    if (zero === -1) pathStart += `${line}\n`;
    else {
      counts.set(pathOfArgument(pathStart + line.slice(0, zero)), Number(line.slice(zero + 1)));
      pathStart = '';
    }
    return true;
  });
  return { counts, end };
}

const carriageReturn = /\r|\\r|\\(?:x|u|U)(?:0*d\b|\{0*d\})/i;

function patternFlags({ query, isRegex, case: casing, wholeWord, multiline }: TextPattern): string[] {
  return [
    ...['--no-config', '--no-messages', '--no-ignore', '--hidden'],
    ...(isRegex ? [] : ['--fixed-strings']),
    // `$` also matches before `\r\n`. ripgrep refuses patterns that name the `\r` itself then.
    ...(isRegex && !carriageReturn.test(query) ? ['--crlf'] : []),
    { smart: '--smart-case', sensitive: '--case-sensitive', insensitive: '--ignore-case' }[casing],
    ...(wholeWord ? ['--word-regexp'] : []),
    ...(multiline ? ['--multiline'] : []),
    ...['--regexp', query],
  ];
}

/** Whether a file can be passed to another program: its name must be Unicode. */
export function isNameable(path: string): boolean {
  const raw = rawPathOf(path);
  return raw === null || isUtf8(raw);
}

/** A path as an argument, which can be neither an option nor standard input. */
function argumentOf(path: string): string {
  const raw = rawPathOf(path);
  return `./${raw === null ? path : Buffer.from(raw).toString('utf8')}`;
}

/** The displayed path of an argument that `argumentOf` made. */
function pathOfArgument(argument: string): string {
  return displayPath(Buffer.from(argument.slice('./'.length))).path;
}

function splitByEncoding({ paths, encodings }: TextSearch): { utf8: readonly string[]; others: readonly string[] } {
  if (encodings === undefined || encodings.size === 0) return { utf8: paths, others: [] };
  const [utf8, others]: [string[], string[]] = [[], []];
  for (const path of paths) (encodings.has(path) ? others : utf8).push(path);
  return { utf8, others };
}

/** Runs one process after another: one or more for each encoding. */
async function runAll(search: TextSearch, flags: string[], take: (line: string) => boolean): Promise<TextEnd> {
  const deadline = Date.now() + search.timeoutMs;
  const { utf8, others } = splitByEncoding(search);
  const pathsByEncoding = Map.groupBy(others, (path) => search.encodings?.get(path) ?? '');
  const runs: { paths: readonly string[]; runFlags: string[] }[] = [{ paths: utf8, runFlags: flags }];
  for (const [encoding, paths] of pathsByEncoding) runs.push({ paths, runFlags: [...flags, '--encoding', encoding] });
  for (const { paths, runFlags } of runs) {
    const end = await runBatches({ ...search, paths }, runFlags, { take, deadline });
    if (end !== 'whole') return end;
  }
  return 'whole';
}

/** Runs one process after another, each with as many files as fit on a command line. */
async function runBatches(
  search: TextSearch,
  flags: string[],
  { take, deadline }: Pick<RunHooks, 'take' | 'deadline'>,
): Promise<TextEnd> {
  const { paths } = search;
  for (let from = 0; from < paths.length;) {
    const batch: string[] = [];
    // The query is among the flags, and may have some thousand characters.
    let size = bytesOf(flags);
    while (from < paths.length && (batch.length === 0 || size < maxArguments)) {
      const argument = argumentOf(paths[from++]!);
      size += bytesOf([argument]);
      batch.push(argument);
    }
    const end = await run(search, [...flags, '--', ...batch], { take, deadline });
    if (end !== 'whole') return end;
  }
  return 'whole';
}

/** What arguments take on a command line. */
function bytesOf(args: readonly string[]): number {
  return args.reduce((sum, one) => sum + Buffer.byteLength(one) + 1, 0);
}

interface RunHooks {
  /** Receives a line of the output; returns false to stop. */
  take: (line: string) => boolean;
  deadline: number;
  /** Input to read instead of files. */
  input?: string;
}

async function run(
  { root, signal }: Pick<TextSearch, 'root' | 'signal'>,
  args: string[],
  { take, deadline, input }: RunHooks,
): Promise<TextEnd> {
  let end: TextEnd = 'whole';
  let errorText = '';
  let line = new PartialLine();
  const decoder = new StringDecoder('utf8');
  const onOutput = (chunk: Buffer): void => {
    if (end !== 'whole') return;
    const [rest = '', ...pieces] = decoder.write(chunk).split('\n');
    line.add(rest);
    for (const piece of pieces) {
      if (!take(line.text)) return stop('limit');
      line = new PartialLine();
      line.add(piece);
    }
  };
  const onError = (chunk: Buffer): void => {
    errorText = (errorText + chunk.toString('utf8')).slice(0, maxErrorText);
  };
  const running = await start({ root, args, signal, input, onOutput, onError });
  const stop = (reason: TextEnd): void => {
    end = reason;
    running.kill();
  };
  const timer = after(() => stop('time'), Math.max(1, deadline - Date.now()));
  // An aborted call throws below, whatever `end` is.
  const abort = (): void => stop('whole');
  signal?.addEventListener('abort', abort);
  if (signal?.aborted === true) abort();
  const code = await running.ended.finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  });
  if (signal?.aborted === true) throw new AppError('CancelledError', 'The call was cancelled');
  if (end === 'whole' && code === 2 && errorText !== '') throw refusedPattern(errorText);
  if (end === 'whole' && (code === null || code > 2)) throw endedEarly(code);
  return end;
}

/** A line of the output as far as it has come, in time that grows with its length alone. The end of an endless one is left out. */
class PartialLine {
  readonly #pieces: string[] = [];
  #length = 0;

  add(piece: string): void {
    if (this.#length > longestLine) return;
    this.#pieces.push(piece);
    this.#length += piece.length;
  }

  get text(): string {
    return this.#pieces.join('');
  }
}

/** Temporary shortages, of processes or of the resources for them and their pipes. */
const temporaryCodes: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM']);
const maxStarts = 5;

interface StartRequest extends Pick<ProgramRequest, 'args' | 'input' | 'onOutput' | 'onError'> {
  root: string;
  signal: AbortSignal | undefined;
}

async function start({ root, signal, ...request }: StartRequest): Promise<RunningProgram> {
  const pauses = new Backoff({ firstMs: 30, mostMs: 500 });
  for (let starts = 1; ; starts++) {
    if (signal?.aborted === true) throw new AppError('CancelledError', 'The call was cancelled');
    try {
      return await runProgram({ ...request, program: await ripgrepPath(), folder: root, environment: {} });
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null;
      if (!temporaryCodes.has(code)) throw notStarted(root, error);
      if (starts === maxStarts) throw starved(error);
    }
    await sleep(pauses.next());
  }
}

/** The error for a ripgrep process that the system or a user ended. */
function endedEarly(code: number | null): AppError {
  return new AppError('FileSystemError', `ripgrep was ended before it was done${code === null ? '' : ` (${code})`}`, {
    hint: 'Ask again; if that does not help, the system may have too little memory.',
  });
}

function starved(error: unknown): AppError {
  return new AppError('FileSystemError', `ripgrep cannot be started: ${messageOf(error)}`, {
    hint: 'Too many files are open, or too many processes run: ask again in a moment, or raise the limits (`ulimit -n 1024`).',
    cause: error,
  });
}

/** A missing folder must be distinguished from a missing program, since the system reports both in the same way. */
function notStarted(root: string, error: unknown): AppError {
  if (existsSync(join(root, '.'))) return cannotRun(messageOf(error));
  return new AppError('FileSystemError', `Cannot search in ${root}: it is not a folder any more`, {
    hint: 'Check that the project is still there.',
    cause: error,
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 300) : String(error).slice(0, 300);
}

let binary: Promise<string> | null = null;

/** The path of ripgrep's binary. Its package is loaded for the first search. */
async function ripgrepPath(): Promise<string> {
  binary ??= import('@vscode/ripgrep').then(({ rgPath }) => rgPath);
  try {
    return await binary;
  } catch (error) {
    binary = null;
    throw error;
  }
}

/** Why ripgrep cannot be run on this machine; null where it can. */
export async function ripgrepFault(): Promise<AppError | null> {
  try {
    const request = { program: await ripgrepPath(), args: ['--version'], environment: {}, timeoutMs: 5000 };
    const { code } = await outputOf(request);
    return code === 0 ? null : cannotRun(`it ended with ${code ?? 'a signal'}`);
  } catch (error) {
    return cannotRun(messageOf(error));
  }
}

function cannotRun(why: string): AppError {
  return new AppError('ConfigurationError', `ripgrep cannot be run: ${why}`, {
    hint: missingPartHint,
  });
}

/** The parser's message, without its drawing of the pattern, which is as long as the pattern. */
function refusedPattern(errorText: string): AppError {
  const lines = errorText.split('\n').map((line) => line.trim());
  const reason = lines.find((line) => line.startsWith('error: '))?.slice('error: '.length);
  const text = reason ?? lines.filter((line) => line !== '')[0] ?? errorText;
  return new AppError(
    'ValidationError',
    `The query is not a valid regular expression: ${text.replace(/^rg: /, '').slice(0, 300)}`,
    {
      hint: "The syntax is that of Rust's regex crate: no look-around, no back-references.",
      next: { to: 'searchLiterally' },
      details: { field: 'query', expected: 'a regular expression', received: text.slice(0, 100) },
    },
  );
}

interface Bytes {
  text?: string;
  bytes?: string;
}

interface MatchEvent {
  type: string;
  data: { path: Bytes; lines: Bytes; line_number: number; submatches: { start: number; end: number }[] };
}

const windows1252 = new TextDecoder('windows-1252');

/** Decodes a text of the output. ripgrep writes text that is not UTF-8 in base64; each byte of it becomes a character. */
function decode({ text, bytes }: Bytes): { text: string; width: (start: number, end: number) => number } {
  if (text === undefined) {
    return { text: windows1252.decode(Buffer.from(bytes ?? '', 'base64')), width: (start, end) => end - start };
  }
  let utf8: Buffer | null = null;
  return {
    text,
    width: (start, end) => (utf8 ??= Buffer.from(text)).toString('utf8', start, end).length,
  };
}

const beforeMatches = '"submatches":[';
/** Quotes within a text are escaped, so no text has this. */
const betweenMatches = '},{"match":';

/** The line without all but the first matches: JSON again. Null where it is not complete before these end. */
function withFewMatches(line: string): string | null {
  const isWhole = line.endsWith('}');
  const start = line.indexOf(beforeMatches);
  let end = start;
  for (let count = 0; count < mostSpans && end !== -1; count++) end = line.indexOf(betweenMatches, end + 1);
  if (end === -1 && isWhole) return line;
  if (end === -1) end = line.lastIndexOf(betweenMatches);
  return start === -1 || end < start ? null : `${line.slice(0, end + 1)}]}}`;
}

/** Null for output lines that are not matches. */
function matchOf(line: string): TextMatch | null {
  // There are many other events, and they begin differently.
  if (!line.startsWith('{"type":"match"')) return null;
  const shortened = withFewMatches(line);
  if (shortened === null) return null;
  const { data } = JSON.parse(shortened) as MatchEvent;
  const { text, width } = decode(data.lines);
  let [at, column] = [0, 1];
  const [first = { column: 1, length: 0 }, ...more] = data.submatches.map(({ start, end }) => {
    column += width(at, start);
    at = start;
    return { column, length: width(start, end) };
  });
  return {
    path: pathOfArgument(decode(data.path).text),
    line: data.line_number,
    ...first,
    ...(more.length === 0 ? {} : { more }),
    text: text.replace(/\r?\n$/, ''),
    isUtf8: data.lines.text !== undefined,
  };
}
