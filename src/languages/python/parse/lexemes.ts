/** Finds the ends of names and numbers, and recognises punctuation. Character codes are used instead of strings for speed. */
import { giveUp } from '../../own-node.ts';
import { tokens } from './tokens.ts';

/** By code of an ASCII character: 1 for a letter or `_`, 2 for a digit, 0 for anything else. */
export const letters = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  const character = String.fromCharCode(code);
  if (/[A-Za-z_]/.test(character)) letters[code] = 1;
  else if (/[0-9]/.test(character)) letters[code] = 2;
}
const startBeyondAscii = /^\p{XID_Start}$/u;
const nameBeyondAscii = /^\p{XID_Continue}$/u;

/** End of the name that starts at an offset; the offset itself where no name starts. */
export function nameEnd(text: string, from: number): number {
  let at = from;
  let code = text.charCodeAt(at);
  if (code < 128 && letters[code] !== 1) return from;
  while (code < 128 && letters[code] !== 0) code = text.charCodeAt(++at);
  return code >= 128 ? nameEndBeyondAscii(text, from, at) : at;
}

/** @param asciiEnd end of the part that has been read already */
function nameEndBeyondAscii(text: string, from: number, asciiEnd: number): number {
  for (let at = asciiEnd; at < text.length;) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    if (!(at === from ? startBeyondAscii : nameBeyondAscii).test(character)) return at;
    at += character.length;
  }
  return text.length;
}

const dot = 46;
const digitZero = 48;
const digitNine = 57;

const number =
  /0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|(?:\d(?:_?\d)*)?(\.)?(?:\d(?:_?\d)*)?([eE][+-]?\d(?:_?\d)*)?[jJ]?/y;

/** End of the number that starts at an offset; the negated end for a number with a fraction or an exponent. */
export function numberEnd(text: string, from: number): number {
  let at = from;
  let code = text.charCodeAt(at);
  while (code >= digitZero && code <= digitNine) code = text.charCodeAt(++at);
  // Fast path: most numbers consist of digits only.
  const isPlain = at > from && code !== dot && !(code >= 128) && !(letters[code]! > 0);
  return isPlain ? at : anyNumberEnd(text, from);
}

/** Like `numberEnd`, for numbers of every form. */
function anyNumberEnd(text: string, from: number): number {
  number.lastIndex = from;
  const found = number.exec(text)!;
  const end = from + found[0].length;
  // `1if x`, `0777L` and `1__0` are left to the grammar.
  const following = text.charCodeAt(end);
  if (following >= 128 || (following < 128 && letters[following] !== 0)) giveUp();
  return found[1] !== undefined || found[2] !== undefined ? -end : end;
}

/** Tokens of one character, by its code. Before `=` or another operator character they may be part of a longer token. */
const singleTokens = new Uint8Array(128);
for (const [character, token] of [
  ['(', tokens.openParen],
  [')', tokens.closeParen],
  ['[', tokens.openBracket],
  [']', tokens.closeBracket],
  ['{', tokens.openBrace],
  ['}', tokens.closeBrace],
  [',', tokens.comma],
  [';', tokens.semicolon],
  ['~', tokens.tilde],
  ['@', tokens.at],
  ['+', tokens.sign],
  ['-', tokens.sign],
  ['*', tokens.star],
  ['/', tokens.slash],
  ['%', tokens.multiply],
  ['&', tokens.ampersand],
  ['|', tokens.pipe],
  ['^', tokens.caret],
  ['<', tokens.compare],
  ['>', tokens.compare],
  ['=', tokens.assign],
  [':', tokens.colon],
] as const)
  singleTokens[character.charCodeAt(0)] = token;

/** The tokens of `singleTokens` that never start a longer token. */
export const standaloneTokens = new Uint8Array(128);
for (const character of '()[]{},;~') standaloneTokens[character.charCodeAt(0)] = singleTokens[character.charCodeAt(0)]!;

const exclamationMark = 33;
const star = 42;
const minus = 45;
const slash = 47;
const colon = 58;
const less = 60;
const equals = 61;
const greater = 62;

/** A token and its length (at most 3) in one number: four times the token plus the length. This saves an object per token. */
function pack(token: number, length: number): number {
  return (token << 2) | length;
}

/** The operator at an offset, packed with its length. Gives up where there is none. */
export function punctuation(text: string, at: number): number {
  const code = text.charCodeAt(at);
  const token = code < 128 ? singleTokens[code]! : 0;
  const second = text.charCodeAt(at + 1);
  // `!=`, `!r`.
  if (code === exclamationMark) return exclamation(second);
  if (token === 0) giveUp();
  switch (code) {
    case equals:
      return second === equals ? pack(tokens.compare, 2) : pack(token, 1);
    case colon:
      return second === equals ? pack(tokens.walrus, 2) : pack(token, 1);
    case minus:
      if (second === greater) return pack(tokens.arrow, 2);
      break;
    case less:
    case greater:
      return comparison(text, at);
    case star:
      if (second === code) return operation(text, at, { token: tokens.power, length: 2 });
      break;
    case slash:
      if (second === code) return operation(text, at, { token: tokens.multiply, length: 2 });
      break;
  }
  return second === equals ? pack(tokens.augment, 2) : pack(token, 1);
}

function exclamation(second: number): number {
  if (second === equals) return pack(tokens.compare, 2);
  // A small letter: the conversion in an f-string.
  return second >= 97 && second <= 122 ? pack(tokens.conversion, 2) : giveUp();
}

/** `<`, `<=`, `<<`, `<<=` and those with `>`; `<>` is left to the grammar. */
function comparison(text: string, at: number): number {
  const code = text.charCodeAt(at);
  const second = text.charCodeAt(at + 1);
  if (second === code) return operation(text, at, { token: tokens.shift, length: 2 });
  if (code === less && second === greater) giveUp();
  return pack(tokens.compare, second === equals ? 2 : 1);
}

/** An operator (`**`), or its augmented assignment (`**=`). */
function operation(text: string, at: number, { token, length }: { token: number; length: number }): number {
  return text.charCodeAt(at + length) === equals ? pack(tokens.augment, length + 1) : pack(token, length);
}
