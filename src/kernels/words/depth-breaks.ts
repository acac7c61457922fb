/** Where very long lines of JavaScript or TypeScript may be broken without a change of meaning (`extract/ecmascript/long-lines.ts` says why). */
import { scan, unitAt } from './depth-levels';
import { Numbers } from './memory';

/** A line break in place of one unit, or a backslash and a line break in place of two units of a string, which continues on the next line. */
export const enum Break {
  line,
  continued,
}

/** Approximate length of a line after breaking (units). */
const lineLength: i32 = 4096;
/** Shorter strings are not broken: they may be names. */
const shortString: i32 = 256;
/** Maximum length of an escape sequence. */
const maxEscape: i32 = 10;

/** For each break: twice its offset, plus its form. */
export const breaks = new Numbers(16);

/** Whether the scan collects breaks. */
export let isBreaking: bool = false;
let lineStart: i32 = 0;
/** The offset up to which the text has been searched for line ends, to set `lineStart`. */
let scannedTo: i32 = 0;

export function startBreaks(isWanted: bool): void {
  isBreaking = isWanted;
  breaks.length = 0;
  lineStart = 0;
  scannedTo = 0;
}

/** Whether the line is already long at `at`. */
function isDue(at: i32): bool {
  for (; scannedTo < at; scannedTo++) if (unitAt(scannedTo) === 10 /* \n */) lineStart = scannedTo + 1;
  return at - lineStart >= lineLength;
}

function addBreak(at: i32, form: Break): void {
  breaks.push((at << 1) | form);
  // The new line begins after the one or two units that the break replaces.
  lineStart = scannedTo = at + 1 + <i32>form;
}

/**
 * Breaks at a blank. A blank after a comma, a semicolon or an opening bracket may be a line break: no statement can end there that did not end
 * before.
 */
export function breakBlank(at: i32): void {
  if (unitAt(at) !== 32 /* blank */ || !isDue(at)) return;
  const before = unitAt(at - 1);
  if (
    before === 44 /* , */ ||
    before === 59 /* ; */ ||
    before === 40 /* ( */ ||
    before === 91 /* [ */ ||
    before === 123 /* { */
  )
    addBreak(at, Break.line);
}

/** Breaks a table of numbers: a line break replaces the last digit of a number before a comma. The parser then reads another number, which nothing uses. */
export function breakNumber(start: i32, end: i32): void {
  if (end - start < 2 || unitAt(end) !== 44 /* , */ || !isDue(end - 1)) return;
  for (let at = start; at < end; at++) {
    const code = unitAt(at);
    if (code < 48 || code > 57) return;
  }
  addBreak(end - 1, Break.line);
}

/** Whether the text near `at` is printable ASCII without escapes and substitutions, so that a break does not split one. */
function isUnescapedAscii(at: i32): bool {
  for (let near = at - maxEscape; near <= at + 2; near++) {
    const code = unitAt(near);
    if (code < 32 || code > 126 || code === 92 /* \ */ || code === 36 /* $ */ || code === 123 /* { */) return false;
  }
  return true;
}

/** Breaks the content between quotes wherever a break is due. */
export function breakString(start: i32, end: i32, form: Break): void {
  if (end - start < shortString) return;
  for (let at = start + maxEscape; at < end - maxEscape; at++)
    if (isDue(at) && isUnescapedAscii(at)) addBreak(at, form);
}
