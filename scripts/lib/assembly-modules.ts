/**
 * Compiles our AssemblyScript modules to WebAssembly: the word counter, the walker of JavaScript and TypeScript trees,
 * the maker of vectors, and vector search.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { at, start } from './repository.ts';
import { componentNames, modelCodes } from './shared-constants.ts';
import { syntaxNodes } from './syntax-nodes.ts';

const modules = [
  { name: 'words', folder: 'src/kernels/words' },
  { name: 'ecmascript', folder: 'src/kernels/ecmascript' },
  { name: 'vectors', folder: 'src/kernels/vectors' },
  { name: 'weighted-rows', folder: 'src/kernels/weighted-rows' },
];

const flags = [
  ...['--enable', 'simd', '--enable', 'relaxed-simd'],
  ...['--optimizeLevel', '3', '--noAssert'],
  // The module manages its own memory, and nothing in it can abort.
  ...['--runtime', 'stub', '--use', 'abort='],
];

/**
 * Writes the generated sources of the ecmascript kernel: the memory layout of the installed native parser, and the
 * constants and names that the kernel shares with the program. They are written before anything is built, or the program
 * would seem older than its sources.
 */
export function writeSyntaxNodes(): void {
  const { nodes, tree } = syntaxNodes();
  const folder = ['src', 'kernels', 'ecmascript', 'generated'] as const;
  mkdirSync(at(...folder), { recursive: true });
  writeFileSync(at(...folder, 'nodes.ts'), nodes);
  writeFileSync(at(...folder, 'tree.ts'), tree);
  writeFileSync(at(...folder, 'codes.ts'), modelCodes());
  writeFileSync(at(...folder, 'component-names.ts'), componentNames());
}

/** @throws with the compiler's message */
export async function compileAssemblyModules(): Promise<void> {
  const compiler = at('node_modules', 'assemblyscript', 'bin', 'asc.js');
  for (const { name, folder } of modules) {
    const output = `dist/${name}.wasm`;
    const files = [`${folder}/index.ts`, '--baseDir', at(), '--outFile', output];
    const compiled = await start('node', [compiler, ...files, ...flags]);
    if (compiled.code !== 0) throw new Error(`${folder}: ${compiled.output}`);
  }
}
