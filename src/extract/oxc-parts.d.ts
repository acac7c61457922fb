/** Parts of oxc-parser that it exports without types. */
declare module 'oxc-parser/src-js/bindings' {
  import type { ParserOptions } from 'oxc-parser';

  /** The native parser's own result: its tree is a text of JSON. */
  export interface NativeResult {
    readonly program: string;
  }
  export function parseSync(name: string, text: string, options: ParserOptions): NativeResult;
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

declare module 'oxc-parser/src-js/wrap' {
  import type { ParseResult } from 'oxc-parser';
  import type { NativeResult } from 'oxc-parser/src-js/bindings';

  export function wrap(result: NativeResult): ParseResult;
}

declare module 'oxc-parser/src-js/generated/constants' {
  /** Bytes of the block that the native parser is given. */
  export const BLOCK_SIZE: number;
  /** What the block's address is a multiple of. */
  export const BLOCK_ALIGN: number;
  /** Bytes of the block that are read here. */
  export const BUFFER_SIZE: number;
  /** Bytes of it that texts and trees have. */
  export const ACTIVE_SIZE: number;
  /** Where it says whether the tree is of TypeScript. */
  export const IS_TS_FLAG_POS: number;
}

declare module 'oxc-parser/src-js/generated/deserialize/*' {
  import type { Comment, EcmaScriptModule, OxcError, Program } from 'oxc-parser';

  export interface RawBuffer extends Uint8Array {
    int32: Int32Array;
    float64: Float64Array;
  }
  export interface RawTree {
    program: Program;
    comments: Comment[];
    module: EcmaScriptModule;
    errors: OxcError[];
  }
  export function deserialize(buffer: RawBuffer, text: string, textAt: number, textBytes: number): RawTree;
}
