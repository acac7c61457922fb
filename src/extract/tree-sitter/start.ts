/**
 * web-tree-sitter of this thread, loaded with the first grammar: projects whose files parsers of our own read do without.
 * Its module parses, and makes queries ready and runs them, for all grammars: it comes as V8's optimising compiler makes it (util/machine-code.ts),
 * where what it does for a few files is over before V8 has compiled it fully.
 * Invariant: where that code does not fit, the package opens its module by itself.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { assetUrl } from '../../util/assets.ts';
import { readyModule } from '../../util/machine-code.ts';

type TreeSitter = typeof import('./package.ts');

/** What is used of WebAssembly's interface, which the types of Node leave to those of browsers. */
interface WasmRuntime {
  Instance: new (module: object, imports: object) => { exports: object };
}

type Receive = (instance: object, module: object) => void;

let started: Promise<TreeSitter> | null = null;

/** One for all of the thread. */
export function startTreeSitter(): Promise<TreeSitter> {
  return (started ??= import('./package.ts').then(async ({ Language, Parser, Query }) => {
    await Parser.init(initialisation());
    return { Language, Parser, Query };
  }));
}

/** What the package is told: where its module is, or how it is made an instance. */
function initialisation(): object {
  const file = fileURLToPath(assetUrl('grammars/web-tree-sitter.wasm'));
  const module = readyModule('web-tree-sitter', readFileSync(file));
  // The package's code is bundled, so that it does not find the file beside itself.
  if (module === null) return { locateFile: () => file };
  const { Instance } = (globalThis as unknown as { WebAssembly: WasmRuntime }).WebAssembly;
  const instantiateWasm = (imports: object, receive: Receive): object => {
    const instance = new Instance(module, imports);
    receive(instance, module);
    return instance.exports;
  };
  return { instantiateWasm };
}
