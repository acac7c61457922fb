/** Starts a worker thread. Threads in a side process have the same interface (side-process.ts). */
import { Worker, type ResourceLimits } from 'node:worker_threads';
import { workerUrl } from '../util/assets.ts';
import { protectThreads } from './v8-settings.ts';

/** Everything that a thread starts with. */
export interface ThreadStart {
  /** The thread's entry, as `workerUrl` takes it. */
  name: string;
  source: string;
  data: unknown;
  limits: ResourceLimits;
}

export interface ThreadListener {
  onMessage: (message: unknown) => void;
  /** The thread has ended by itself: with an error (`ERR_WORKER_OUT_OF_MEMORY` is the code for a full heap), or without one. Called once. */
  onEnd: (error: Error | null) => void;
}

export interface Thread {
  /** Whether the thread runs in another process, so that this one survives a crash of it. Known when the thread runs. */
  isApart: Promise<boolean>;
  post: (message: unknown) => void;
  /** Stops the thread; no event follows. */
  end: () => void;
}

/** Starts a thread in this process. The thread does not keep the process alive. */
export function startThread({ name, source, data, limits }: ThreadStart, { onMessage, onEnd }: ThreadListener): Thread {
  protectThreads();
  const worker = new Worker(workerUrl(name, source), { workerData: data, resourceLimits: limits });
  const end = (): void => {
    worker.removeAllListeners();
    worker.on('error', () => {});
    void worker.terminate();
  };
  const finish = (error: Error | null): void => {
    end();
    onEnd(error);
  };
  worker.on('message', onMessage);
  worker.on('error', (error) => finish(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', () => finish(null));
  worker.unref();
  return { isApart: Promise.resolve(false), post: (message) => worker.postMessage(message), end };
}
