/**
 * Compiles our modules in AssemblyScript to WebAssembly, and that to machine code: what counts words, embeds passages, packs facts and builds
 * segments.
 */
import { machineCodeFile } from '../../src/util/machine-code.ts';
import { writeMachineCode } from './machine-code.ts';
import { at, start } from './repository.ts';

const modules = [
  { name: 'words', folder: 'src/extract/assembly' },
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

/** @throws with what the compiler says */
export async function compileAssemblyModules(): Promise<void> {
  const compiler = at('node_modules', 'assemblyscript', 'bin', 'asc.js');
  for (const { name, folder } of modules) {
    const output = `dist/${name}.wasm`;
    const files = [`${folder}/index.ts`, '--baseDir', at(), '--outFile', output];
    const said = await start('node', [compiler, ...files, ...flags]);
    if (said.code !== 0) throw new Error(`${folder}: ${said.output}`);
    await writeMachineCode(at(output), at('dist', machineCodeFile(name)));
  }
}
