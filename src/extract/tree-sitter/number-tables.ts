/**
 * Hides long tables of numbers from a grammar's parser. From a megabyte of numbers the parser makes half a million nodes, which takes a second of CPU
 * and 200 MB. None of these nodes names anything. Words and chunks are made from the original text.
 */

/** Minimum length of a text whose tables are hidden. Shorter texts are parsed in milliseconds, whatever is in them. */
const minLength = 16_384;
/** Minimum number of elements of a hidden table. Shorter lists are kept: their elements may be arguments of a call. */
const minNumbers = 256;

/** Maximum nesting of brackets. Without a limit, brackets that never close would be read again from each of their commas. */
const maxOpen = 4;

const comma = 0x2c;

/** The offset after blanks and line breaks. */
function pastBlanks(text: string, from: number): number {
  let at = from;
  for (let code = text.charCodeAt(at); code === 0x20 || (code >= 0x09 && code <= 0x0d); code = text.charCodeAt(at))
    at++;
  return at;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Whether a number may contain the character: digits, letters (`0xff`, `1e5`, `2.5f`, `7u8`), `_` and `.`. */
function isInNumber(code: number): boolean {
  const letter = code | 0x20;
  return isDigit(code) || (letter >= 0x61 && letter <= 0x7a) || code === 0x5f || code === 0x2e;
}

function isSign(code: number): boolean {
  return code === 0x2b || code === 0x2d;
}

/** The offset after a number, with its sign and that of its exponent; `from` where there is none. */
function pastNumber(text: string, from: number): number {
  let at = isSign(text.charCodeAt(from)) ? from + 1 : from;
  if (!isDigit(text.charCodeAt(at))) return from;
  while (isInNumber(text.charCodeAt(at))) at++;
  if (isSign(text.charCodeAt(at)) && isDigit(text.charCodeAt(at + 1))) while (isInNumber(text.charCodeAt(++at)));
  return at;
}

const openers = '([{';
const closers = ')]}';

interface Run {
  /** The offset after the last comma of the run. */
  end: number;
  numbers: number;
}

/** The numbers and bracketed lists of numbers that follow a comma, each followed by a comma. */
function runAfter(text: string, start: number): Run {
  const run: Run = { end: start, numbers: 0 };
  const open: number[] = [];
  let numbers = 0;
  for (let at = pastBlanks(text, start); ; at = pastBlanks(text, at)) {
    const opener = openers.indexOf(text[at] ?? ' ');
    if (opener !== -1) {
      if (open.length === maxOpen) return run;
      open.push(opener);
      at++;
      continue;
    }
    const numberEnd = pastNumber(text, at);
    if (numberEnd > at) numbers++;
    at = pastBlanks(text, numberEnd);
    while (open.length > 0 && text[at] === closers[open.at(-1)!]) {
      open.pop();
      at = pastBlanks(text, at + 1);
    }
    if (text.charCodeAt(at) !== comma) return run;
    at++;
    if (open.length === 0) {
      run.end = at;
      run.numbers = numbers;
    }
  }
}

/** The text with long tables of numbers blanked, except for the first number and one that no comma follows. All offsets stay the same. */
export function withoutTables(text: string): string {
  if (text.length < minLength) return text;
  let result = '';
  let copied = 0;
  for (let at = text.indexOf(',') + 1; at !== 0; at = text.indexOf(',', at) + 1) {
    const { end, numbers } = runAfter(text, at);
    if (numbers >= minNumbers) {
      const blanks = text.slice(at, end).replaceAll(/[^\r\n]+/g, (line) => ' '.repeat(line.length));
      result += text.slice(copied, at) + blanks;
      copied = end;
    }
    at = end;
  }
  return copied === 0 ? text : result + text.slice(copied);
}
