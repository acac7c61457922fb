/** Where very long lines of JavaScript or TypeScript may be broken without another meaning (`extract/ecmascript/long-lines.ts` says what for). */
import { scan, unitAt } from './depth-levels';
import { Numbers } from './memory';

/** A line break in place of one unit, or a backslash and a line break in place of two: a string goes on behind them. */
export const enum Break {
  line,
  continued,
}

/** Lines are broken about each so many units. */
const lineLength: i32 = 4096;
/** Shorter strings are kept: they may be names. */
const shortString: i32 = 256;
/** An escape sequence is no longer. */
const maxEscape: i32 = 10;

/** Places, each doubled, plus what stands there. */
export const breaks = new Numbers(16);

/** Whether places are looked for. */
export let isBreaking: bool = false;
let lineStart: i32 = 0;
/** Up to here line ends are known. */
let seen: i32 = 0;

export function startBreaks(wanted: bool): void {
  isBreaking = wanted;
  breaks.length = 0;
  lineStart = 0;
  seen = 0;
}

/** Whether a line is long already where `at` stands. */
function isDue(at: i32): bool {
  for (; seen < at; seen++) if (unitAt(seen) === 10) lineStart = seen + 1;
  return at - lineStart >= lineLength;
}

function add(at: i32, form: Break): void {
  breaks.push((at << 1) | form);
  lineStart = seen = at + 1 + <i32>form;
}

/** Behind a comma and what opens or ends, a blank may be a line break: no statement can end there that did not before. */
export function breakBlank(at: i32): void {
  if (unitAt(at) !== 32 || !isDue(at)) return;
  const before = unitAt(at - 1);
  if (before === 44 || before === 59 || before === 40 || before === 91 || before === 123) add(at, Break.line);
}

/** The last digit of a number before a comma: what numbers a table has is nobody's question. */
export function breakNumber(start: i32, end: i32): void {
  if (end - start < 2 || unitAt(end) !== 44 || !isDue(end - 1)) return;
  for (let at = start; at < end; at++) {
    const code = unitAt(at);
    if (code < 48 || code > 57) return;
  }
  add(end - 1, Break.line);
}

/** Plain text around: nothing that a break could tear apart. */
function isPlain(at: i32): bool {
  for (let near = at - maxEscape; near <= at + 2; near++) {
    const code = unitAt(near);
    if (code < 32 || code > 126 || code === 92 || code === 36 || code === 123) return false;
  }
  return true;
}

/** What stands between quotes. */
export function breakString(start: i32, end: i32, form: Break): void {
  if (end - start < shortString) return;
  for (let at = start + maxEscape; at < end - maxEscape; at++) if (isDue(at) && isPlain(at)) add(at, form);
}
