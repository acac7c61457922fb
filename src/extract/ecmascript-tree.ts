/**
 * The native parser's tree of a text.
 * Invariant: nothing but what is returned keeps the tree alive.
 */
import type { Comment, OxcError, ParserOptions, Program } from 'oxc-parser';
import { parseSync } from 'oxc-parser/src-js/bindings';
import { wrap } from 'oxc-parser/src-js/wrap';
import { isRawTransferSupported, parseRaw } from './raw-transfer.ts';

/** Raw transfer hands the tree over in one buffer: several times faster than JSON, on 64-bit little-endian platforms. */
let rawTransfer = isRawTransferSupported();

export type Reading = Pick<ParserOptions, 'lang' | 'sourceType'>;

export interface SyntaxTree {
  program: Program;
  comments: Comment[];
  errors: OxcError[];
}

export function parseTree(text: string, reading: Reading): SyntaxTree {
  const options: ParserOptions = { ...reading, preserveParens: false };
  if (rawTransfer) {
    try {
      const { program, comments, errors } = parseRaw(text, options);
      return { program, comments, errors };
    } catch (error) {
      // Address space for its buffer may be denied to this process (a limit of virtual memory).
      if (!(error instanceof RangeError) || !/allocation/i.test(error.message)) throw error;
      rawTransfer = false;
    }
  }
  const { program, comments, errors } = wrap(parseSync('file', text, options));
  return { program, comments, errors };
}
