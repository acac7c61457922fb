/**
 * Preloaded into the built program and its threads while its code caches are made (code-caches.ts): writes down, now and then and at the end,
 * what V8 has compiled of each of the program's scripts, with what a cache brought that was there already. Invariant: the program sees nothing
 * of it.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import vm from 'node:vm';
import { isMainThread, parentPort, threadId } from 'node:worker_threads';
import { markCode } from '../../src/util/machine-code.ts';
import { compiledCode } from './compiled-code.ts';

/** Of the program's files, and of what is written here. */
const [program = '', output = ''] = (process.env['RECORDED_PROGRAM'] ?? '').split('\n');

/** Threads are ended without a word: each writes when it has said something, but no more often than this (ms). */
const pause = 250;

const scripts = new Map<string, vm.Script>();

class RecordedScript extends vm.Script {
  constructor(text: string, options?: vm.ScriptOptions) {
    // What was recorded before is of other settings, none of which changes what is compiled.
    if (Buffer.isBuffer(options?.cachedData)) markCode(options.cachedData);
    super(text, options);
    if (options?.filename !== undefined && dirname(options.filename) === program) scripts.set(options.filename, this);
  }
}

function write(): void {
  for (const [file, script] of scripts) {
    const target = join(output, `${basename(file, '.cjs')}@${process.pid}-${threadId}`);
    writeFileSync(`${target}.part`, compiledCode(script));
    renameSync(`${target}.part`, target);
  }
}

if (program !== '') {
  // What ran once, long ago, would be forgotten.
  setFlagsFromString('--no-flush-bytecode');
  // A cache says of which functions V8 had made machine code, and V8 makes it of all of them as soon as it has read the cache, needed or not.
  setFlagsFromString('--no-sparkplug');
  vm.Script = RecordedScript;
  process.on('exit', write);
  if (isMainThread) setTimeout(write, pause * 2).unref();
}

/** What a thread says when it has done what it was started for; it is ended when that is heard. */
function isLast(message: unknown): boolean {
  const { type } = message as { type?: unknown };
  return type !== undefined && type !== 'progress';
}

if (program !== '' && parentPort !== null) {
  const port = parentPort;
  let last = performance.now();
  const post = port.postMessage.bind(port);
  port.postMessage = (...message: Parameters<typeof post>) => {
    if (isLast(message[0])) write();
    post(...message);
    if (performance.now() - last < pause) return;
    write();
    last = performance.now();
  };
}
