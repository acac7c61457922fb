/**
 * Compiles our modules in AssemblyScript to WebAssembly: what counts words, embeds passages, packs facts and builds segments, and what walks
 * trees of JavaScript and TypeScript.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { at, start } from './repository.ts';
import { syntaxNodes } from './syntax-nodes.ts';

const modules = [
  { name: 'words', folder: 'src/extract/assembly' },
  { name: 'ecmascript', folder: 'src/extract/ecmascript-assembly' },
  { name: 'static-model', folder: 'src/embed/static/assembly' },
  { name: 'packing', folder: 'src/store/assembly' },
  { name: 'segments', folder: 'src/store/sqlite/assembly' },
];

const flags = [
  ...['--enable', 'simd'],
  ...['--optimizeLevel', '3', '--noAssert'],
  // Memory is handed out by the module itself, and nothing in it can abort.
  ...['--runtime', 'stub', '--use', 'abort='],
];

/**
 * What the module of trees knows of the native parser's memory follows from the package that is installed. It is written before anything is built, or
 * the program would seem older than its sources.
 */
export function writeSyntaxNodes(): void {
  const { nodes, tree } = syntaxNodes();
  const folder = ['src', 'extract', 'ecmascript-assembly', 'generated'] as const;
  mkdirSync(at(...folder), { recursive: true });
  writeFileSync(at(...folder, 'nodes.ts'), nodes);
  writeFileSync(at(...folder, 'tree.ts'), tree);
}

/** @throws with what the compiler says */
export async function compileAssemblyModules(): Promise<void> {
  const compiler = at('node_modules', 'assemblyscript', 'bin', 'asc.js');
  for (const { name, folder } of modules) {
    const output = `dist/${name}.wasm`;
    const files = [`${folder}/index.ts`, '--baseDir', at(), '--outFile', output];
    const said = await start('node', [compiler, ...files, ...flags]);
    if (said.code !== 0) throw new Error(`${folder}: ${said.output}`);
  }
}
