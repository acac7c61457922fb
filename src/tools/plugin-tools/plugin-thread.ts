/**
 * The thread in which the tools of one plugin run, started with the first call.
 * Invariants: every call ends, at the latest after its timeout. If a tool breaks its thread (it hangs, throws outside of its answer, ends the
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
  /** Calls one of our tools. */
  ask: (tool: string, args: Readonly<Record<string, unknown>>) => Promise<ToolAnswer>;
}

export type PluginResult = Pick<Extract<FromPluginThread, { type: 'done' }>, 'text' | 'data'>;

interface OpenCall {
  call: PluginCall;
  settle: PromiseWithResolvers<PluginResult>;
}

/** How long a cancelled or late call may take to end by itself, before its thread is ended (ms). */
const graceMs = 300;
/** After so long without a call the thread is ended (ms). */
const idleMs = 120_000;
/** Heap limit of the thread (MB). */
const heapMb = 512;

export class PluginThread {
  /** Name and module of the plugin. */
  readonly #plugin: { name: string; path: string };
  #worker: Worker | null = null;
  readonly #open = new Map<number, OpenCall>();
  /** Abandoned calls, each with the timer that ends the thread if the call does not end. */
  readonly #leaving = new Map<number, NodeJS.Timeout>();
  /** Settles when no abandoned call is left; null if there are none. */
  #allLeft: PromiseWithResolvers<void> | null = null;
  #ids = 0;
  #idle: NodeJS.Timeout | null = null;

  constructor(plugin: { name: string; path: string }) {
    this.#plugin = plugin;
  }

  /** Rejects with an `AppError`. */
  async call(call: PluginCall): Promise<PluginResult> {
    // A thread that may hang gets no new calls.
    await this.#allLeft?.promise;
    if (call.signal.aborted) throw cancelled();
    const id = ++this.#ids;
    const settle = Promise.withResolvers<PluginResult>();
    const worker = this.#started();
    this.#open.set(id, { call, settle });
    const { tool, args, root, timeoutMs, signal } = call;
    const stop = (): void => this.#leave(id, cancelled());
    const timer = setTimeout(() => {
      this.#leave(id, this.#failed(`${tool} gave no answer within ${timeoutMs} ms`));
    }, timeoutMs);
    signal.addEventListener('abort', stop);
    try {
      worker.postMessage({ type: 'call', id, tool, root, args } satisfies ToPluginThread);
      return await settle.promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      this.#open.delete(id);
      this.#rest();
    }
  }

  #started(): Worker {
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    this.#worker.ref();
    return this.#worker;
  }

  #start(): Worker {
    const worker = new Worker(workerUrl('plugin-worker', 'plugins/plugin-worker.ts'), {
      workerData: { path: this.#plugin.path } satisfies PluginThreadData,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    worker.on('message', (message: FromPluginThread) => this.#take(message));
    worker.on('error', (error) => {
      if (worker === this.#worker) this.#lose(`its thread ended: ${messageOf(error)}`);
    });
    worker.on('exit', () => {
      if (worker === this.#worker) this.#lose('its thread ended');
    });
    return worker;
  }

  #take(message: FromPluginThread): void {
    const { id } = message;
    const leaving = this.#leaving.get(id);
    if (leaving !== undefined && (message.type === 'done' || message.type === 'failed')) {
      clearTimeout(leaving);
      this.#leaving.delete(id);
      if (this.#leaving.size === 0) this.#releaseCalls();
      this.#rest();
    }
    const open = this.#open.get(id);
    if (open === undefined) return;
    const { call, settle } = open;
    switch (message.type) {
      case 'done':
        settle.resolve({ text: message.text, data: message.data });
        return;
      case 'failed':
        settle.reject(this.#failed(`${call.tool} failed: ${message.message}`));
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

  /** Abandons a call: its caller no longer waits. */
  #leave(id: number, error: AppError): void {
    this.#open.get(id)?.settle.reject(error);
    this.#worker?.postMessage({ type: 'cancel', id } satisfies ToPluginThread);
    const end = setTimeout(() => this.#lose('another of its tools did not end, and its thread was ended'), graceMs);
    this.#leaving.set(id, end.unref());
    this.#allLeft ??= Promise.withResolvers();
  }

  #releaseCalls(): void {
    this.#allLeft?.resolve();
    this.#allLeft = null;
  }

  /** Gives up the thread: it ended, or has to be ended. */
  #lose(problem: string): void {
    const worker = this.#worker;
    this.#worker = null;
    for (const timer of this.#leaving.values()) clearTimeout(timer);
    this.#leaving.clear();
    this.#releaseCalls();
    for (const { settle } of this.#open.values()) settle.reject(this.#failed(problem));
    void worker?.terminate();
  }

  #rest(): void {
    if (this.#open.size > 0) return;
    this.#worker?.unref();
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      if (this.#open.size === 0) this.#lose('nobody called it');
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
