/** Parts of oxc-parser that it exports without types. */
declare module 'oxc-parser/src-js/generated/constants' {
  /** Size of the native parser's block (bytes). */
  export const BLOCK_SIZE: number;
  /** The block's address must be a multiple of this. */
  export const BLOCK_ALIGN: number;
  /** The part of the block for text and tree (bytes). */
  export const ACTIVE_SIZE: number;
  /** Index, in 32-bit numbers, of the position of the tree. */
  export const DATA_POINTER_POS_32: number;
}
