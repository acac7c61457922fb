/**
 * Runs git on a repository that may be hostile.
 * Invariants: no shell interprets anything from a repository; nothing that the repository's configuration names is run, written or fetched; a git
 * that hangs is ended, and is not asked again for a while to match the names of the same folder.
 */
import { devNull } from 'node:os';
import { memoryOfAll } from '../../runtime/process-memory.ts';
import { runProgram, type RunningProgram } from '../../runtime/start-program.ts';
import type { GitCommand } from './find-git.ts';
import { cancelled } from '../read/time-slices.ts';

export interface GitRequest {
  folder: string;
  args: readonly string[];
  signal?: AbortSignal | undefined;
  /** A repository can make git wait for ever (a pipe for an ignore file). */
  timeoutMs?: number;
  /** Of git and the programs that it starts; only Linux reports it. Absent: as much as there is. */
  memoryBytes?: number | undefined;
  /** Standard input of git. */
  input?: Buffer;
  /** Exit codes besides 0 that count as answers. */
  accepts?: readonly number[];
  /** Gets what git said where there is no answer, or that it took too long or too much. */
  onFailure?: (said: string) => void;
  /** Gets the output, which is not kept then, and says whether it wants more of it; where not, git is ended, and there is no answer. */
  take?: (chunk: Buffer) => boolean;
}

export interface GitOutput {
  stdout: Buffer;
  stderr: string;
}

/**
 * Git's matching of ignore patterns takes exponential time for some (`*a*a*a…b`), and our own matcher, which is used when git fails, does not. Listing
 * 400,000 files takes git some seconds.
 */
const defaultTimeoutMs = 10_000;
/** Commands that match names against the patterns of the repository. */
const matchingCommands: ReadonlySet<string | undefined> = new Set(['ls-files', 'check-ignore', 'status']);
/** How long git is not asked to match names of a folder where it took too long (ms). */
const givenUpMs = 10 * 60_000;
/** When git took too long, by folder (`performance.now()`). */
const givenUpAt = new Map<string, number>();
const maxGivenUp = 100;

/** How often the memory is looked at (ms). */
const lookMs = 250;
const maxOutputBytes = 1024 ** 3;
const maxErrorBytes = 256 * 1024;

/** Overrides for settings of the repository that would run a program with any git command. */
const hardening = [
  ...['--no-pager', '-c', 'core.fsmonitor=false', '-c', `core.hooksPath=${devNull}`, '-c', 'submodule.recurse=false'],
  ...['-c', 'protocol.allow=never'],
];

/** Runs git and returns its output; null when it failed, hung or wrote too much. Rejects only when the work was cancelled. */
export async function runGit(git: GitCommand, request: GitRequest): Promise<GitOutput | null> {
  const { signal, timeoutMs = defaultTimeoutMs, accepts = [] } = request;
  const isAborted = (): boolean => signal?.aborted === true;
  if (isAborted()) throw cancelled();
  if (isGivenUp(request)) return null;
  const output: Buffer[] = [];
  const errors: Buffer[] = [];
  let outputBytes = 0;
  let errorBytes = 0;
  let wantsMore = true;
  let excess: string | null = null;
  const keep = (chunk: Buffer): boolean => {
    outputBytes += chunk.length;
    return outputBytes <= maxOutputBytes && output.push(chunk) > 0;
  };
  let running: RunningProgram | null = null;
  const stop = (): void => running?.kill();
  const { folder, input, memoryBytes = Infinity, take = keep } = request;
  running = await runProgram({
    // Git has others work for it, which go on where it alone is ended, and ask at the terminal.
    ...{ ...git, args: [...hardening, ...request.args], folder, input, ownGroup: true },
    onOutput: (chunk) => {
      wantsMore &&= take(chunk);
      if (!wantsMore) stop();
    },
    onError: (chunk) => {
      errorBytes += chunk.length;
      if (errorBytes <= maxErrorBytes) errors.push(chunk);
    },
  }).catch(() => null);
  if (running === null) return null;
  const { pid } = running;
  const timer = setTimeout(() => {
    excess = `It took more than ${timeoutMs / 1000} s`;
    giveUp(request);
    stop();
  }, timeoutMs);
  const look = (): void => {
    if (memoryOfAll(pid) <= memoryBytes) return;
    excess = `It needs more than ${Math.round(memoryBytes / 2 ** 20)} MB of memory`;
    stop();
  };
  const watch = memoryBytes === Infinity ? undefined : setInterval(look, lookMs);
  signal?.addEventListener('abort', stop, { once: true });
  if (isAborted()) stop();
  const code = await running.ended;
  clearTimeout(timer);
  clearInterval(watch);
  signal?.removeEventListener('abort', stop);
  if (isAborted()) throw cancelled();
  const stderr = Buffer.concat(errors).toString('latin1');
  if (wantsMore && (code === 0 || accepts.includes(code ?? -1))) return { stdout: Buffer.concat(output), stderr };
  request.onFailure?.(excess ?? stderr);
  return null;
}

function isGivenUp({ folder, args }: GitRequest): boolean {
  const at = givenUpAt.get(folder);
  return at !== undefined && matchingCommands.has(args[0]) && performance.now() - at < givenUpMs;
}

function giveUp({ folder, args }: GitRequest): void {
  if (!matchingCommands.has(args[0])) return;
  if (givenUpAt.size >= maxGivenUp) givenUpAt.clear();
  givenUpAt.set(folder, performance.now());
}
