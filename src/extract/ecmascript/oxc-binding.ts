/**
 * The native part of oxc-parser. The package oxc-parser searches for the right native part with 30 kB of code that V8 has not
 * compiled. So the likely one is required by name, and the package's search runs only where that one fails to load.
 */
import { createRequire } from 'node:module';
import type { ParserOptions } from 'oxc-parser';
import { AppError } from '../../model/error.ts';
import { missingPartHint, thisMachine } from '../../util/native-parts.ts';

interface OxcBinding {
  /** Whether the platform is a 64-bit one with the byte order of the buffers. */
  rawTransferSupported: () => boolean;
  /** Offset in bytes of the next place in the buffer that the native parser accepts as the start of its block. */
  getBufferOffset: (bytes: Uint8Array) => number;
  /**
   * @param block where the tree is written
   * @param textAt where the text is in the block, as UTF-8
   */
  parseRawSync: (
    ...given: [name: string, block: Uint8Array, textAt: number, textBytes: number, options: ParserOptions]
  ) => void;
}

/** By platform: the end of the name of the likely native part, after the processor. */
const likelyEndings: Readonly<Partial<Record<NodeJS.Platform, string>>> = { linux: '-gnu', darwin: '', win32: '-msvc' };

const packageSearch = 'oxc-parser/src-js/bindings';

/** @throws AppError where no installed native part can be loaded on this machine. */
function load(): OxcBinding {
  const require = createRequire(import.meta.url);
  const ending = likelyEndings[process.platform];
  if (ending !== undefined) {
    try {
      const besidePackage = createRequire(require.resolve(packageSearch));
      return besidePackage(`@oxc-parser/binding-${process.platform}-${process.arch}${ending}`) as OxcBinding;
    } catch {
      // Another C library, or no build for this machine: the package finds it, or reports what is missing.
    }
  }
  try {
    return require(packageSearch) as OxcBinding;
  } catch (error) {
    // The package's own message speaks of npm, whatever the reason.
    const message = `The parser for JavaScript and TypeScript has no native part that can be loaded on ${thisMachine()}`;
    throw new AppError('ConfigurationError', message, { hint: missingPartHint, cause: error });
  }
}

export const { rawTransferSupported, getBufferOffset, parseRawSync } = load();
