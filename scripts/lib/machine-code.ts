/**
 * Writes the machine code of a WebAssembly module, as V8's optimising compiler makes it (src/util/machine-code.ts reads it).
 * This file is also the process in which it is made, under settings of its own: `node SETTINGS scripts/lib/machine-code.ts MODULE CODE`.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { markCode, signedCode } from '../../src/util/machine-code.ts';
import { start } from './repository.ts';

/** All functions at once, by the last compiler only. */
const settings = ['--allow-natives-syntax', '--no-liftoff', '--no-wasm-lazy-compilation'];

/** @throws with what the process says */
export async function writeMachineCode(module: string, file: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'machine-code-'));
  try {
    const made = join(folder, 'code');
    const { code, output } = await start(process.execPath, [...settings, import.meta.filename, module, made]);
    if (code !== 0) throw new Error(`machine code of ${module}: ${output}`);
    const machineCode = readFileSync(made);
    markCode(machineCode);
    writeFileSync(file, signedCode(readFileSync(module), machineCode));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Runtime {
  Module: new (bytes: Uint8Array) => object;
}

const [, program, module, made] = process.argv;
if (program === import.meta.filename && module !== undefined && made !== undefined) {
  const { Module } = (globalThis as unknown as { WebAssembly: Runtime }).WebAssembly;
  const serialize = new Script('(module) => %SerializeWasmModule(module)').runInThisContext() as (
    module: object,
  ) => ArrayBuffer;
  writeFileSync(made, new Uint8Array(serialize(new Module(readFileSync(module)))));
}
