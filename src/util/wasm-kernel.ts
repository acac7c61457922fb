/** Small WebAssembly modules: those of one function over a memory of the host, as `encodeModule` writes them, and those that bring their own. */
import { readFileSync } from 'node:fs';
import { assetUrl } from './assets.ts';

export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  /** By pages. */
  grow(pages: number): number;
}

type WasmImports = Record<string, Record<string, WasmMemory | ((...numbers: number[]) => number | void)>>;

/** What is used of WebAssembly's interface, which the types of Node leave to those of browsers. */
interface WasmRuntime {
  validate(bytes: Uint8Array<ArrayBuffer>): boolean;
  Memory: new (size: { initial: number }) => WasmMemory;
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  Instance: new (module: object, imports: WasmImports) => { exports: Record<string, unknown> };
}

export const pageBytes = 65_536;

export interface WasmKernel {
  memory: WasmMemory;
  exports: Record<string, unknown>;
}

/**
 * Null where the machine or the runtime has no WebAssembly SIMD (`--jitless`) or not what the module takes of it, or no address space to reserve.
 * @param room so many bytes of a memory of its own, or that of another kernel
 */
export function openKernel(bytes: Uint8Array<ArrayBuffer>, room: number | WasmMemory): WasmKernel | null {
  const runtime = (globalThis as { WebAssembly?: WasmRuntime }).WebAssembly;
  if (runtime?.validate(bytes) !== true) return null;
  try {
    const memory = typeof room === 'number' ? new runtime.Memory({ initial: Math.ceil(room / pageBytes) }) : room;
    const { exports } = new runtime.Instance(new runtime.Module(bytes), { host: { memory } });
    return { memory, exports };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * What a module of the program's folder exports. Throws where the runtime has no WebAssembly, which all grammars need too.
 * @param name of its file, without the extension
 */
export function openModule(name: string, imports: WasmImports): Record<string, unknown> {
  const runtime = (globalThis as { WebAssembly?: WasmRuntime }).WebAssembly;
  if (runtime === undefined) throw new Error('this Node was started without WebAssembly (--jitless): start it with');
  const bytes = readFileSync(assetUrl(`${name}.wasm`));
  try {
    return new runtime.Instance(new runtime.Module(bytes), imports).exports;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Error('a limit denies address space to WebAssembly (ulimit -v): set it to unlimited', { cause: error });
  }
}
