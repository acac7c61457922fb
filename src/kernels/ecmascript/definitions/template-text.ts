/** The text of a template without expressions. The native parser's output in memory does not contain it. */
import { take } from '../memory';
import { Node } from '../generated/nodes';
import { unitAt } from '../source';
import { Text } from '../texts';
import { textOfUnits, sourceText } from './source-texts';

/** The current reading position. */
let at: i32 = 0;
let end: i32 = 0;
/** The text read so far, as UTF-16. */
let units: usize = 0;
let count: i32 = 0;

function push(unit: i32): void {
  store<u16>(units + ((<usize>count) << 1), unit);
  count++;
}

/** A template's text; null where it contains an invalid escape. */
export function templateText(node: Node): Text | null {
  const start = node.start + 1;
  at = start;
  end = node.end - 1;
  while (at < end && unitAt(at) !== 0x5c && unitAt(at) !== 0x0d) at++;
  if (at >= end) return sourceText(start, end);
  units = take((<usize>(end - start)) << 1);
  count = 0;
  at = start;
  while (at < end) {
    const unit = unitAt(at++);
    if (unit === 0x5c) {
      if (!readEscape()) return null;
    } else if (unit === 0x0d) {
      // Every line ending counts as `\n`.
      if (unitAt(at) === 0x0a) at++;
      push(0x0a);
    } else push(unit);
  }
  return textOfUnits(units, count);
}

function isDigit(unit: i32): bool {
  return unit >= 0x30 && unit <= 0x39;
}

/** Reads the characters after a backslash; false for an invalid escape. */
function readEscape(): bool {
  const unit = unitAt(at++);
  switch (unit) {
    case 0x6e: // n
      push(0x0a);
      return true;
    case 0x74: // t
      push(0x09);
      return true;
    case 0x72: // r
      push(0x0d);
      return true;
    case 0x62: // b
      push(0x08);
      return true;
    case 0x66: // f
      push(0x0c);
      return true;
    case 0x76: // v
      push(0x0b);
      return true;
    case 0x0d: // The line goes on.
      if (unitAt(at) === 0x0a) at++;
      return true;
    case 0x0a:
    case 0x2028:
    case 0x2029:
      return true;
    case 0x78: // x
      return readHex(2);
    case 0x75: // u
      return unitAt(at) === 0x7b ? readBraces() : readHex(4);
    case 0x30: // 0
      push(0);
      return !isDigit(unitAt(at));
    default:
      push(unit);
      return !isDigit(unit);
  }
}

/** The value of a hexadecimal digit; -1 for anything else. */
function hexOf(unit: i32): i32 {
  if (isDigit(unit)) return unit - 0x30;
  const letter = unit | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

function readHex(digits: i32): bool {
  let value = 0;
  for (let left = digits; left > 0; left--) {
    const digit = hexOf(unitAt(at++));
    if (digit === -1) return false;
    value = (value << 4) | digit;
  }
  push(value);
  return true;
}

/** Reads the rest of an escape with braces: `{1F600}`. */
function readBraces(): bool {
  let point = 0;
  const first = ++at;
  for (; unitAt(at) !== 0x7d; at++) {
    const digit = hexOf(unitAt(at));
    if (digit === -1) return false;
    point = (point << 4) | digit;
    if (point > 0x10ffff) return false;
  }
  if (at++ === first) return false;
  if (point < 0x10000) push(point);
  else {
    push(0xd800 | ((point - 0x10000) >> 10));
    push(0xdc00 | (point & 0x3ff));
  }
  return true;
}
