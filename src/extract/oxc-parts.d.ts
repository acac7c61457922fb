/** Parts of oxc-parser that it exports without types. */
declare module 'oxc-parser/src-js/bindings' {
  import type { ParserOptions } from 'oxc-parser';

  /** Whether the platform is one of 64 bits that writes numbers as its buffers have them. */
  export function rawTransferSupported(): boolean;
  /** Bytes from the beginning of what is given to the next place that the native parser can take for the beginning of its block. */
  export function getBufferOffset(bytes: Uint8Array): number;
  /**
   * @param block where the tree is written
   * @param textAt where in it the text is, as UTF-8
   */
  export function parseRawSync(
    ...given: [name: string, block: Uint8Array, textAt: number, textBytes: number, options: ParserOptions]
  ): void;
}

declare module 'oxc-parser/src-js/generated/constants' {
  /** Bytes of the block that the native parser is given. */
  export const BLOCK_SIZE: number;
  /** What the block's address is a multiple of. */
  export const BLOCK_ALIGN: number;
  /** Bytes of it that texts and trees have. */
  export const ACTIVE_SIZE: number;
  /** Where it says where the tree begins (by numbers of 32 bits). */
  export const DATA_POINTER_POS_32: number;
}
