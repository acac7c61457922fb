/**
 * Starts programs through shells that were started while this process was small: on Linux starting one copies the page tables of this
 * process, while all of its threads stand still (50 ms at 700 MB on a small virtual machine; by a shell 2 ms, and nothing stands still).
 * Invariants: a program gets its arguments, environment, folder and input as they are given; a shell ends with this process; nobody depends
 * on it: where there is none, or all are at work, the caller starts the program itself.
 */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { lateCrypto } from './late-module.ts';

export interface LaunchRequest {
  /** Absolute path. */
  program: string;
  args: readonly string[];
  folder: string;
  /** All of it: nothing is inherited. */
  environment: Readonly<Record<string, string>>;
  /** What it reads: texts without a zero, each with one behind it. Default: nothing. */
  input?: Buffer | undefined;
  onOutput: (chunk: Buffer) => void;
  onError: (chunk: Buffer) => void;
}

export interface LaunchedProgram {
  /** Its exit code; null where it could not be started, or nobody knows how it ended. */
  ended: Promise<number | null>;
  kill: () => void;
}

const shell = '/bin/sh';
/** Runs a program with an environment and nothing else in it. */
const env = '/usr/bin/env';
/** Programs at once. */
const mostShells = 2;
/** A shell that ends by itself is started again so often. */
const mostStarts = 5;
/** Longer commands are the system's to take: a shell may read them byte by byte. */
const mostBytes = 96 * 1024;
/** What the shell, or `env`, says of a program that could not be started. */
const notStarted: ReadonlySet<number> = new Set([125, 126, 127]);

let shells: CommandShell[] = [];

/** Starts the shells, if this system has what it takes. For processes that live long and grow large: while they are small. */
export function prepareLauncher(): void {
  if (process.platform !== 'linux' || shells.length > 0) return;
  try {
    for (const program of [shell, env]) accessSync(program, constants.X_OK);
  } catch {
    return;
  }
  shells = Array.from({ length: mostShells }, () => new CommandShell());
}

/** Null where no shell is free for it. */
export function launch(request: LaunchRequest): LaunchedProgram | null {
  const free = shells.find((one) => one.isFree);
  if (free === undefined) return null;
  const script = (token: string): Buffer | null => scriptOf(request, token);
  return free.run(script, request);
}

/** By a shell where one is free; by `startHere` where none is, and where the shell could not start it, so that it is told why. */
export async function launchOr(
  request: LaunchRequest,
  startHere: () => LaunchedProgram | Promise<LaunchedProgram>,
): Promise<LaunchedProgram> {
  let isTold = false;
  let isUnwanted = false;
  const wasStopped = (): boolean => isUnwanted;
  const onOutput = (chunk: Buffer): void => {
    isTold = true;
    request.onOutput(chunk);
  };
  const launched = launch({ ...request, onOutput });
  if (launched === null) return startHere();
  let running = launched;
  const ended = launched.ended.then(async (code) => {
    if (code !== null || isTold || wasStopped()) return code;
    running = await startHere();
    if (wasStopped()) running.kill();
    return running.ended;
  });
  const kill = (): void => {
    isUnwanted = true;
    running.kill();
  };
  return { ended, kill };
}

interface Running {
  hooks: Pick<LaunchRequest, 'onOutput' | 'onError'>;
  ended: PromiseWithResolvers<number | null>;
  pid: number | null;
  /** It is to be ended as soon as its number is known. */
  isUnwanted: boolean;
  code: number | null;
  hasOutput: boolean;
  hasErrors: boolean;
}

class CommandShell {
  /** Nothing that a program writes can be this. */
  readonly #token = lateCrypto().randomBytes(24).toString('hex');
  #child: ChildProcessWithoutNullStreams | null = null;
  #running: Running | null = null;
  #starts = 0;

  constructor() {
    this.#start();
  }

  get isFree(): boolean {
    return this.#running === null && (this.#child !== null || this.#starts < mostStarts);
  }

  run(scriptFor: (token: string) => Buffer | null, hooks: Running['hooks']): LaunchedProgram | null {
    const script = scriptFor(this.#token);
    if (script === null) return null;
    if (this.#child === null) this.#start();
    const child = this.#child;
    if (child === null) return null;
    const running: Running = {
      ...{ hooks, ended: Promise.withResolvers<number | null>(), pid: null, isUnwanted: false },
      ...{ code: null, hasOutput: false, hasErrors: false },
    };
    this.#running = running;
    keepAlive(child, true);
    child.stdin.write(script);
    const kill = (): void => {
      running.isUnwanted = true;
      this.#end(running);
    };
    return { ended: running.ended.promise, kill };
  }

  #start(): void {
    this.#starts++;
    try {
      const child = spawn(shell, [], { cwd: '/', env: { LC_ALL: 'C' }, stdio: ['pipe', 'pipe', 'pipe'] });
      child.on('error', () => this.#lose(child));
      if (child.pid === undefined) return;
      child.on('close', () => this.#lose(child));
      child.stdin.on('error', () => {});
      child.stdout.on(
        'data',
        this.#reader(this.#takeOutput, (running, chunk) => running.hooks.onOutput(chunk)),
      );
      child.stderr.on(
        'data',
        this.#reader(this.#takeErrors, (running, chunk) => running.hooks.onError(chunk)),
      );
      keepAlive(child, false);
      this.#child = child;
    } catch {
      // No process or descriptor is left: callers meet that themselves.
    }
  }

  /** Parts a stream into what the program wrote and what the shell says behind its token, a word a line. */
  #reader(
    take: (running: Running, word: string) => void,
    pass: (running: Running, chunk: Buffer) => void,
  ): (chunk: Buffer) => void {
    const token = Buffer.from(this.#token);
    let rest: Buffer = Buffer.alloc(0);
    return (chunk) => {
      let left = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      for (;;) {
        const running = this.#running;
        if (running === null) return;
        const at = left.indexOf(token);
        const end = at === -1 ? -1 : left.indexOf('\n', at);
        if (end === -1) {
          // The end may be the beginning of a token.
          const whole = at === -1 ? Math.max(0, left.length - token.length + 1) : at;
          if (whole > 0) pass(running, left.subarray(0, whole));
          rest = left.subarray(whole);
          return;
        }
        if (at > 0) pass(running, left.subarray(0, at));
        const word = left.toString('latin1', at + token.length, end).trim();
        left = rest = left.subarray(end + 1);
        take(running, word);
      }
    };
  }

  readonly #takeOutput = (running: Running, code: string): void => {
    running.code = Number(code);
    running.hasOutput = true;
    this.#finish(running);
  };

  readonly #takeErrors = (running: Running, word: string): void => {
    if (word === 'end') {
      running.hasErrors = true;
      this.#finish(running);
      return;
    }
    running.pid = Number(word);
    if (running.isUnwanted) this.#end(running);
  };

  #end({ pid, hasOutput }: Running): void {
    // Behind its end the number may be another's.
    if (pid === null || hasOutput) return;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has just ended.
    }
  }

  #finish(running: Running): void {
    if (!running.hasOutput || !running.hasErrors) return;
    this.#running = null;
    if (this.#child !== null) keepAlive(this.#child, false);
    const { code } = running;
    running.ended.resolve(code === null || notStarted.has(code) ? null : code);
  }

  #lose(child: ChildProcessWithoutNullStreams): void {
    if (this.#child !== child) return;
    this.#child = null;
    this.#running?.ended.resolve(null);
    this.#running = null;
  }
}

/** A shell at rest does not keep this process. */
function keepAlive(child: ChildProcessWithoutNullStreams, isWanted: boolean): void {
  const handles: unknown[] = [child, child.stdin, child.stdout, child.stderr];
  for (const handle of handles as { ref: () => void; unref: () => void }[]) {
    if (isWanted) handle.ref();
    else handle.unref();
  }
}

/** Most words mean nothing else to a shell, and are many. */
const plainWord = /^[\w./-]+$/;

/** Null for what no shell can be told. */
function scriptOf({ program, args, folder, environment, input }: LaunchRequest, token: string): Buffer | null {
  const words = [...Object.entries(environment).map(([name, value]) => `${name}=${value}`), program, ...args];
  // `env` takes what has an equals sign for a variable, and what begins with a dash for an option.
  if (
    program.includes('=') ||
    Object.keys(environment).some((name) => name.startsWith('-')) ||
    [...words, folder].some((word) => word.includes('\0'))
  )
    return null;
  const given = input === undefined || input.length === 0 ? null : textsOf(input);
  if (given === undefined) return null;
  const start = `(cd ${quoted(folder)} || exit 125; exec ${env} -i ${words.map(quoted).join(' ')})`;
  const reads = given === null ? `${start} </dev/null` : `printf '%s\\0' ${given} | ${start}`;
  const says = `printf '${token} %s\\n' $p >&2; wait $p; printf '${token} %s\\n' $?; printf '${token} end\\n' >&2`;
  const script = Buffer.from(`${reads} & p=$!; ${says}\n`, 'latin1');
  return script.length > mostBytes ? null : script;
}

/** As words of a shell; undefined where there is no zero behind the last. */
function textsOf(input: Buffer): string | undefined {
  const texts = input.toString('latin1').split('\0');
  return texts.pop() === '' ? texts.map(quotedBytes).join(' ') : undefined;
}

function quoted(word: string): string {
  return plainWord.test(word) ? word : quotedBytes(Buffer.from(word).toString('latin1'));
}

/** Between single quotes nothing but these has a meaning. @param bytes a character each */
function quotedBytes(bytes: string): string {
  return `'${bytes.replaceAll("'", `'\\''`)}'`;
}
