/**
 * Runs the TypeScript compiler as a child process that resolves names at offsets of a project's files. Only this file uses the compiler's API, which
 * is marked as unstable.
 * Invariants: the compiler is that of our own dependencies, in the version that this file was written for, never that of the indexed project; it
 * reads files and runs none; when the child dies, hangs or uses too much memory, the caller gets a `CompilerGone`.
 *
 * The asynchronous form of the API is used, because the synchronous form blocks the thread until the answer arrives, and nothing could end the wait.
 * The API would start a child whose environment and process id we cannot reach. So we start the child, and give the API a socket that is connected to
 * the child's input and output. The child ends when its input closes, so it ends with this process, even when this process is killed. A child that
 * listens on a socket itself would then wait for ever for a connection.
 */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer, type Server } from 'node:net';
import { constants, setPriority, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { API, NodeHandle, Project, Snapshot, Symbol } from 'typescript/unstable/async';
import { processMemory } from '../../runtime/process-memory.ts';
import { startService } from '../../runtime/start-program.ts';
import { compilerVersion } from './compiler-version.ts';

export interface CompilerLimits {
  /** How many bytes of memory the child may use. It gets 90 % of this as a soft limit, and is killed when it uses more than all of it. */
  memoryBytes: number;
  /** The child is killed this many ms after its start; `allow` sets another time. */
  timeMs: number;
  signal?: AbortSignal;
}

/** A declaration of a name. */
export interface Declaration {
  /** The file's absolute path, with `/`; in lower case where the file system ignores case. */
  file: string;
  /** Offsets of the name and of the whole declaration: UTF-16 units from the start of the text, without the byte order mark. */
  name: number;
  start: number;
}

/** The declarations of the name at an offset; empty where the compiler does not know the name. */
export type Meaning = readonly Declaration[];

/** Why the compiler is gone: the caller cancelled, time or memory ran out, or the child died. */
export type GoneReason = 'cancelled' | 'time' | 'memory' | 'died';

/** The child has ended, and answers no more questions. */
export class CompilerGone extends Error {
  override readonly name = 'CompilerGone';
  readonly reason: GoneReason;

  constructor(reason: GoneReason, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

/** The compiler's program; null when it is not installed, or not in the version that this file knows. */
export function findCompiler(): string | null {
  try {
    const manifest = createRequire(import.meta.url).resolve('typescript/package.json');
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version?: unknown };
    if (version !== compilerVersion) return null;
    const platform = `@typescript/typescript-${process.platform}-${process.arch}`;
    const folder = dirname(createRequire(manifest).resolve(`${platform}/package.json`));
    const program = join(folder, 'lib', process.platform === 'win32' ? 'tsc.exe' : 'tsc');
    return existsSync(program) ? program : null;
  } catch {
    return null;
  }
}

const socketName = 'compiler.sock';
/** Bytes that the path of a socket may have: macOS has 104 with the zero at the end, Linux 108. */
const maxSocketPath = 103;
/** The time limit for the child's start. */
const startMs = 10_000;
/** The interval between two checks of the child's memory. */
const watchMs = 250;
/** The number of aliases whose meanings are cached. */
const maxAliases = 1000;
/** `SymbolFlags.Alias`: a name in an import or export. */
const aliasFlag = 2_097_152;
/** The number of files whose syntax trees are cached while declarations in them are looked up. */
const maxCachedTrees = 48;

export class TypescriptCompiler {
  readonly #child: ChildProcess;
  /** The folder of the socket; null when it is no longer needed. */
  #folder: string | null;
  readonly #gone: Promise<never>;
  #end: (error: CompilerGone) => void = () => {};
  #stopWatching: () => void = () => {};
  #checkMemory: () => void = () => {};
  #timer: NodeJS.Timeout | undefined;
  #api: API | null = null;
  #snapshot: Snapshot | null = null;
  #project: Project | null = null;
  /** Paths of the files whose syntax trees are cached. */
  readonly #trees = new Set<string>();
  /** Declarations by node handle. */
  readonly #declarations = new Map<string, Declaration>();
  /** What aliases mean, by symbol id. */
  readonly #aliases = new Map<number, Symbol | null>();

  private constructor(child: ChildProcess, folder: string, limits: CompilerLimits) {
    this.#child = child;
    this.#folder = folder;
    this.#gone = new Promise<never>((_, reject) => {
      this.#end = (error): void => {
        // `kill` of a child that could not be started may signal process 0: this process and its whole group.
        if (child.pid !== undefined) child.kill('SIGKILL');
        reject(error);
      };
    });
    this.#gone.catch(() => {});
    this.#watch(limits);
  }

  /**
   * Starts the compiler.
   * @param program from `findCompiler`
   * @param folder the absolute path of the folder that relative paths are below
   * @throws CompilerGone
   */
  static async start(program: string, folder: string, limits: CompilerLimits): Promise<TypescriptCompiler> {
    const { child, socketFolder, pipe } = startChild(program, folder, limits);
    const compiler = new TypescriptCompiler(child, socketFolder, limits);
    try {
      await compiler.#connect(pipe);
      return compiler;
    } catch (error) {
      await compiler.close();
      throw toGone(error);
    }
  }

  async #connect(pipe: string): Promise<void> {
    const { API: Connection } = await import('typescript/unstable/async');
    const listening = listenFor(this.#child, pipe);
    const startTimer = setTimeout(() => this.#end(new CompilerGone('time', 'the compiler did not start')), startMs);
    try {
      await this.#race(listening);
      this.#api = await this.#race(connected(new Connection({ pipe })));
    } finally {
      clearTimeout(startTimer);
      // The server may begin to listen only now: it is closed too.
      void listening.then((server) => server.close()).catch(() => {});
      // The socket's file is no longer needed. It is removed now, so that a later kill leaves no file behind.
      this.#removeFolder();
    }
  }

  #watch({ memoryBytes, timeMs, signal }: CompilerLimits): void {
    const child = this.#child;
    const cancel = (): void => this.#end(new CompilerGone('cancelled', 'cancelled'));
    this.allow(timeMs);
    this.#checkMemory = (): void => {
      const used = child.pid === undefined ? 0 : (processMemory(child.pid)?.resident ?? 0);
      if (used > memoryBytes) this.#end(new CompilerGone('memory', `used ${used} bytes`));
    };
    const memory = setInterval(this.#checkMemory, watchMs);
    memory.unref();
    this.#stopWatching = (): void => {
      clearTimeout(this.#timer);
      clearInterval(memory);
      signal?.removeEventListener('abort', cancel);
    };
    child.on('error', (error) => this.#end(new CompilerGone('died', error.message)));
    child.on('exit', (code, by) => this.#end(new CompilerGone('died', `the compiler ended (${by ?? code})`)));
    child.on('spawn', () => {
      try {
        setPriority(child.pid!, constants.priority.PRIORITY_LOW);
      } catch {
        // The priority may not be changed here, or the child is gone already.
      }
    });
    if (signal?.aborted === true) cancel();
    signal?.addEventListener('abort', cancel, { once: true });
  }

  /** Sets a new time limit: the child is killed this many ms from now. */
  allow(timeMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end(new CompilerGone('time', `took longer than ${timeMs} ms`)), timeMs);
    this.#timer.unref();
  }

  /** Waits for an answer; rejects when the child ends before the answer arrives. */
  async #race<T>(answer: Promise<T>): Promise<T> {
    answer.catch(() => {});
    return Promise.race([answer, this.#gone]);
  }

  /** The answer of the API; null where the API reports an error (a broken configuration, a missing file). */
  async #ask<T>(answer: Promise<T>): Promise<T | null> {
    try {
      return await this.#race(answer);
    } catch (error) {
      const code = codeOf(error);
      if (error instanceof CompilerGone || (code !== null && isConnectionLost(code))) throw toGone(error);
      return null;
    }
  }

  /** The absolute paths of the files that a configuration lists; null when it cannot be read. */
  async filesOf(config: string): Promise<readonly string[] | null> {
    const parsed = await this.#ask(this.#api!.parseConfigFile(config));
    return parsed?.fileNames ?? null;
  }

  /**
   * Loads the program of a configuration in place of the previous program; files that both programs have are not read again. Returns the paths of all
   * files of the new program, with those of libraries. Null when the configuration has no program.
   */
  async open(config: string): Promise<ReadonlySet<string> | null> {
    const [before, closed] = [this.#snapshot, this.#project?.configFileName];
    const change = { openProjects: [config], ...(closed === undefined ? {} : { closeProjects: [closed] }) };
    this.#snapshot = await this.#ask(this.#api!.updateSnapshot(change));
    this.#project = this.#snapshot?.getProject(config) ?? null;
    if (before !== null) await this.#ask(before.dispose());
    this.#aliases.clear();
    this.#declarations.clear();
    this.#trees.clear();
    this.#api!.clearSourceFileCache();
    if (this.#project === null) return null;
    // The memory is checked at once, because loading may have taken much of it since the last check.
    this.#checkMemory();
    const names = await this.#ask(this.#project.program.getSourceFileNames());
    return names === null ? null : new Set(names);
  }

  /**
   * The meanings of names at offsets in one file of the opened program.
   * @param positions UTF-16 units from the start of the text, without the byte order mark
   * @param isWanted returns whether offsets of declarations in a file are needed; other declarations get offset 0
   */
  async meanings(
    file: string,
    positions: readonly number[],
    isWanted: (file: string) => boolean,
  ): Promise<readonly Meaning[]> {
    const project = this.#project!;
    const symbols = (await this.#ask(project.checker.getSymbolAtPosition(file, positions))) ?? [];
    const meanings: Meaning[] = [];
    for (const position of positions.keys()) {
      const symbol = symbols[position];
      const meant = symbol === undefined ? null : await this.#withoutAlias(project, symbol);
      const declarations: Declaration[] = [];
      for (const handle of meant?.declarations ?? []) {
        if (!isWanted(handle.path)) declarations.push({ file: handle.path, name: 0, start: 0 });
        else {
          const declaration = await this.#declarationOf(handle);
          if (declaration !== null) declarations.push(declaration);
        }
      }
      meanings.push(declarations);
    }
    return meanings;
  }

  async #withoutAlias(project: Project, symbol: Symbol): Promise<Symbol | null> {
    if ((symbol.flags & aliasFlag) === 0) return symbol;
    const cached = this.#aliases.get(symbol.id);
    if (cached !== undefined) return cached;
    const meant = await this.#ask(project.checker.getAliasedSymbol(symbol));
    if (this.#aliases.size >= maxAliases) this.#aliases.clear();
    this.#aliases.set(symbol.id, meant);
    return meant;
  }

  async #declarationOf(handle: NodeHandle): Promise<Declaration | null> {
    const key = `${handle.index}:${handle.path}`;
    const cached = this.#declarations.get(key);
    if (cached !== undefined) return cached;
    this.#trees.add(handle.path);
    if (this.#trees.size > maxCachedTrees) {
      this.#api!.clearSourceFileCache();
      this.#trees.clear();
    }
    const node = await this.#ask(handle.resolve());
    if (node === null || node === undefined) return null;
    const named = node as { name?: { getStart: () => number } };
    const start = node.getStart();
    const declaration = { file: handle.path, name: named.name?.getStart() ?? start, start };
    this.#declarations.set(key, declaration);
    return declaration;
  }

  /** Ends the child; no more questions are possible. */
  async close(): Promise<void> {
    this.#stopWatching();
    const { exitCode, signalCode } = this.#child;
    const hasEnded = exitCode !== null || signalCode !== null || this.#child.pid === undefined;
    const end = hasEnded ? Promise.resolve() : new Promise<void>((done) => this.#child.once('exit', () => done()));
    this.#end(new CompilerGone('cancelled', 'closed'));
    // The API's `close` is not called: it would wait until the child has released its data. The connection ends with the child.
    await end;
    this.#removeFolder();
  }

  #removeFolder(): void {
    if (this.#folder !== null) removeFolder(this.#folder);
    this.#folder = null;
  }
}

/** The folder in which the socket's own folder is made: the system's temporary one, unless the socket's path would be too long there. */
export function socketParent(temporary: string): string {
  const longest = join(temporary, 'code-scout-XXXXXX', socketName);
  return process.platform === 'win32' || Buffer.byteLength(longest) <= maxSocketPath ? temporary : '/tmp';
}

/**
 * Starts the child process.
 * @throws CompilerGone where the system lacks resources. Another failure to start arrives as the child's `error` event.
 */
function startChild(
  program: string,
  folder: string,
  { memoryBytes }: CompilerLimits,
): { child: ChildProcess; socketFolder: string; pipe: string } {
  let socketFolder: string | null = null;
  try {
    socketFolder = mkdtempSync(join(socketParent(tmpdir()), 'code-scout-'));
    const pipe =
      process.platform === 'win32'
        ? `\\\\.\\pipe\\code-scout-${randomBytes(12).toString('hex')}`
        : join(socketFolder, socketName);
    const child = startService(program, ['--api', '--async', '--cwd', folder], {
      // A soft limit of Go's runtime: near it, the child collects garbage more often.
      GOMEMLIMIT: String(Math.floor(memoryBytes * 0.9)),
    });
    return { child, socketFolder, pipe };
  } catch (error) {
    if (socketFolder !== null) removeFolder(socketFolder);
    throw toGone(error);
  }
}

/** Removes the socket's folder without listing it: listing takes a file descriptor, and there may be none left. */
function removeFolder(folder: string): void {
  try {
    rmSync(join(folder, socketName), { force: true });
    rmdirSync(folder);
  } catch {
    // A remaining empty folder among the temporary files does no harm.
  }
}

/** Listens for one connection, which then becomes the child's input and output. */
async function listenFor({ stdin, stdout }: ChildProcess, pipe: string): Promise<Server> {
  const server = createServer((socket) => {
    server.close();
    if (stdin === null || stdout === null) return void socket.destroy();
    for (const stream of [socket, stdin, stdout]) stream.on('error', () => socket.destroy());
    socket.pipe(stdin);
    stdout.pipe(socket);
  });
  server.listen(pipe);
  await once(server, 'listening');
  return server;
}

/** Resolves when the compiler has answered on the connection. Rejects when the connection is lost; the child's end then has the reason. */
async function connected(api: API): Promise<API> {
  try {
    // Any request makes the API connect. This one has no lasting effect.
    await api.parseConfigFile('/');
    return api;
  } catch (error) {
    const code = codeOf(error);
    if (code !== null && !isConnectionLost(code)) return api;
    throw error;
  }
}

/** The JSON-RPC code of an error; null for another error. */
function codeOf(error: unknown): number | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : null;
}

/** Whether a code means a lost connection. The library uses a range of codes for this; the compiler's answers have codes outside of the range. */
function isConnectionLost(code: number): boolean {
  return code >= 0 || (code >= -32_099 && code <= -32_096);
}

function toGone(error: unknown): CompilerGone {
  if (error instanceof CompilerGone) return error;
  return new CompilerGone('died', error instanceof Error ? error.message : String(error));
}
