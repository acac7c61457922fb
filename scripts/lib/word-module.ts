/** Compiles the module that counts words (`src/extract/assembly`) to WebAssembly. */
import { at, start } from './repository.ts';

const flags = [
  ...['--optimizeLevel', '3', '--noAssert'],
  // Memory is handed out by the module itself, and nothing in it can abort.
  ...['--runtime', 'stub', '--use', 'abort='],
];

/** @throws with what the compiler says */
export async function compileWordModule(): Promise<void> {
  const compiler = at('node_modules', 'assemblyscript', 'bin', 'asc.js');
  const files = ['src/extract/assembly/index.ts', '--baseDir', at(), '--outFile', 'dist/words.wasm'];
  const { code, output } = await start('node', [compiler, ...files, ...flags]);
  if (code !== 0) throw new Error(`src/extract/assembly: ${output}`);
}
