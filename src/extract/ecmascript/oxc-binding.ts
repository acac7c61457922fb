/**
 * The native part of oxc-parser. Its package looks for the one that fits this machine in 30 kB of code, which nothing has compiled before: the
 * likely one is asked for by its name, and the package where that does not load.
 */
import { createRequire } from 'node:module';
import type { ParserOptions } from 'oxc-parser';

interface OxcBinding {
  /** Whether the platform is one of 64 bits that writes numbers as its buffers have them. */
  rawTransferSupported: () => boolean;
  /** Bytes from the beginning of what is given to the next place that the native parser can take for the beginning of its block. */
  getBufferOffset: (bytes: Uint8Array) => number;
  /**
   * @param block where the tree is written
   * @param textAt where in it the text is, as UTF-8
   */
  parseRawSync: (
    ...given: [name: string, block: Uint8Array, textAt: number, textBytes: number, options: ParserOptions]
  ) => void;
}

/** By platform, behind it the processor: what the name ends with. */
const likely: Readonly<Partial<Record<NodeJS.Platform, string>>> = { linux: '-gnu', darwin: '', win32: '-msvc' };

const byPackage = 'oxc-parser/src-js/bindings';

function load(): OxcBinding {
  const require = createRequire(import.meta.url);
  const ending = likely[process.platform];
  if (ending !== undefined) {
    try {
      const besidePackage = createRequire(require.resolve(byPackage));
      return besidePackage(`@oxc-parser/binding-${process.platform}-${process.arch}${ending}`) as OxcBinding;
    } catch {
      // Another C library, or none that is built for this machine: the package knows, or says what is missing.
    }
  }
  return require(byPackage) as OxcBinding;
}

export const { rawTransferSupported, getBufferOffset, parseRawSync } = load();
