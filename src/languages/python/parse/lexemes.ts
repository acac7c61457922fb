/** Names, numbers and signs. */
import { giveUp } from '../../own-node.ts';
import { tokens } from './tokens.ts';

export interface Found {
  token: number;
  end: number;
}

/** 1 letter or `_`, 2 digit; 0 anything else. */
const classes = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  const character = String.fromCharCode(code);
  if (/[A-Za-z_]/.test(character)) classes[code] = 1;
  else if (/[0-9]/.test(character)) classes[code] = 2;
}
const startBeyondAscii = /^\p{XID_Start}$/u;
const nameBeyondAscii = /^\p{XID_Continue}$/u;

/** Behind the name that starts at an offset; the offset itself where none does. */
export function nameEnd(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code < 128) {
      const kind = classes[code]!;
      if (kind !== 1 && (kind !== 2 || at === from)) return at;
      at++;
    } else if (at >= text.length) return at;
    else {
      const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
      if (!(at === from ? startBeyondAscii : nameBeyondAscii).test(character)) return at;
      at += character.length;
    }
  }
}

const number =
  /0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|(?:\d(?:_?\d)*)?(\.)?(?:\d(?:_?\d)*)?([eE][+-]?\d(?:_?\d)*)?[jJ]?/y;

/** Of what starts with a digit or a dot. */
export function numberEnd(text: string, at: number): Found {
  const code = text.charCodeAt(at);
  const second = text.charCodeAt(at + 1);
  if (code === 46) {
    if (second === 46 && text.charCodeAt(at + 2) === 46) return { token: tokens.ellipsis, end: at + 3 };
    if (!(second < 128 && classes[second] === 2)) return { token: tokens.dot, end: at + 1 };
  }
  number.lastIndex = at;
  const found = number.exec(text)!;
  const end = at + found[0].length;
  // `1if x`, `0777L`, `1__0`.
  const behind = text.charCodeAt(end);
  if (behind >= 128 || (behind < 128 && classes[behind] !== 0)) giveUp();
  const isFloat = found[1] !== undefined || found[2] !== undefined;
  return { token: isFloat ? tokens.float : tokens.int, end };
}

/** What one character is that no `=` follows, by its code. */
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

const equals = 61;

export function punctuation(text: string, at: number): Found {
  const code = text.charCodeAt(at);
  const token = code < 128 ? single[code]! : 0;
  const second = text.charCodeAt(at + 1);
  // `!=`, `!r`.
  if (code === 33) return exclamation(second, at);
  if (token === 0) giveUp();
  if (token <= tokens.semicolon && token !== tokens.colon) return { token, end: at + 1 };
  if (token >= tokens.openParen && token <= tokens.closeBrace) return { token, end: at + 1 };
  switch (code) {
    case equals:
      return second === equals ? { token: tokens.compare, end: at + 2 } : { token, end: at + 1 };
    case 58:
      return second === equals ? { token: tokens.walrus, end: at + 2 } : { token, end: at + 1 };
    case 45:
      if (second === 62) return { token: tokens.gives, end: at + 2 };
      break;
    case 60:
    case 62:
      return comparison(text, at);
    case 42:
      if (second === code) return operation(text, at + 2, tokens.power);
      break;
    case 47:
      if (second === code) return operation(text, at + 2, tokens.multiply);
      break;
    case 126:
      return { token, end: at + 1 };
  }
  return operation(text, at + 1, token);
}

function exclamation(second: number, at: number): Found {
  if (second === equals) return { token: tokens.compare, end: at + 2 };
  return second >= 97 && second <= 122 ? { token: tokens.conversion, end: at + 2 } : giveUp();
}

/** `<`, `<=`, `<<`, `<<=` and those with `>`; `<>` is left to the grammar. */
function comparison(text: string, at: number): Found {
  const code = text.charCodeAt(at);
  const second = text.charCodeAt(at + 1);
  if (second === code) return operation(text, at + 2, tokens.shift);
  if (code === 60 && second === 62) giveUp();
  return { token: tokens.compare, end: at + (second === equals ? 2 : 1) };
}

/** An operator that may be part of an assignment. */
function operation(text: string, end: number, token: number): Found {
  return text.charCodeAt(end) === equals ? { token: tokens.operate, end: end + 1 } : { token, end };
}
