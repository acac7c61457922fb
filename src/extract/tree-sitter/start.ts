/** Loads web-tree-sitter for this thread, with the first grammar. A project whose files need no grammar does not load it. */
import { openInstance, openMemory } from '../../kernels/open-module.ts';
import { assetUrl } from '../../util/assets.ts';

type TreeSitter = typeof import('./package.ts');

/**
 * Size of the stack for the package's C code (bytes). The package gives it 64 kB, and its data lies below. Functions that recurse, such as the one that
 * releases a parser's states, go 64 kB deep in some broken texts; then they write over the data, and any later call may trap. A thread of ours has
 * 4 MB of machine stack. With as much in C, the machine stack ends first. V8 notices that, and throws a `RangeError`.
 */
const stackBytes = 4 * 1024 ** 2;

/**
 * Limit on the memory of the package's C code (bytes). Source code of 5 million characters takes up to 170 MB. At the end of some broken texts of a few
 * kilobytes the parser asks for memory by the square of their length; where there is no more, it aborts, and its thread is replaced.
 */
const mostParserBytes = 512 * 1024 ** 2;
/** The package asks for that much at least. */
const firstParserBytes = 32 * 1024 ** 2;

/** What the package's module imports. */
type Imports = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Returns the address of new memory; 0 if there is none. */
type Allocate = (bytes: number) => number;

let started: Promise<TreeSitter> | null = null;

/** Shared by the whole thread. */
export function startTreeSitter(): Promise<TreeSitter> {
  return (started ??= start());
}

async function start(): Promise<TreeSitter> {
  const { Language, Parser, Query } = await import('./package.ts');
  let enlargeStack = (): void => {};
  const instantiateWasm = (imports: Imports, use: (instance: object, module: object) => void): void => {
    // The package's code is bundled, so it does not find its WebAssembly module beside itself.
    const { instance, module } = openInstance(assetUrl('grammars/web-tree-sitter.wasm'), imports);
    const pointer = imports['env']?.['__stack_pointer'] as { value: number };
    enlargeStack = () => useLargerStack(pointer, instance.exports['malloc'] as Allocate);
    use(instance, module);
  };
  const wasmMemory = openMemory({ first: firstParserBytes, most: mostParserBytes });
  // What it prints when it aborts is in the error too.
  await Parser.init({ instantiateWasm, wasmMemory, printErr: () => {} });
  enlargeStack();
  return { Language, Parser, Query };
}

/** The parser got no more memory. Nothing of this thread's parsers can be used afterwards. */
export class ParserOutOfMemory extends Error {
  override readonly name = 'ParserOutOfMemory';
}

/** Runs the parser. Throws a `ParserOutOfMemory`. */
export function withinMemory<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    const isAbort = error instanceof Error && error.name === 'RuntimeError' && error.message.startsWith('Aborted(');
    if (!isAbort) throw error;
    throw new ParserOutOfMemory(`needs more than ${mostParserBytes / 1024 ** 2} MB of memory`, { cause: error });
  }
}

/** Moves the stack, which grows towards 0, into memory of its own. Nothing is on it between two calls. */
function useLargerStack(pointer: { value: number }, allocate: Allocate): void {
  const start = allocate(stackBytes);
  // Without memory the stack stays as small as it was. Its end must be a multiple of 16.
  if (start !== 0) pointer.value = (start + stackBytes) & -16;
}
