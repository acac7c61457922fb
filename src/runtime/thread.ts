/** A worker thread behind an interface that another process can offer, too (side-process.ts). */
import { Worker, type ResourceLimits } from 'node:worker_threads';
import { workerUrl } from '../util/assets.ts';
import { protectThreads } from './v8-settings.ts';

/** What a thread is started with. */
export interface ThreadStart {
  /** Of its entry, as `workerUrl` takes it. */
  name: string;
  source: string;
  data: unknown;
  limits: ResourceLimits;
}

export interface ThreadListener {
  onMessage: (message: unknown) => void;
  /** It has ended by itself: with an error (`ERR_WORKER_OUT_OF_MEMORY` is the code of a full heap), or without a word. Called once. */
  onEnd: (error: Error | null) => void;
}

export interface Thread {
  post: (message: unknown) => void;
  /** Nothing is heard of it from now on. */
  end: () => void;
}

/** In this process, which it does not keep alive. */
export function startThread({ name, source, data, limits }: ThreadStart, { onMessage, onEnd }: ThreadListener): Thread {
  protectThreads();
  const worker = new Worker(workerUrl(name, source), { workerData: data, resourceLimits: limits });
  const end = (): void => {
    worker.removeAllListeners();
    worker.on('error', () => {});
    void worker.terminate();
  };
  const ended = (error: Error | null): void => {
    end();
    onEnd(error);
  };
  worker.on('message', onMessage);
  worker.on('error', (error) => ended(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', () => ended(null));
  worker.unref();
  return { post: (message) => worker.postMessage(message), end };
}
