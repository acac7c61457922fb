/**
 * Set up before each test file: threads that the engine would start from its sources start from their bundle wherever that is current, since
 * to load the sources is most of what a short thread does.
 */
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import workerThreads from 'node:worker_threads';
import { builtEntry, programEntry } from './program-entry.ts';

const sources = new URL('../src/engine/', import.meta.url).href;

/** Only the engine's own entries; what tests write themselves stays as it is. */
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
