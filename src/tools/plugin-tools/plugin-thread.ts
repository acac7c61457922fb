/**
 * The thread in which the tools of one plugin run, started with the first call.
 * Invariants: every call ends, at the latest after its timeout. If a tool breaks its thread (it hangs, throws outside of its promise, ends the
 * thread, or uses all memory), the running calls fail, and the next call gets a new thread.
 */
import { Worker } from 'node:worker_threads';
import { AppError } from '../../model/error.ts';
import type { ToolAnswer } from '../../plugins/contract.ts';
import type { FromPluginThread, PluginThreadData, ToPluginThread } from '../../plugins/thread-messages.ts';
import { workerUrl } from '../../util/assets.ts';
import type { ToolProgress } from '../tool.ts';

export interface PluginCall {
  tool: string;
  args: Readonly<Record<string, unknown>>;
  root: string;
  timeoutMs: number;
  signal: AbortSignal;
  progress: ((progress: ToolProgress) => void) | null;
  /** Calls one of Code Scout's tools for the plugin. */
  ask: (tool: string, args: Readonly<Record<string, unknown>>) => Promise<ToolAnswer>;
}

export type PluginResult = Pick<Extract<FromPluginThread, { type: 'done' }>, 'text' | 'data'>;

interface OpenCall {
  call: PluginCall;
  deferred: PromiseWithResolvers<PluginResult>;
}

/** How long an abandoned call (cancelled, or past its timeout) may take to end before its thread is ended (ms). */
const graceMs = 300;
/** The thread is ended after this time without a call (ms). */
const idleMs = 120_000;
/** Heap limit of the thread (MB). */
const heapMb = 512;

export class PluginThread {
  /** Name and module of the plugin. */
  readonly #plugin: { name: string; path: string };
  #worker: Worker | null = null;
  readonly #openCalls = new Map<number, OpenCall>();
  /** Abandoned calls, each with the timer that ends the thread if the call does not end. */
  readonly #abandoned = new Map<number, NodeJS.Timeout>();
  /** Settles when no abandoned call is left; null if there are none. */
  #abandonedEnded: PromiseWithResolvers<void> | null = null;
  #lastId = 0;
  #idleTimer: NodeJS.Timeout | null = null;

  constructor(plugin: { name: string; path: string }) {
    this.#plugin = plugin;
  }

  /** Rejects with an `AppError`. */
  async call(call: PluginCall): Promise<PluginResult> {
    // A thread that may hang gets no new calls.
    await this.#abandonedEnded?.promise;
    if (call.signal.aborted) throw cancelled();
    const id = ++this.#lastId;
    const deferred = Promise.withResolvers<PluginResult>();
    const worker = this.#runningWorker();
    this.#openCalls.set(id, { call, deferred });
    const { tool, args, root, timeoutMs, signal } = call;
    const stop = (): void => this.#abandon(id, cancelled());
    const timer = setTimeout(() => {
      this.#abandon(id, this.#failed(`${tool} gave no answer within ${timeoutMs} ms`));
    }, timeoutMs);
    signal.addEventListener('abort', stop);
    try {
      worker.postMessage({ type: 'call', id, tool, root, args } satisfies ToPluginThread);
      return await deferred.promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      this.#openCalls.delete(id);
      this.#startIdleTimer();
    }
  }

  #runningWorker(): Worker {
    if (this.#idleTimer !== null) clearTimeout(this.#idleTimer);
    this.#worker ??= this.#start();
    this.#worker.ref();
    return this.#worker;
  }

  #start(): Worker {
    const worker = new Worker(workerUrl('plugin-worker', 'plugins/plugin-worker.ts'), {
      workerData: { path: this.#plugin.path } satisfies PluginThreadData,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    worker.on('message', (message: FromPluginThread) => this.#receive(message));
    worker.on('error', (error) => {
      if (worker === this.#worker) this.#dropThread(`its thread ended: ${messageOf(error)}`);
    });
    worker.on('exit', () => {
      if (worker === this.#worker) this.#dropThread('its thread ended');
    });
    return worker;
  }

  #receive(message: FromPluginThread): void {
    const { id } = message;
    const endTimer = this.#abandoned.get(id);
    if (endTimer !== undefined && (message.type === 'done' || message.type === 'failed')) {
      clearTimeout(endTimer);
      this.#abandoned.delete(id);
      if (this.#abandoned.size === 0) this.#admitCalls();
      this.#startIdleTimer();
    }
    const openCall = this.#openCalls.get(id);
    if (openCall === undefined) return;
    const { call, deferred } = openCall;
    switch (message.type) {
      case 'done':
        deferred.resolve({ text: message.text, data: message.data });
        return;
      case 'failed':
        deferred.reject(this.#failed(`${call.tool} failed: ${message.message}`));
        return;
      case 'progress':
        call.progress?.({ done: message.done, total: message.total, message: message.message });
        return;
      case 'ask':
        void this.#answer(call, message);
    }
  }

  async #answer(
    { ask }: PluginCall,
    { question, tool, args }: Extract<FromPluginThread, { type: 'ask' }>,
  ): Promise<void> {
    const worker = this.#worker;
    const answer = await ask(tool, args);
    worker?.postMessage({ type: 'answer', question, answer } satisfies ToPluginThread);
  }

  /** Abandons a call: its caller no longer waits, and the thread is ended if the call does not end within `graceMs`. */
  #abandon(id: number, error: AppError): void {
    this.#openCalls.get(id)?.deferred.reject(error);
    this.#worker?.postMessage({ type: 'cancel', id } satisfies ToPluginThread);
    const endTimer = setTimeout(
      () => this.#dropThread('another of its tools did not end, and its thread was ended'),
      graceMs,
    );
    this.#abandoned.set(id, endTimer.unref());
    this.#abandonedEnded ??= Promise.withResolvers();
  }

  /** Lets the calls run that wait for abandoned calls. */
  #admitCalls(): void {
    this.#abandonedEnded?.resolve();
    this.#abandonedEnded = null;
  }

  /** Drops the thread, which has ended or must be ended; the running calls fail. */
  #dropThread(problem: string): void {
    const worker = this.#worker;
    this.#worker = null;
    for (const timer of this.#abandoned.values()) clearTimeout(timer);
    this.#abandoned.clear();
    this.#admitCalls();
    for (const { deferred } of this.#openCalls.values()) deferred.reject(this.#failed(problem));
    void worker?.terminate();
  }

  /** Without running calls the thread does not keep the process alive, and is ended after `idleMs`. */
  #startIdleTimer(): void {
    if (this.#openCalls.size > 0) return;
    this.#worker?.unref();
    if (this.#idleTimer !== null) clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => {
      if (this.#openCalls.size === 0) this.#dropThread('it was idle');
    }, idleMs).unref();
  }

  #failed(problem: string): AppError {
    return new AppError('InternalError', `The plugin ${this.#plugin.name} failed: ${problem.slice(0, 1000)}`, {
      hint: 'Code Scout itself goes on. If it happens again, remove the plugin from `plugins` or ask its author.',
    });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function cancelled(): AppError {
  return new AppError('CancelledError', 'The call was cancelled');
}
