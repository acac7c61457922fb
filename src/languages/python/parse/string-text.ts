/** Finds the ends of strings and of the plain text in f-strings. */
import { giveUp } from '../../own-node.ts';

const lineFeed = 10;
const carriageReturn = 13;
const capitalN = 78;
const capitalU = 85;
const backslash = 92;
const smallU = 117;
const openBrace = 123;
const closeBrace = 125;

export interface StringForm {
  /** Character code of the quote. */
  quote: number;
  isTriple: boolean;
  isRaw: boolean;
  isBytes: boolean;
}

/** In lower case. */
const prefixes = new Set('r u b f t br rb fr rf tr rt'.split(' '));

export function isStringPrefix(prefix: string): boolean {
  return prefixes.has(prefix);
}

/** The offset after the escape that begins with a backslash. */
function afterEscape(text: string, at: number, { quote, isRaw, isBytes }: StringForm): number {
  let end = at + 1;
  const code = text.charCodeAt(end);
  // The grammar rejects Unicode escapes at the end of a bytes literal, so all of them are left to it.
  if (isBytes && !isRaw && (code === capitalN || code === capitalU || code === smallU)) giveUp();
  if (isRaw) {
    if (code === quote || code === backslash) end++;
    if (text.charCodeAt(end) === carriageReturn) end++;
    if (text.charCodeAt(end) === lineFeed) end++;
    return end;
  }
  if (code === openBrace || code === closeBrace) return end;
  // `\N{NAME}`.
  if (code === capitalN && text.charCodeAt(end + 1) === openBrace) {
    const brace = text.indexOf('}', end);
    return brace === -1 ? giveUp() : brace + 1;
  }
  return code === carriageReturn && text.charCodeAt(end + 1) === lineFeed ? end + 2 : end + 1;
}

/** How many quotes, from the one at an offset on, close the string; 0 where they do not close it. */
function closingQuotes(text: string, at: number, { quote, isTriple }: StringForm): number {
  if (!isTriple) return 1;
  return text.charCodeAt(at + 1) === quote && text.charCodeAt(at + 2) === quote ? 3 : 0;
}

/** End of a string on one line without backslashes; -1 for any other string. */
export function plainEnd(text: string, from: number, quote: number): number {
  for (let at = from; ; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    // The code is NaN at the end of the text. A NUL character is left to the grammar.
    if (code === backslash || code === lineFeed || !(code > 0)) return -1;
  }
}

/** End of a string, after its closing quotes. */
export function stringEnd(text: string, from: number, form: StringForm): number {
  const { quote, isTriple } = form;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const closing = closingQuotes(text, at, form);
      if (closing > 0) return at + closing;
    } else if (code === backslash) at = afterEscape(text, at, form) - 1;
    else if ((code === lineFeed && !isTriple) || code === 0) return giveUp();
  }
  return giveUp();
}

/** End of the plain text in an f-string: after the brace that opens an expression, or after the closing quotes. */
export function formattedTextEnd(text: string, from: number, form: StringForm): number {
  const { quote, isTriple } = form;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const closing = closingQuotes(text, at, form);
      if (closing > 0) return at + closing;
    } else if (code === backslash) at = afterEscape(text, at, form) - 1;
    else if (code === openBrace) {
      if (text.charCodeAt(at + 1) !== openBrace) return at + 1;
      at++;
    } else if (code === closeBrace) {
      if (text.charCodeAt(at + 1) !== closeBrace) return giveUp();
      at++;
    } else if ((code === lineFeed && !isTriple) || code === 0) return giveUp();
  }
  return giveUp();
}

/** End of the plain text in a format specifier: before the closing brace, or after the brace that opens a nested expression. */
export function formatSpecifierEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === openBrace) return at + 1;
    if (code === closeBrace) return at;
    if (code === lineFeed || code === carriageReturn || code === 0) return giveUp();
  }
  return giveUp();
}
