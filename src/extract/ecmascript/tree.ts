/** The native parser's tree of a text, loaded into the thread's kernel. */
import type { ParserOptions } from 'oxc-parser';
import type { RawComment } from './docs.ts';
import { ecmascriptKernel, type EcmascriptKernel, type ParseError } from './kernel.ts';
import { isRawTransferSupported, parseRaw, type RawTree } from './raw-transfer.ts';

export interface Reading {
  lang: 'js' | 'jsx' | 'ts' | 'tsx' | 'dts';
  sourceType?: 'module' | 'script' | 'commonjs';
}

/** Thrown where this process cannot read the parser's trees: the platform is not supported, or a limit denies address space. */
export class NoTrees extends Error {}

/** Thrown where a text has so many errors that their messages, each of which quotes its line, take much more memory than the tree. */
export class MostlyErrors extends Error {}

/** The tree itself takes up to 60 bytes for a character. */
const mostBytes = ({ length }: string): number => 32 * 1024 ** 2 + 128 * length;

/** The tree of one text, until the next one is parsed. */
export interface SyntaxTree {
  kernel: EcmascriptKernel;
  reading: Reading;
  /** The first error. */
  error: ParseError | null;
}

let denied: NoTrees | null = null;

function parseInto(text: string, options: ParserOptions): RawTree {
  if (!isRawTransferSupported()) denied ??= new NoTrees('the fast parser does not support this processor');
  if (denied !== null) throw denied;
  try {
    return parseRaw(text, options);
  } catch (error) {
    if (!(error instanceof RangeError) || !/allocation/i.test(error.message)) throw error;
    denied = new NoTrees('no 6 GB of address space for the fast parser: allow more (ulimit -v)', { cause: error });
    throw denied;
  }
}

export function parseTree(text: string, reading: Reading): SyntaxTree {
  const raw = parseInto(text, { ...reading, preserveParens: false });
  if (raw.bytes.length > mostBytes(text)) throw new MostlyErrors();
  const kernel = ecmascriptKernel();
  kernel.load(raw);
  return { kernel, reading, error: kernel.firstError() };
}

/** `#!` and the rest of its line. */
const hashbang = /^#![^\n\r\u2028\u2029]*/;

/** The comments of the most recent tree. Where the text was parsed as JavaScript, its `#!` line counts as a comment. */
export function commentsOf({ kernel, reading }: SyntaxTree, text: string): RawComment[] {
  const comments = kernel.comments();
  const isTyped = reading.lang !== 'js' && reading.lang !== 'jsx';
  if (isTyped || !text.startsWith('#!')) return comments;
  return [{ type: 'Line', start: 0, end: hashbang.exec(text)![0].length }, ...comments];
}
