/** Names, numbers and punctuation. */
import { giveUp } from '../../own-node.ts';
import { tokens } from './tokens.ts';

/** 1 letter or `_`, 2 digit; 0 anything else. */
export const letters = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  const character = String.fromCharCode(code);
  if (/[A-Za-z_]/.test(character)) letters[code] = 1;
  else if (/[0-9]/.test(character)) letters[code] = 2;
}
const startBeyondAscii = /^\p{XID_Start}$/u;
const nameBeyondAscii = /^\p{XID_Continue}$/u;

/** End of the name that starts at an offset; the offset itself where there is none. */
export function nameEnd(text: string, from: number): number {
  let at = from;
  let code = text.charCodeAt(at);
  if (code < 128 && letters[code] !== 1) return from;
  while (code < 128 && letters[code] !== 0) code = text.charCodeAt(++at);
  return code >= 128 ? nameEndBeyondAscii(text, from, at) : at;
}

/** @param known end of the part that is known to be a name */
function nameEndBeyondAscii(text: string, from: number, known: number): number {
  for (let at = known; at < text.length;) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    if (!(at === from ? startBeyondAscii : nameBeyondAscii).test(character)) return at;
    at += character.length;
  }
  return text.length;
}

const number =
  /0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|(?:\d(?:_?\d)*)?(\.)?(?:\d(?:_?\d)*)?([eE][+-]?\d(?:_?\d)*)?[jJ]?/y;

/** End of the number that starts at an offset; negative for a number with a fraction or an exponent. */
export function numberEnd(text: string, from: number): number {
  let at = from;
  let code = text.charCodeAt(at);
  while (code >= 48 && code <= 57) code = text.charCodeAt(++at);
  // Most numbers consist of digits only.
  const isPlain = at > from && code !== 46 && !(code >= 128) && !(letters[code]! > 0);
  return isPlain ? at : writtenEnd(text, from);
}

function writtenEnd(text: string, from: number): number {
  number.lastIndex = from;
  const found = number.exec(text)!;
  const end = from + found[0].length;
  // `1if x`, `0777L`, `1__0`.
  const following = text.charCodeAt(end);
  if (following >= 128 || (following < 128 && letters[following] !== 0)) giveUp();
  return found[1] !== undefined || found[2] !== undefined ? -end : end;
}

/** Tokens of single characters that are not followed by `=`, by character code. */
const single = new Uint8Array(128);
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
  single[character.charCodeAt(0)] = token;

/** Those of them that never start a longer token. */
export const alone = new Uint8Array(128);
for (const character of '()[]{},;~') alone[character.charCodeAt(0)] = single[character.charCodeAt(0)]!;

const equals = 61;

/** A token and its length (at most 3) in one number, to save an object per token. */
function packed(token: number, length: number): number {
  return (token << 2) | length;
}

/** The token at an offset that holds no word, number, string or `alone` character: four times the token, plus its length. */
export function punctuation(text: string, at: number): number {
  const code = text.charCodeAt(at);
  const token = code < 128 ? single[code]! : 0;
  const second = text.charCodeAt(at + 1);
  // `!=`, `!r`.
  if (code === 33) return exclamation(second);
  if (token === 0) giveUp();
  switch (code) {
    case equals:
      return second === equals ? packed(tokens.compare, 2) : packed(token, 1);
    case 58:
      return second === equals ? packed(tokens.walrus, 2) : packed(token, 1);
    case 45:
      if (second === 62) return packed(tokens.gives, 2);
      break;
    case 60:
    case 62:
      return comparison(text, at);
    case 42:
      if (second === code) return operation(text, at, { token: tokens.power, length: 2 });
      break;
    case 47:
      if (second === code) return operation(text, at, { token: tokens.multiply, length: 2 });
      break;
  }
  return second === equals ? packed(tokens.operate, 2) : packed(token, 1);
}

function exclamation(second: number): number {
  if (second === equals) return packed(tokens.compare, 2);
  return second >= 97 && second <= 122 ? packed(tokens.conversion, 2) : giveUp();
}

/** `<`, `<=`, `<<`, `<<=` and those with `>`; `<>` is left to the grammar. */
function comparison(text: string, at: number): number {
  const code = text.charCodeAt(at);
  const second = text.charCodeAt(at + 1);
  if (second === code) return operation(text, at, { token: tokens.shift, length: 2 });
  if (code === 60 && second === 62) giveUp();
  return packed(tokens.compare, second === equals ? 2 : 1);
}

/** An operator, or its augmented assignment. */
function operation(text: string, at: number, { token, length }: { token: number; length: number }): number {
  return text.charCodeAt(at + length) === equals ? packed(tokens.operate, length + 1) : packed(token, length);
}
