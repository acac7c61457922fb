/**
 * Runs before each test file. A thread that the engine would start from a source file starts from the bundle instead,
 * where the bundle is current: loading the sources takes most of the time of a short thread.
 */
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import workerThreads from 'node:worker_threads';
import { builtEntry, programEntry } from './program-entry.ts';

const sources = new URL('../src/engine/', import.meta.url).href;

/** Only the entries of the engine. Threads that a test writes itself are left alone. */
function built(file: string | URL): string | URL {
  const { href } = file instanceof URL ? file : { href: '' };
  return href.startsWith(sources) && href.endsWith('-worker.ts')
    ? new URL(basename(href).replace(/ts$/, 'js'), pathToFileURL(builtEntry))
    : file;
}

if (programEntry === builtEntry) {
  const { Worker } = workerThreads;
  class BuiltWorker extends Worker {
    constructor(file: string | URL, options?: workerThreads.WorkerOptions) {
      super(built(file), options);
    }
  }
  Reflect.set(workerThreads, 'Worker', BuiltWorker);
  syncBuiltinESMExports();
}
