/** Search in the source of the current file, and texts of its parts. */
import { take } from '../memory';
import { textLength, unitAt } from '../source';
import { Text } from '../texts';

/** Like `text.indexOf` for a text of one unit. */
export function indexOf(unit: i32, from: i32): i32 {
  for (let at = max(from, 0); at < textLength; at++) if (unitAt(at) === unit) return at;
  return -1;
}

/** Like `text.lastIndexOf` for a text of one unit. */
export function lastIndexOf(unit: i32, from: i32): i32 {
  for (let at = min(from, textLength - 1); at >= 0; at--) if (unitAt(at) === unit) return at;
  return -1;
}

/** Like `text.indexOf`. */
export function indexOfWord(word: string, from: i32): i32 {
  const last = textLength - word.length;
  for (let at = max(from, 0); at <= last; at++) if (startsWith(word, at)) return at;
  return -1;
}

/** Like `text.startsWith`. */
export function startsWith(word: string, at: i32): bool {
  for (let index = 0; index < word.length; index++) {
    if (unitAt(at + index) !== <i32>load<u16>(changetype<usize>(word) + ((<usize>index) << 1))) return false;
  }
  return true;
}

/** Whether a line ends between two offsets. */
export function hasLineEnd(from: i32, to: i32): bool {
  for (let at = from; at < to; at++) if (unitAt(at) === 0x0a) return true;
  return false;
}

function isHighSurrogate(unit: i32): bool {
  return (unit & 0xfc00) === 0xd800;
}

function isLowSurrogate(unit: i32): bool {
  return (unit & 0xfc00) === 0xdc00;
}

/** The UTF-8 text of the units at an address. */
export function textOfUnits(units: usize, length: i32): Text {
  const text = Text.of(take(<usize>length * 3), 0);
  let to = text.address;
  for (let index = 0; index < length; index++) {
    const unit = <i32>load<u16>(units + ((<usize>index) << 1));
    if (unit < 0x80) {
      store<u8>(to++, unit);
      continue;
    }
    if (unit < 0x800) store<u8>(to++, 0xc0 | (unit >> 6));
    else {
      const next = index + 1 < length ? <i32>load<u16>(units + ((<usize>(index + 1)) << 1)) : 0;
      if (isHighSurrogate(unit) && isLowSurrogate(next)) {
        const point = 0x10000 + ((unit & 0x3ff) << 10) + (next & 0x3ff);
        store<u8>(to++, 0xf0 | (point >> 18));
        store<u8>(to++, 0x80 | ((point >> 12) & 0x3f));
        store<u8>(to++, 0x80 | ((point >> 6) & 0x3f));
        store<u8>(to++, 0x80 | (point & 0x3f));
        index++;
        continue;
      }
      store<u8>(to++, 0xe0 | (unit >> 12));
      store<u8>(to++, 0x80 | ((unit >> 6) & 0x3f));
    }
    store<u8>(to++, 0x80 | (unit & 0x3f));
  }
  text.length = <i32>(to - text.address);
  return text;
}

/** The source text between two offsets. */
export function sourceText(from: i32, to: i32): Text {
  const length = max(min(to, textLength) - from, 0);
  const units = take((<usize>length) << 1);
  for (let index = 0; index < length; index++) store<u16>(units + ((<usize>index) << 1), unitAt(from + index));
  return textOfUnits(units, length);
}

/** The number of bytes of a character, by its first byte. */
function bytesFrom(first: i32): i32 {
  if (first < 0x80) return 1;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}

/** The code point of the character that begins at a byte of a text. */
function pointAt(text: Text, at: i32): i32 {
  const first = text.byte(at);
  if (first < 0x80) return first;
  let point = first & (first < 0xe0 ? 0x1f : first < 0xf0 ? 0x0f : 0x07);
  const bytes = bytesFrom(first);
  for (let more = 1; more < bytes; more++) point = (point << 6) | (text.byte(at + more) & 0x3f);
  return point;
}

/** The length of a text in UTF-16 units. */
export function unitsOf(text: Text): i32 {
  let units = 0;
  for (let at = 0; at < text.length;) {
    const bytes = bytesFrom(text.byte(at));
    units += bytes === 4 ? 2 : 1;
    at += bytes;
  }
  return units;
}

/** The length of a text in UTF-16 units, if the source contains the text at this offset; otherwise -1. */
export function lengthAt(text: Text, offset: i32): i32 {
  if (offset < 0) return -1;
  let place = offset;
  for (let at = 0; at < text.length;) {
    const point = pointAt(text, at);
    if (point < 0x10000) {
      if (unitAt(place++) !== point) return -1;
    } else {
      if (unitAt(place++) !== (0xd800 | ((point - 0x10000) >> 10))) return -1;
      if (unitAt(place++) !== (0xdc00 | (point & 0x3ff))) return -1;
    }
    at += bytesFrom(text.byte(at));
  }
  return place - offset;
}

/** The first `maxUnits` UTF-16 units of a text. */
export function cutTo(text: Text, maxUnits: i32): Text {
  // No character has more units than bytes.
  if (text.length <= maxUnits) return text;
  let units = 0;
  let at = 0;
  while (at < text.length && units < maxUnits) {
    const bytes = bytesFrom(text.byte(at));
    // The limit splits a surrogate pair: the first half stays.
    if (bytes === 4 && units + 1 === maxUnits) return withHalf(text, at);
    units += bytes === 4 ? 2 : 1;
    at += bytes;
  }
  return at >= text.length ? text : Text.of(text.address, at);
}

/** The text before the surrogate pair at a byte, with the pair's first half. */
function withHalf(text: Text, at: i32): Text {
  const half = 0xd800 | ((pointAt(text, at) - 0x10000) >> 10);
  const cut = Text.of(take(<usize>(at + 3)), at + 3);
  memory.copy(cut.address, text.address, <usize>at);
  store<u8>(cut.address + <usize>at, 0xe0 | (half >> 12));
  store<u8>(cut.address + <usize>at + 1, 0x80 | ((half >> 6) & 0x3f));
  store<u8>(cut.address + <usize>at + 2, 0x80 | (half & 0x3f));
  return cut;
}
