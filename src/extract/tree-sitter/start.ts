/** Loads web-tree-sitter for this thread, with the first grammar. A project whose files need no grammar does not load it. */
import { fileURLToPath } from 'node:url';
import { assetUrl } from '../../util/assets.ts';

type TreeSitter = typeof import('./package.ts');

let started: Promise<TreeSitter> | null = null;

/** Shared by the whole thread. */
export function startTreeSitter(): Promise<TreeSitter> {
  return (started ??= import('./package.ts').then(async ({ Language, Parser, Query }) => {
    // The package's code is bundled, so it does not find its WebAssembly module beside itself.
    await Parser.init({ locateFile: () => fileURLToPath(assetUrl('grammars/web-tree-sitter.wasm')) });
    return { Language, Parser, Query };
  }));
}
