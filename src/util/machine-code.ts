/**
 * Modules of ours as V8's optimising compiler has made them when the program was built (scripts/lib/machine-code.ts): they are at full speed from
 * their first call on, and nothing is compiled. V8 writes and reads such code for tests of its own, and tells by its head for what it was made:
 * version, features of the processor, settings. Decision 29.
 * Invariants: where there is no such code, or none that fits, V8 compiles the module as any other; it is read from the program's own folder and
 * from nowhere else, and only as it was built.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { compileFunction, Script } from 'node:vm';
import { assetUrl } from './assets.ts';
import { lateZlib } from './late-module.ts';

/**
 * A file of code begins with how long the module and the code behind it are, and a sum (CRC-32) of each: four numbers of 32 bits. They tell a file
 * that is damaged, or of another module; whoever can write such files can write the program. Digests took each thread 6 ms, with what makes them.
 */
export const headBytes = 16;

/** Where V8 keeps in the head of compiled code, of scripts as of modules, a number of its settings. */
const settingsAt = 12;
const settingsBytes = 4;

type Deserialize = (code: ArrayBuffer, bytes: Uint8Array) => object | undefined;

/** Which file has the code of a module for this machine. */
export function machineCodeFile(name: string): string {
  return `${name}-${process.platform}-${process.arch}.code`;
}

/** The bytes of that file. @param code as V8 has written it */
export function signedCode(module: Uint8Array, code: Uint8Array): Buffer {
  return Buffer.concat([headOf(module, code), code]);
}

function headOf(module: Uint8Array, code: Uint8Array): Buffer {
  const { crc32 } = lateZlib();
  return Buffer.from(Uint32Array.of(module.length, crc32(module), code.length, crc32(code)).buffer);
}

/** Marks code as made under the settings of the moment. */
export function markCode(code: Uint8Array): void {
  code.set(new Script('0').createCachedData().subarray(settingsAt, settingsAt + settingsBytes), settingsAt);
}

/**
 * V8 refuses code that was made under other settings, whatever they are about. Those that the program changes are about when code is made, and
 * not about what it does.
 */
function areSettingsOursAlone(): boolean {
  return process.execArgv.length === 0 && process.env['NODE_OPTIONS'] === undefined;
}

/** V8's own function, which no function may name that is compiled without that setting. */
function deserializer(): Deserialize {
  setFlagsFromString('--allow-natives-syntax');
  try {
    return compileFunction('return %DeserializeWasmModule(code, bytes)', ['code', 'bytes']) as Deserialize;
  } finally {
    setFlagsFromString('--no-allow-natives-syntax');
  }
}

/** What is in a file of code. */
export interface SignedCode {
  /** Its first `headBytes`. */
  head: Uint8Array;
  /** In a buffer of its own, which V8 wants. */
  code: Uint8Array<ArrayBuffer>;
}

/** The module, ready to be instantiated; null where V8 has to compile it. @param bytes of the module */
export function moduleOf({ head, code }: SignedCode, bytes: Uint8Array): object | null {
  // It is as it was built, and of this module.
  if (!headOf(bytes, code).equals(head)) return null;
  if (areSettingsOursAlone()) markCode(code);
  return deserializer()(code.buffer, bytes) ?? null;
}

/** Throws as the file system does. */
function readCode(name: string): SignedCode {
  const file = openSync(assetUrl(machineCodeFile(name)), 'r');
  try {
    const head = new Uint8Array(headBytes);
    // Where it ends before, it is not as it was built.
    const code = new Uint8Array(Math.max(0, fstatSync(file).size - headBytes));
    readSync(file, head);
    readSync(file, code);
    return { head, code };
  } finally {
    closeSync(file);
  }
}

/** The same by the code in the program's folder. @param name of the module's files there */
export function readyModule(name: string, bytes: Uint8Array): object | null {
  try {
    return moduleOf(readCode(name), bytes);
  } catch {
    return null;
  }
}
