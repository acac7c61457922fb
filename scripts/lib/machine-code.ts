/**
 * Writes the machine code of a WebAssembly module in `dist/` beside it, as V8's optimising compiler makes it (src/util/machine-code.ts reads it):
 * `node scripts/lib/machine-code.ts NAME`, with the settings below, in a process of its own.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { Script } from 'node:vm';
import { machineCodeFile, signedCode } from '../../src/util/machine-code.ts';
import { at, start } from './repository.ts';

/** All functions at once, by the last compiler only. */
const settings = ['--allow-natives-syntax', '--no-liftoff', '--no-wasm-lazy-compilation'];

/** @throws with what the process says */
export async function writeMachineCode(name: string): Promise<void> {
  const { code, output } = await start(process.execPath, [...settings, import.meta.filename, name]);
  if (code !== 0) throw new Error(`machine code of ${name}: ${output}`);
}

const [, program, name] = process.argv;
if (program === import.meta.filename && name !== undefined) {
  const bytes = readFileSync(at('dist', `${name}.wasm`));
  const serialize = new Script('(module) => %SerializeWasmModule(module)').runInThisContext() as (
    module: WebAssembly.Module,
  ) => ArrayBuffer;
  const code = new Uint8Array(serialize(new WebAssembly.Module(bytes)));
  writeFileSync(at('dist', machineCodeFile(name)), signedCode(bytes, code));
}
