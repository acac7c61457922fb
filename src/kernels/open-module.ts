/** Opens our own WebAssembly modules, which the build has compiled. */
import { readFileSync } from 'node:fs';
import { assetUrl } from '../util/assets.ts';

type WasmImports = Record<string, Record<string, (...numbers: number[]) => number | void>>;

/** The part of the WebAssembly interface that we use. The types of Node do not declare it; only those of browsers do. */
interface WasmRuntime {
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  Instance: new (module: object, imports: WasmImports) => { exports: Record<string, unknown> };
}

/**
 * The exports of a module in the program's folder. Throws where the runtime has no WebAssembly, without which no grammar works either.
 * @param name of the module's file, without the extension
 */
export function openModule(name: string, imports: WasmImports): Record<string, unknown> {
  const runtime = (globalThis as { WebAssembly?: WasmRuntime }).WebAssembly;
  if (runtime === undefined)
    throw new Error('this Node was started without WebAssembly (--jitless): start it without that option');
  const bytes = readFileSync(assetUrl(`${name}.wasm`));
  try {
    return new runtime.Instance(new runtime.Module(bytes), imports).exports;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Error('a limit denies address space to WebAssembly (ulimit -v): set it to unlimited', { cause: error });
  }
}
