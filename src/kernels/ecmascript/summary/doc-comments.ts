/** Documentation comments of JavaScript (`/** … *\/`): finds the comment before a name, and the types in its tags. */
import { commentNumbers, isBlockComment, commentCount, listComments } from '../transfer';
import { unitAt } from '../source';
import { Text } from '../texts';

const atSign: i32 = 0x40;
const openingBrace: i32 = 0x7b;
const closingBrace: i32 = 0x7d;
const openingBracket: i32 = 0x5b;
const dot: i32 = 0x2e;
const lineEnd: i32 = 0x0a;
const space: i32 = 0x20;

/** Maximum number of units between a comment and the documented name. */
const maxBetween = 120;
/** Maximum number of line ends between them. */
const maxLines = 2;

let table: usize = 0;
let count: i32 = 0;

/** @param isRead whether to read comments at all */
export function startDocs(isRead: bool): void {
  count = isRead ? commentCount() : 0;
  if (count > 0) table = listComments();
}

/** Number of comments to read. */
export function docCount(): i32 {
  return count;
}

export function docStart(doc: i32): i32 {
  return load<i32>(table + ((<usize>doc * commentNumbers) << 2));
}

export function docEnd(doc: i32): i32 {
  return load<i32>(table + ((<usize>doc * commentNumbers) << 2), 4);
}

/** Whether it is a documentation comment. */
export function isDoc(doc: i32): bool {
  return isBlockComment(table, doc) && unitAt(docStart(doc) + 2) === 0x2a;
}

/** The documentation comment for the name at an offset; -1 for none. */
export function docBefore(offset: i32): i32 {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (docEnd(middle) <= offset) low = middle + 1;
    else high = middle;
  }
  const doc = low - 1;
  return doc >= 0 && isDoc(doc) && isBeforeName(docEnd(doc), offset) ? doc : -1;
}

/** Whether the text between two offsets consists of words and signs that may come before a name. */
function isBeforeName(from: i32, to: i32): bool {
  if (to - from > maxBetween) return false;
  let lines = 0;
  for (let offset = from; offset < to; offset++) {
    const unit = unitAt(offset);
    if (unit === lineEnd) {
      if (++lines > maxLines) return false;
    } else if (unit > space && !isWordUnit(unit) && !isHeadUnit(unit)) return false;
  }
  return true;
}

export function isWordUnit(unit: i32): bool {
  const letter = unit | 0x20;
  return (letter >= 0x61 && letter <= 0x7a) || (unit >= 0x30 && unit <= 0x39) || unit === 0x5f || unit === 0x24;
}

/** Whether a unit is one of `. * # = :` or a quote. */
function isHeadUnit(unit: i32): bool {
  return (
    unit === dot || unit === 0x2a || unit === 0x23 || unit === 0x3d || unit === 0x3a || unit === 0x27 || unit === 0x22
  );
}

/** Where the type of the last tag found starts and ends, without its braces. */
export let typeStart: i32 = 0;
export let typeEnd: i32 = 0;

/** Finds the next tag of that name in a comment, and sets `typeStart` and `typeEnd`. @returns the offset after the type's brace; -1 for none */
export function nextTag(doc: i32, from: i32, tag: string): i32 {
  const end = docEnd(doc);
  for (let offset = from; offset < end; offset++) {
    if (unitAt(offset) !== atSign || !hasText(offset + 1, tag) || isWordUnit(unitAt(offset + 1 + tag.length))) continue;
    const open = afterSpace(offset + 1 + tag.length);
    if (unitAt(open) !== openingBrace) continue;
    let depth = 0;
    for (let close = open; close < end; close++) {
      const unit = unitAt(close);
      if (unit === openingBrace) depth++;
      else if (unit === closingBrace && --depth === 0) {
        typeStart = open + 1;
        typeEnd = close;
        return close + 1;
      }
    }
    return -1;
  }
  return -1;
}

function hasText(offset: i32, text: string): bool {
  for (let index = 0; index < text.length; index++) if (unitAt(offset + index) !== text.charCodeAt(index)) return false;
  return true;
}

/** The offset after spaces and tabs. */
export function afterSpace(from: i32): i32 {
  let offset = from;
  while (unitAt(offset) === space || unitAt(offset) === 0x09) offset++;
  return offset;
}

/** Whether a tag describes this name, possibly in brackets, and not a member of it. @param from offset after the tag's type */
export function describesName(from: i32, name: Text): bool {
  let offset = afterSpace(from);
  if (unitAt(offset) === openingBracket) offset = afterSpace(offset + 1);
  for (let index = 0; index < name.length; index++) if (unitAt(offset + index) !== name.byte(index)) return false;
  const next = unitAt(offset + name.length);
  return !isWordUnit(next) && next !== dot && next !== openingBracket;
}
