/** Compiles our WebAssembly modules: that which counts words, and that which embeds passages. */
import { at, start } from './repository.ts';

const modules = [
  { folder: 'src/extract/assembly', output: 'dist/words.wasm', features: [] },
  { folder: 'src/embed/static/assembly', output: 'dist/static-model.wasm', features: ['--enable', 'simd'] },
];

const flags = [
  ...['--optimizeLevel', '3', '--noAssert'],
  // Memory is handed out by the module itself, and nothing in it can abort.
  ...['--runtime', 'stub', '--use', 'abort='],
];

/** @throws with what the compiler says */
export async function compileWordModules(): Promise<void> {
  const compiler = at('node_modules', 'assemblyscript', 'bin', 'asc.js');
  for (const { folder, output, features } of modules) {
    const files = [`${folder}/index.ts`, '--baseDir', at(), '--outFile', output];
    const said = await start('node', [compiler, ...files, ...flags, ...features]);
    if (said.code !== 0) throw new Error(`${folder}: ${said.output}`);
  }
}
