/**
 * Text in files by ripgrep, whose binary a package brings: lines that match, and how many each file has.
 * Invariants: only the files that are given are searched, under no configuration of the user's; a search ends with its time, its limit or
 * its caller.
 */
import { isUtf8 } from 'node:buffer';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as after } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../model/error.ts';
import { runProgram, type ProgramRequest, type RunningProgram } from '../runtime/run-program.ts';
import { Backoff } from '../util/backoff.ts';
import { displayPath, rawPathOf } from '../util/bytes/path-bytes.ts';
import { findHere } from './plain-search.ts';
import type { TextEnd, TextMatch, TextPattern, TextSearch } from './text-search.ts';

/** Characters of paths that one process is given: systems have limits. */
const mostArguments = process.platform === 'win32' ? 24_000 : 400_000;
/** Of what goes wrong, so many characters are kept. */
const mostComplaint = 4000;

/** Lines that match, in no settled order. */
export async function findText(search: TextSearch): Promise<{ matches: TextMatch[]; end: TextEnd }> {
  const { utf8, others } = byEncoding(search);
  const here = findHere({ ...search, paths: utf8 });
  const matches = here?.matches ?? [];
  const left = [...(here?.left ?? utf8), ...others];
  if (matches.length > search.most) return { matches, end: 'limit' };
  const take = (line: string): boolean => {
    const match = matchOf(line);
    if (match !== null) matches.push(match);
    return matches.length <= search.most;
  };
  const end = await runAll({ ...search, paths: left }, ['--json', ...patternFlags(search.pattern)], take);
  return { matches, end };
}

/** Lines that match in a text; `path` is what they are said to be of. */
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

/** How many lines match, by file; those without any are left out. */
export async function countText(search: TextSearch): Promise<{ counts: Map<string, number>; end: TextEnd }> {
  const counts = new Map<string, number>();
  const flags = ['--count', '--null', '--with-filename', ...patternFlags(search.pattern)];
  // What a path with line feeds had before its last one.
  let before = '';
  const end = await runAll(search, flags, (line) => {
    const zero = line.lastIndexOf('\0');
    if (zero === -1) before += `${line}\n`;
    else {
      counts.set(ownPath(before + line.slice(0, zero)), Number(line.slice(zero + 1)));
      before = '';
    }
    return true;
  });
  return { counts, end };
}

function patternFlags({ query, isRegex, case: casing, wholeWord, multiline }: TextPattern): string[] {
  return [
    ...['--no-config', '--no-messages', '--no-ignore', '--hidden'],
    ...(isRegex ? [] : ['--fixed-strings']),
    { smart: '--smart-case', sensitive: '--case-sensitive', insensitive: '--ignore-case' }[casing],
    ...(wholeWord ? ['--word-regexp'] : []),
    ...(multiline ? ['--multiline'] : []),
    ...['--regexp', query],
  ];
}

/** Whether a file can be named to another program: its name is Unicode. */
export function isNameable(path: string): boolean {
  const raw = rawPathOf(path);
  return raw === null || isUtf8(raw);
}

/** A path as it is given: never an option, never standard input. */
function givenPath(path: string): string {
  const raw = rawPathOf(path);
  return `./${raw === null ? path : Buffer.from(raw).toString('utf8')}`;
}

function ownPath(given: string): string {
  return displayPath(Buffer.from(given.slice('./'.length))).path;
}

function byEncoding({ paths, encodings }: TextSearch): { utf8: readonly string[]; others: readonly string[] } {
  if (encodings === undefined || encodings.size === 0) return { utf8: paths, others: [] };
  const [utf8, others]: [string[], string[]] = [[], []];
  for (const path of paths) (encodings.has(path) ? others : utf8).push(path);
  return { utf8, others };
}

/** Processes for each encoding, one after another. */
async function runAll(search: TextSearch, flags: string[], take: (line: string) => boolean): Promise<TextEnd> {
  const deadline = Date.now() + search.timeoutMs;
  const { utf8, others } = byEncoding(search);
  const ofOthers = Map.groupBy(others, (path) => search.encodings?.get(path) ?? '');
  const runs: { paths: readonly string[]; own: string[] }[] = [{ paths: utf8, own: flags }];
  for (const [encoding, paths] of ofOthers) runs.push({ paths, own: [...flags, '--encoding', encoding] });
  for (const { paths, own } of runs) {
    const end = await runBatches({ ...search, paths }, own, { take, deadline });
    if (end !== 'whole') return end;
  }
  return 'whole';
}

/** One process for as many files as fit, one after another. */
async function runBatches(
  search: TextSearch,
  flags: string[],
  { take, deadline }: Pick<RunHooks, 'take' | 'deadline'>,
): Promise<TextEnd> {
  const { paths } = search;
  for (let from = 0; from < paths.length;) {
    const batch: string[] = [];
    let size = 0;
    while (from < paths.length && size < mostArguments) {
      const given = givenPath(paths[from++]!);
      size += given.length * 3;
      batch.push(given);
    }
    const end = await run(search, [...flags, '--', ...batch], { take, deadline });
    if (end !== 'whole') return end;
  }
  return 'whole';
}

interface RunHooks {
  /** Takes a line of the output; false when it wants no more. */
  take: (line: string) => boolean;
  deadline: number;
  /** What is read instead of files. */
  input?: string;
}

async function run(
  { root, signal }: Pick<TextSearch, 'root' | 'signal'>,
  args: string[],
  { take, deadline, input }: RunHooks,
): Promise<TextEnd> {
  let end: TextEnd = 'whole';
  let complaint = '';
  let rest = '';
  const text = new StringDecoder('utf8');
  const onOutput = (chunk: Buffer): void => {
    if (end !== 'whole') return;
    const lines = (rest + text.write(chunk)).split('\n');
    rest = lines.pop()!;
    if (!lines.every(take)) stop('limit');
  };
  const onError = (chunk: Buffer): void => {
    complaint = (complaint + chunk.toString('utf8')).slice(0, mostComplaint);
  };
  const running = await start({ root, args, signal, input, onOutput, onError });
  const stop = (why: TextEnd): void => {
    end = why;
    running.kill();
  };
  const timer = after(() => stop('time'), Math.max(1, deadline - Date.now()));
  const abort = (): void => stop('whole');
  signal?.addEventListener('abort', abort);
  if (signal?.aborted === true) abort();
  const code = await running.ended.finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  });
  if (signal?.aborted === true) throw new AppError('CancelledError', 'The call was cancelled');
  if (end === 'whole' && code === 2 && complaint !== '') throw refusedPattern(complaint);
  if (end === 'whole' && (code === null || code > 2)) throw endedEarly(code);
  return end;
}

/** What is short for a moment may be there in the next one: processes, and what they and their pipes take. */
const passing: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM']);
const mostStarts = 5;

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
      if (!passing.has(code)) throw notStarted(root, error);
      if (starts === mostStarts) throw starved(error);
    }
    await sleep(pauses.next());
  }
}

/** By the system, or by hand. */
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

/** The folder that it is to run in is told apart from the program: the system says the same of both. */
function notStarted(root: string, error: unknown): AppError {
  if (existsSync(join(root, '.'))) return cannotRun(messageOf(error));
  return new AppError('FileSystemError', `Cannot search in ${root}: it is no folder any more`, {
    hint: 'Check that the project is still there.',
    cause: error,
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 300) : String(error).slice(0, 300);
}

let binary: Promise<string> | null = null;

/** Loaded with the first search. */
async function ripgrepPath(): Promise<string> {
  binary ??= import('@vscode/ripgrep').then(({ rgPath }) => rgPath);
  try {
    return await binary;
  } catch (error) {
    binary = null;
    throw error;
  }
}

function cannotRun(why: string): AppError {
  return new AppError('ConfigurationError', `ripgrep cannot be run: ${why}`, {
    hint: 'Install the package again with its optional dependencies (`npm install --include=optional`).',
  });
}

/** The parser's words, without the picture of the pattern: it is as long as that. */
function refusedPattern(complaint: string): AppError {
  const lines = complaint.split('\n').map((line) => line.trim());
  const said = lines.find((line) => line.startsWith('error: '))?.slice('error: '.length);
  const text = said ?? lines.filter((line) => line !== '')[0] ?? complaint;
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

/** What is not UTF-8 comes in base64, and is read byte for byte. */
function decoded({ text, bytes }: Bytes): { text: string; width: (start: number, end: number) => number } {
  if (text === undefined) {
    return { text: windows1252.decode(Buffer.from(bytes ?? '', 'base64')), width: (start, end) => end - start };
  }
  let utf8: Buffer | null = null;
  return {
    text,
    width: (start, end) => (utf8 ??= Buffer.from(text)).toString('utf8', start, end).length,
  };
}

/** Null for lines that are no matches. */
function matchOf(line: string): TextMatch | null {
  // Other events are many, and begin differently.
  if (!line.startsWith('{"type":"match"')) return null;
  const { data } = JSON.parse(line) as MatchEvent;
  const { text, width } = decoded(data.lines);
  const { start, end } = data.submatches[0] ?? { start: 0, end: 0 };
  return {
    path: ownPath(decoded(data.path).text),
    line: data.line_number,
    column: width(0, start) + 1,
    length: width(start, end),
    text: text.replace(/\r?\n$/, ''),
    isUtf8: data.lines.text !== undefined,
  };
}
