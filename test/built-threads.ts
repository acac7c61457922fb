/**
 * Runs before each test file. A thread or a side process that the engine would start from a source file starts from the bundle instead,
 * where the bundle is current: loading the sources takes most of the time of a short thread.
 */
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import workerThreads from 'node:worker_threads';
import { expect } from 'vitest';
import { builtEntry, programEntry } from './program-entry.ts';

const sources = new URL('../src/engine/', import.meta.url).href;

/** Only the entries of the engine. Threads that a test writes itself are left alone. */
function built(file: string | URL): string | URL {
  const { href } = file instanceof URL ? file : { href: '' };
  return href.startsWith(sources) && href.endsWith('-worker.ts')
    ? new URL(basename(href).replace(/ts$/, 'js'), pathToFileURL(builtEntry))
    : file;
}

const sideProcess = fileURLToPath(new URL('../src/runtime/side-process-main.ts', import.meta.url));
/** Tests of the runtime start threads of their own in it, which the bundle does not have. */
const startsOwnThreads = /[\\/]src[\\/]runtime[\\/]/.test(expect.getState().testPath ?? '');

if (programEntry === builtEntry) {
  const { fork } = childProcess;
  const builtFork = (file: string | URL, ...rest: unknown[]): unknown =>
    Reflect.apply(fork, childProcess, [
      file === sideProcess && !startsOwnThreads ? join(dirname(builtEntry), 'side-process-main.js') : file,
      ...rest,
    ]);
  Reflect.set(childProcess, 'fork', builtFork);
  const { Worker } = workerThreads;
  class BuiltWorker extends Worker {
    constructor(file: string | URL, options?: workerThreads.WorkerOptions) {
      super(built(file), options);
    }
  }
  Reflect.set(workerThreads, 'Worker', BuiltWorker);
  syncBuiltinESMExports();
}
