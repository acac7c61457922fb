/**
 * Threads in a process beside this one, which ends soon behind the last of them: what they took of memory goes with it. The allocator keeps
 * what threads have freed, so that a server which had made an index in threads of its own rested with 180 MB on a small project and 650 MB
 * on 22,000 files, instead of 80 and 120.
 * Invariants: the process ends with this one; where none can be started, this one has the threads.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { workerUrl } from '../util/assets.ts';
import { startThread, type Thread, type ThreadListener, type ThreadStart } from './thread.ts';

/** `id` is a thread's. */
export type ToSideProcess = { id: number } & (
  | { type: 'start'; start: ThreadStart }
  | { type: 'post'; message: unknown }
  | { type: 'end' }
);
export type FromSideProcess =
  | { type: 'ready' }
  | ({ id: number } & (
      | { type: 'message'; message: unknown }
      | { type: 'end'; error: { message: string; stack: string | undefined; code: string | undefined } | null }
    ));

/** `code` of the error with which threads end whose process was killed, … */
export const killedCode = 'ERR_SIDE_PROCESS_KILLED';
/** … or ended otherwise. */
const endedCode = 'ERR_SIDE_PROCESS_ENDED';

/** Without a thread for so long the process ends (ms): one job is followed by others at once. */
const idleMs = 2000;

/** Processes cannot be started: Node is not where it was, or this program is a part of another that would start itself. */
let areRefused = process.versions['electron'] !== undefined;
/** By what its threads are for. */
const current = new Map<string, SideProcess>();

/** @param purpose threads of the same share a process, which lasts as long as one of them does: those that stay are apart from those that take much */
export function startSideThread(purpose: string, start: ThreadStart, listener: ThreadListener): Thread {
  return processFor(purpose)?.start(start, listener) ?? startThread(start, listener);
}

/** Null where none can be started; most reasons for that are heard of later only. */
function processFor(purpose: string): SideProcess | null {
  if (areRefused) return null;
  let known = current.get(purpose);
  try {
    known ??= new SideProcess(purpose);
  } catch {
    areRefused = true;
    return null;
  }
  current.set(purpose, known);
  return known;
}

type Sent = { type: 'post'; message: unknown } | { type: 'end' };

/** One that this process has taken back does what it was told again from the beginning, which nobody had heard. */
class SideThread implements Thread {
  readonly listener: ThreadListener;
  readonly #start: ThreadStart;
  readonly #send: (message: Sent) => void;
  /** Until the process is known to be there. */
  #posted: unknown[] | null = [];
  #here: Thread | null = null;

  constructor(start: ThreadStart, listener: ThreadListener, send: (message: Sent) => void) {
    this.#start = start;
    this.listener = listener;
    this.#send = send;
  }

  readonly post = (message: unknown): void => {
    this.#posted?.push(message);
    if (this.#here !== null) this.#here.post(message);
    else this.#send({ type: 'post', message });
  };

  readonly end = (): void => {
    if (this.#here !== null) this.#here.end();
    else this.#send({ type: 'end' });
  };

  heard(): void {
    this.#posted = null;
  }

  takeBack(): void {
    this.#here = startThread(this.#start, this.listener);
    for (const message of this.#posted ?? []) this.#here.post(message);
    this.#posted = null;
  }
}

class SideProcess {
  readonly #purpose: string;
  readonly #child: ChildProcess;
  readonly #threads = new Map<number, SideThread>();
  #ids = 0;
  #isReady = false;
  #idle: NodeJS.Timeout | null = null;

  constructor(purpose: string) {
    this.#purpose = purpose;
    const file = fileURLToPath(workerUrl('side-process-main', 'runtime/side-process-main.ts'));
    const child = fork(file, [], {
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.unref();
    child.channel?.unref();
    child.on('message', (message: FromSideProcess) => this.#take(message));
    child.on('error', () => this.#lose(null));
    child.on('exit', (_, signal) => this.#lose(signal));
    this.#child = child;
  }

  start(start: ThreadStart, listener: ThreadListener): Thread {
    if (this.#idle !== null) clearTimeout(this.#idle);
    const id = ++this.#ids;
    const thread = new SideThread(start, listener, (message) => {
      this.#tell({ id, ...message });
      if (message.type === 'end') this.#forget(id);
    });
    if (this.#isReady) thread.heard();
    this.#threads.set(id, thread);
    this.#tell({ id, type: 'start', start });
    return thread;
  }

  /** A process that has gone is told of by its end. */
  #tell(message: ToSideProcess): void {
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  #take(message: FromSideProcess): void {
    if (message.type === 'ready') {
      this.#isReady = true;
      for (const thread of this.#threads.values()) thread.heard();
      return;
    }
    const thread = this.#threads.get(message.id);
    if (message.type === 'message') thread?.listener.onMessage(message.message);
    else {
      this.#forget(message.id);
      const { error } = message;
      thread?.listener.onEnd(error === null ? null : Object.assign(new Error(error.message), error));
    }
  }

  #forget(id: number): void {
    // One that has ended by itself may be ended once more.
    if (this.#threads.delete(id) && this.#threads.size === 0)
      this.#idle = setTimeout(() => this.#end(), idleMs).unref();
  }

  #lose(signal: NodeJS.Signals | null): void {
    this.#leave();
    const threads = [...this.#threads.values()];
    this.#threads.clear();
    if (!this.#isReady) {
      areRefused = true;
      for (const thread of threads) thread.takeBack();
      return;
    }
    const code = signal === 'SIGKILL' ? killedCode : endedCode;
    const words = `The process of the index's work ended before it was done${signal === null ? '' : ` (${signal})`}`;
    for (const { listener } of threads) listener.onEnd(Object.assign(new Error(words), { code }));
  }

  /** No thread is left. */
  #end(): void {
    this.#leave();
    this.#child.kill('SIGKILL');
  }

  #leave(): void {
    if (current.get(this.#purpose) === this) current.delete(this.#purpose);
    this.#child.removeAllListeners();
    this.#child.on('error', () => {});
  }
}
