/**
 * Threads in a side process, which ends soon after the last of them, so that their memory is released. The allocator keeps
 * memory that threads have freed. A server that had indexed in threads of its own process kept 180 MB on a small project and 650 MB
 * on 22,000 files, instead of 80 and 120.
 * Invariants: the side process ends with this one. Where no side process can be started, the threads run in this process.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { workerUrl } from '../util/assets.ts';
import { startThread, type Thread, type ThreadListener, type ThreadStart } from './thread.ts';

/** `id` identifies a thread. */
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

/** `code` of the error for threads whose side process was killed. */
export const killedCode = 'ERR_SIDE_PROCESS_KILLED';
/** `code` of the error for threads whose side process ended in another way. */
const endedCode = 'ERR_SIDE_PROCESS_ENDED';

/** After this time without a thread the side process ends (ms). It does not end at once because the next job mostly follows soon. */
const idleMs = 2000;

/** Whether side processes cannot be started: Node is not at its path, or this program is part of Electron, which would start itself instead. */
let isUnavailable = process.versions['electron'] !== undefined;
/** The running side processes, by purpose of their threads. */
const sideProcesses = new Map<string, SideProcess>();

/**
 * Starts a thread in a side process.
 * @param purpose threads of one purpose share a process. Long-lived threads have another purpose than those that use much memory
 */
export function startSideThread(purpose: string, start: ThreadStart, listener: ThreadListener): Thread {
  return processFor(purpose)?.start(start, listener) ?? startThread(start, listener);
}

/** The side process for a purpose, started if necessary. Null where none can be started. Most failures show later, as an event of the process. */
function processFor(purpose: string): SideProcess | null {
  if (isUnavailable) return null;
  let running = sideProcesses.get(purpose);
  try {
    running ??= new SideProcess(purpose);
  } catch {
    isUnavailable = true;
    return null;
  }
  sideProcesses.set(purpose, running);
  return running;
}

type ThreadMessage = { type: 'post'; message: unknown } | { type: 'end' };

/**
 * A thread in a side process. If the process could not be started, the thread runs in this process and gets all messages again, since nothing
 * received them.
 */
class SideThread implements Thread {
  readonly listener: ThreadListener;
  readonly #apart = Promise.withResolvers<boolean>();
  readonly isApart = this.#apart.promise;
  readonly #start: ThreadStart;
  readonly #send: (message: ThreadMessage) => void;
  /** Messages that were sent before the side process reported that it runs; null after that. */
  #posted: unknown[] | null = [];
  /** The thread in this process, where the side process could not be started. */
  #local: Thread | null = null;

  constructor(start: ThreadStart, listener: ThreadListener, send: (message: ThreadMessage) => void) {
    this.#start = start;
    this.listener = listener;
    this.#send = send;
  }

  readonly post = (message: unknown): void => {
    this.#posted?.push(message);
    if (this.#local !== null) this.#local.post(message);
    else this.#send({ type: 'post', message });
  };

  readonly end = (): void => {
    if (this.#local !== null) this.#local.end();
    else this.#send({ type: 'end' });
  };

  /** To be called when the side process runs. */
  confirm(): void {
    this.#apart.resolve(true);
    this.#posted = null;
  }

  runLocally(): void {
    this.#apart.resolve(false);
    this.#local = startThread(this.#start, this.listener);
    for (const message of this.#posted ?? []) this.#local.post(message);
    this.#posted = null;
  }
}

class SideProcess {
  readonly #purpose: string;
  readonly #child: ChildProcess;
  readonly #threads = new Map<number, SideThread>();
  #lastId = 0;
  #isReady = false;
  #idleTimer: NodeJS.Timeout | null = null;

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
    child.on('message', (message: FromSideProcess) => this.#receive(message));
    child.on('error', () => this.#onGone(null));
    child.on('exit', (_, signal) => this.#onGone(signal));
    this.#child = child;
  }

  start(start: ThreadStart, listener: ThreadListener): Thread {
    if (this.#idleTimer !== null) clearTimeout(this.#idleTimer);
    const id = ++this.#lastId;
    const thread = new SideThread(start, listener, (message) => {
      this.#send({ id, ...message });
      if (message.type === 'end') this.#remove(id);
    });
    if (this.#isReady) thread.confirm();
    this.#threads.set(id, thread);
    this.#send({ id, type: 'start', start });
    return thread;
  }

  /** Drops the message if the process is gone; the `exit` event reports that. */
  #send(message: ToSideProcess): void {
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  #receive(message: FromSideProcess): void {
    if (message.type === 'ready') {
      this.#isReady = true;
      for (const thread of this.#threads.values()) thread.confirm();
      return;
    }
    const thread = this.#threads.get(message.id);
    if (message.type === 'message') thread?.listener.onMessage(message.message);
    else {
      this.#remove(message.id);
      const { error } = message;
      thread?.listener.onEnd(error === null ? null : Object.assign(new Error(error.message), error));
    }
  }

  #remove(id: number): void {
    // `end` may also be called for a thread that has ended by itself, and is not in `#threads` any more.
    if (this.#threads.delete(id) && this.#threads.size === 0)
      this.#idleTimer = setTimeout(() => this.#end(), idleMs).unref();
  }

  #onGone(signal: NodeJS.Signals | null): void {
    this.#detach();
    const threads = [...this.#threads.values()];
    this.#threads.clear();
    if (!this.#isReady) {
      isUnavailable = true;
      for (const thread of threads) thread.runLocally();
      return;
    }
    const code = signal === 'SIGKILL' ? killedCode : endedCode;
    const text = `The process of the index's work ended before it was done${signal === null ? '' : ` (${signal})`}`;
    for (const { listener } of threads) listener.onEnd(Object.assign(new Error(text), { code }));
  }

  /** Ends the process when no thread is left. */
  #end(): void {
    this.#detach();
    this.#child.kill('SIGKILL');
  }

  #detach(): void {
    if (sideProcesses.get(this.#purpose) === this) sideProcesses.delete(this.#purpose);
    this.#child.removeAllListeners();
    this.#child.on('error', () => {});
  }
}
