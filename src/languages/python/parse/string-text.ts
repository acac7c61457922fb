/** Where strings end, and the plain text in those with expressions. */
import { giveUp } from '../../own-node.ts';

const feed = 10;
const carriage = 13;
const backslash = 92;
const openBrace = 123;
const closeBrace = 125;

export interface StringForm {
  /** The quote's code. */
  quote: number;
  isTriple: boolean;
  isRaw: boolean;
  isBytes: boolean;
}

const prefixes = new Set('r u b f t br rb fr rf tr rt'.split(' '));

export function isStringPrefix(prefix: string): boolean {
  return prefixes.has(prefix);
}

/** Behind a backslash and what it stands before. */
function behindBackslash(text: string, at: number, { quote, isRaw, isBytes }: StringForm): number {
  let to = at + 1;
  const code = text.charCodeAt(to);
  // What names a character is refused by the grammar where it stands at the end of bytes.
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

/** How many quotes close a string here; 0 where this one does not. */
function closingQuotes(text: string, at: number, { quote, isTriple }: StringForm): number {
  if (!isTriple) return 1;
  return text.charCodeAt(at + 1) === quote && text.charCodeAt(at + 2) === quote ? 3 : 0;
}

/** Behind the quote that closes a string without a backslash on one line; -1 for any other. */
export function plainEnd(text: string, from: number, quote: number): number {
  for (let at = from; ; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    // Behind the text's end it is no number.
    if (code === backslash || code === feed || !(code > 0)) return -1;
  }
}

/** Behind the quotes that close a string. */
export function stringEnd(text: string, from: number, form: StringForm): number {
  const { quote, isTriple } = form;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const closing = closingQuotes(text, at, form);
      if (closing > 0) return at + closing;
    } else if (code === backslash) at = behindBackslash(text, at, form) - 1;
    else if ((code === feed && !isTriple) || code === 0) return giveUp();
  }
  return giveUp();
}

/** Behind the brace that opens an expression, or the quotes that close the string. */
export function formattedTextEnd(text: string, from: number, form: StringForm): number {
  const { quote, isTriple } = form;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const closing = closingQuotes(text, at, form);
      if (closing > 0) return at + closing;
    } else if (code === backslash) at = behindBackslash(text, at, form) - 1;
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

/** Before the brace that closes an expression, or behind one that opens another in how it is to be shown. */
export function formatSpecifierEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === openBrace) return at + 1;
    if (code === closeBrace) return at;
    if (code === feed || code === carriage || code === 0) return giveUp();
  }
  return giveUp();
}
