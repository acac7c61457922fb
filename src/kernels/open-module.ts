/** Opens WebAssembly modules: our own, which the build has compiled, and that of tree-sitter. */
import { readFileSync } from 'node:fs';
import { assetUrl } from '../util/assets.ts';

type WasmImports = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

interface WasmInstance {
  exports: Readonly<Record<string, unknown>>;
}

/** The part of the WebAssembly interface that we use. The types of Node do not declare it; only those of browsers do. */
interface WasmRuntime {
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  Instance: new (module: object, imports: WasmImports) => WasmInstance;
  Memory: new (pages: { initial: number; maximum: number }) => object;
}

/** Opens the module in a file. Throws where the runtime has no WebAssembly, without which no grammar works either. */
export function openInstance(file: URL, imports: WasmImports): { instance: WasmInstance; module: object } {
  return withRuntime((runtime) => {
    const module = new runtime.Module(readFileSync(file));
    return { instance: new runtime.Instance(module, imports), module };
  });
}

/** Of a page of WebAssembly (bytes). */
const pageBytes = 64 * 1024;

/** Memory for a module that does not bring its own. @param size in bytes, whole pages of 64 kB */
export function openMemory({ first, most }: { first: number; most: number }): object {
  return withRuntime((runtime) => new runtime.Memory({ initial: first / pageBytes, maximum: most / pageBytes }));
}

function withRuntime<T>(open: (runtime: WasmRuntime) => T): T {
  const runtime = (globalThis as { WebAssembly?: WasmRuntime }).WebAssembly;
  if (runtime === undefined)
    throw new Error('this Node was started without WebAssembly (--jitless): start it without that option');
  try {
    return open(runtime);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Error('a limit denies address space to WebAssembly (ulimit -v): set it to unlimited', { cause: error });
  }
}

/**
 * The exports of a module in the program's folder.
 * @param name of the module's file, without the extension
 */
export function openModule(name: string, imports: WasmImports): WasmInstance['exports'] {
  return openInstance(assetUrl(`${name}.wasm`), imports).instance.exports;
}
