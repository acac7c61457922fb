/** Finds the ends of strings and of the plain text in f-strings. */
import { giveUp } from '../../own-node.ts';

const feed = 10;
const carriage = 13;
const backslash = 92;
const openBrace = 123;
const closeBrace = 125;

export interface StringForm {
  /** Character code of the quote. */
  quote: number;
  isTriple: boolean;
  isRaw: boolean;
  isBytes: boolean;
}

const prefixes = new Set('r u b f t br rb fr rf tr rt'.split(' '));

export function isStringPrefix(prefix: string): boolean {
  return prefixes.has(prefix);
}

/** The offset after a backslash and the character that it escapes. */
function afterEscape(text: string, at: number, { quote, isRaw, isBytes }: StringForm): number {
  let to = at + 1;
  const code = text.charCodeAt(to);
  // The grammar rejects Unicode escapes at the end of a bytes literal.
  if (isBytes && !isRaw && (code === 78 || code === 85 || code === 117)) giveUp();
  if (isRaw) {
    if (code === quote || code === backslash) to++;
    if (text.charCodeAt(to) === carriage) to++;
    if (text.charCodeAt(to) === feed) to++;
    return to;
  }
  if (code === openBrace || code === closeBrace) return to;
  // `\N{NAME}`.
  if (code === 78 && text.charCodeAt(to + 1) === openBrace) {
    const end = text.indexOf('}', to);
    return end === -1 ? giveUp() : end + 1;
  }
  return code === carriage && text.charCodeAt(to + 1) === feed ? to + 2 : to + 1;
}

/** How many quotes close the string at this offset; 0 where it does not end here. */
function closingQuotes(text: string, at: number, { quote, isTriple }: StringForm): number {
  if (!isTriple) return 1;
  return text.charCodeAt(at + 1) === quote && text.charCodeAt(at + 2) === quote ? 3 : 0;
}

/** End of a one-line string without backslashes; -1 for any other. */
export function plainEnd(text: string, from: number, quote: number): number {
  for (let at = from; ; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    // Beyond the end of the text the code is NaN.
    if (code === backslash || code === feed || !(code > 0)) return -1;
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
    else if ((code === feed && !isTriple) || code === 0) return giveUp();
  }
  return giveUp();
}

/** End of the plain text: after the brace that opens an expression, or after the closing quotes. */
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
    } else if ((code === feed && !isTriple) || code === 0) return giveUp();
  }
  return giveUp();
}

/** End of a format specifier's plain text: before the closing brace of the interpolation, or after the brace of a nested one. */
export function formatSpecifierEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === openBrace) return at + 1;
    if (code === closeBrace) return at;
    if (code === feed || code === carriage || code === 0) return giveUp();
  }
  return giveUp();
}
