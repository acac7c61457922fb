/**
 * Which UTF-16 units of a text belong to words: one bit each, 64 at a time. ASCII is read sixteen units at once, other units by their class. To find
 * a word then takes a search for its two ends instead of a check of each unit.
 */
import { Numbers } from './memory';

/** Asks the host to write the classes of a page of 256 units, when they are needed for the first time. */
declare function learnClasses(page: i32): void;

/**
 * Classes of UTF-16 units: 1 for a letter, a mark, `_`, `$` or a number beyond ASCII; 2 for an ASCII digit; 0 for everything that separates words.
 * Plus 4 for a base64 character.
 */
export const unitClasses: usize = memory.data(1 << 16);
/** One byte per page of 256 units: whether its classes have been written. */
const writtenPages = memory.data(256);

/** A unit's class. The classes of ASCII are present from the first text on. */
function classOf(unit: u16): u8 {
  const page = <usize>(unit >> 8);
  if (load<u8>(writtenPages + page) === 0) {
    store<u8>(writtenPages + page, 1);
    learnClasses(<i32>page);
  }
  return load<u8>(unitClasses + <usize>unit);
}

/** Units per block. */
export const blockUnits: i32 = 64;

/** Minimum length of a run of base64 characters that may be encoded data. */
export const shortestRun: i32 = 40;

/** Bytes of a block's masks. */
const maskBytes: usize = 24;
const masks = new Numbers((<i32>maskBytes) << 6);

/** Units of a block that belong to words; bit n is unit n. */
export function wordMask(block: i32): u64 {
  return load<u64>(masks.at + <usize>block * maskBytes);
}

/** Units of a block that are ASCII digits. */
export function digitMask(block: i32): u64 {
  return load<u64>(masks.at + <usize>block * maskBytes, 8);
}

/** Units of a block that end a line. */
export function lineMask(block: i32): u64 {
  return load<u64>(masks.at + <usize>block * maskBytes, 16);
}

/**
 * Tables by the low four bits of an ASCII unit. Bit n says whether the unit with these low bits and the high bits n is part of a word, a digit, or a
 * base64 character.
 */
const wordTable = memory.data(16);
const digitTable = memory.data(16);
const base64Table = memory.data(16);
/** The bit for a value of the high four bits; none beyond ASCII. */
const bitOfHigh = memory.data<u8>([1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0]);
let hasTables = false;

function fillTables(): void {
  classOf(0);
  for (let unit: usize = 0; unit < 128; unit++) {
    const unitClass = load<u8>(unitClasses + unit);
    const bit: u8 = 1 << (<u8>(unit >> 4));
    const low = unit & 15;
    if ((unitClass & 3) !== 0) store<u8>(wordTable + low, load<u8>(wordTable + low) | bit);
    if ((unitClass & 3) === 2) store<u8>(digitTable + low, load<u8>(digitTable + low) | bit);
    if ((unitClass & 4) !== 0) store<u8>(base64Table + low, load<u8>(base64Table + low) | bit);
  }
  hasTables = true;
}

/** Masks of the block that was read last. */
let words: u64 = 0;
let digits: u64 = 0;
let lines: u64 = 0;
let base64: u64 = 0;

/** The last units of a text, filled up with zeros. */
const rest = memory.data((<i32>blockUnits) << 1, 16);

/**
 * Reads the masks of a text's blocks.
 * @returns whether there is a run of base64 characters long enough to be encoded data
 */
export function readMasks(text: usize, length: i32): bool {
  if (!hasTables) fillTables();
  const blocks = (length + blockUnits - 1) / blockUnits;
  masks.reserve(blocks * (<i32>maskBytes >> 2));
  let run = 0;
  let hasRun = false;
  let to = masks.at;
  for (let block = 0; block < blocks; block++) {
    const from = text + ((<usize>(block * blockUnits)) << 1);
    const units = length - block * blockUnits;
    if (units >= blockUnits) readBlock(from);
    else readRest(from, units);
    store<u64>(to, words);
    store<u64>(to, digits, 8);
    store<u64>(to, lines, 16);
    to += maskBytes;
    if (~base64 === 0) run += blockUnits;
    else {
      hasRun = hasRun || run + <i32>ctz(~base64) >= shortestRun || hasRunWithin(base64);
      run = <i32>clz(~base64);
    }
    hasRun = hasRun || run >= shortestRun;
  }
  return hasRun;
}

/** Whether `shortestRun` bits in a row are set: 32 after the shifts by 1 to 16, and 40 after that by 8. */
function hasRunWithin(mask: u64): bool {
  let runs = mask & (mask >> 1);
  runs &= runs >> 2;
  runs &= runs >> 4;
  runs &= runs >> 8;
  runs &= runs >> 16;
  return (runs & (runs >> 8)) !== 0;
}

function readRest(from: usize, units: i32): void {
  memory.fill(rest, 0, (<usize>blockUnits) << 1);
  memory.copy(rest, from, (<usize>units) << 1);
  readBlock(rest);
}

function readBlock(from: usize): void {
  words = 0;
  digits = 0;
  lines = 0;
  base64 = 0;
  for (let at = 0; at < blockUnits; at += 16) readSixteen(from + ((<usize>at) << 1), <u64>at);
}

function bitsOf(table: usize, low: v128, high: v128): u64 {
  const found = v128.and(i8x16.swizzle(v128.load(table), low), high);
  return <u64>(<u32>i8x16.bitmask(i8x16.ne(found, i8x16.splat(0))));
}

function readSixteen(from: usize, shift: u64): void {
  const first = v128.load(from);
  const second = v128.load(from, 16);
  // A unit beyond a byte becomes 255, or 0 from 0x8000 on.
  const units = i8x16.narrow_i16x8_u(first, second);
  const low = v128.and(units, i8x16.splat(15));
  const high = i8x16.swizzle(v128.load(bitOfHigh), i8x16.shr_u(units, 4));
  words |= bitsOf(wordTable, low, high) << shift;
  digits |= bitsOf(digitTable, low, high) << shift;
  base64 |= bitsOf(base64Table, low, high) << shift;
  lines |= (<u64>(<u32>i8x16.bitmask(i8x16.eq(units, i8x16.splat(0x0a))))) << shift;
  const nonAscii = i16x8.splat(-128);
  if (v128.any_true(v128.and(v128.or(first, second), nonAscii))) readNonAscii(from, shift);
}

/** Adds the units that are not ASCII, of sixteen, to the mask of words. */
function readNonAscii(from: usize, shift: u64): void {
  for (let at: u64 = 0; at < 16; at++) {
    const unit = load<u16>(from + ((<usize>at) << 1));
    if (unit >= 128 && (classOf(unit) & 3) !== 0) words |= (<u64>1) << (shift + at);
  }
}
