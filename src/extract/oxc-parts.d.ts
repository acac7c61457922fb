/** Parts of oxc-parser that it exports without types. */
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
