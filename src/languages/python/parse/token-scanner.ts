/**
 * Scans single tokens of a Python file: words, numbers, strings and punctuation. `Scanner` adds what stands between them: blanks,
 * comments and indentation.
 */
import { giveUp, type Mark } from '../../own-node.ts';
import { OwnScanner } from '../../own-scanner.ts';
import { Extras } from './extras.ts';
import { standaloneTokens, letters, nameEnd, numberEnd, punctuation } from './lexemes.ts';
import { isStringPrefix, plainEnd, stringEnd, type StringForm } from './string-text.ts';
import { tokens, wordToken } from './tokens.ts';

const doubleQuote = 34;
const singleQuote = 39;
const dot = 46;
const digitZero = 48;
const digitNine = 57;

/** Kind of a token by its first character: 1 letter or `_`, 2 digit, 3 quote, 4 one of `standaloneTokens`, 0 any other. */
const beginnings = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  if (letters[code] !== 0) beginnings[code] = letters[code]!;
  else if (code === doubleQuote || code === singleQuote) beginnings[code] = 3;
  else if (standaloneTokens[code] !== 0) beginnings[code] = 4;
}

/** The state that is read for each token is not `#private`: code that V8 has not optimised yet accesses private fields more slowly. */
export abstract class TokenScanner extends OwnScanner {
  /** Number of open brackets around the current token. Inside brackets, line ends count as blanks. */
  brackets = 0;
  /** Form of the last f-string. */
  form: StringForm = { quote: 0, isTriple: false, isRaw: false, isBytes: false };
  /** Comments and joined lines that no node contains yet. */
  protected extras = new Extras();
  /** Where the scan for the next token continues: offset, row, and offset of the start of the row. */
  protected offset = 0;
  protected nextRow = 0;
  protected rowStart = 0;
  /**
   * Offsets of the next line feed and backslash; Infinity for none. They are cached, because strings on a long line need them
   * often.
   */
  protected nextFeed = -1;
  protected nextBackslash = -1;
  /** Whether the text contains a NUL character. The grammar is to read strings with it, so their content has to be scanned. */
  private readonly hasNul: boolean;

  constructor(text: string) {
    super(text, tokens.end);
    this.hasNul = text.includes('\0');
  }

  /** Makes the text from the current offset to `end` the current token. */
  protected take(token: number, end: number): void {
    this.token = token;
    this.start = this.offset;
    this.end = end;
    this.row = this.nextRow;
    this.column = this.offset - this.rowStart;
    this.offset = end;
  }

  /**
   * Scans the token at the current offset.
   * @param code code of the character at the offset; NaN at the end of the text
   */
  protected scan(code: number): void {
    const { text, offset } = this;
    // Beyond ASCII only letters are expected. 5 is the end of the text.
    const beginning = code < 128 ? beginnings[code]! : code >= 128 ? 1 : 5;
    switch (beginning) {
      case 1:
        return this.word(code);
      case 2:
        return this.number();
      case 3:
        return this.string(offset, '');
      case 4: {
        const token = standaloneTokens[code]!;
        this.take(token, offset + 1);
        if (token >= tokens.openParen && token <= tokens.closeBrace) this.bracket(token);
        return;
      }
      case 5:
        return this.take(tokens.end, offset);
    }
    if (code === dot) return this.dots();
    const found = punctuation(text, offset);
    this.take(found >> 2, offset + (found & 3));
  }

  /** A name, a keyword, or a string with a prefix. */
  private word(code: number): void {
    const { text, offset } = this;
    const end = nameEnd(text, offset);
    if (end === offset) giveUp();
    const next = text.charCodeAt(end);
    if (next !== doubleQuote && next !== singleQuote)
      return this.take(code < 128 ? wordToken(text, offset, end) : tokens.name, end);
    const prefix = text.slice(offset, end).toLowerCase();
    if (!isStringPrefix(prefix)) giveUp();
    this.string(end, prefix);
  }

  private number(): void {
    const end = numberEnd(this.text, this.offset);
    if (end < 0) this.take(tokens.float, -end);
    else this.take(tokens.int, end);
  }

  /** A number, `...` or `.`. */
  private dots(): void {
    const { text, offset } = this;
    const second = text.charCodeAt(offset + 1);
    if (second >= digitZero && second <= digitNine) this.number();
    else if (second === dot && text.charCodeAt(offset + 2) === dot) this.take(tokens.ellipsis, offset + 3);
    else this.take(tokens.dot, offset + 1);
  }

  /** Counts an open or closed bracket. The codes of opening brackets are even, those of closing ones odd. */
  private bracket(token: number): void {
    this.brackets += (token & 1) === (tokens.openParen & 1) ? 1 : -1;
    if (this.brackets < 0) giveUp();
  }

  /**
   * A whole string, or the opening quotes of an f-string.
   * @param quoteAt offset of the quotes, after the prefix
   */
  private string(quoteAt: number, prefix: string): void {
    const { text } = this;
    const quote = text.charCodeAt(quoteAt);
    const isTriple = text.charCodeAt(quoteAt + 1) === quote && text.charCodeAt(quoteAt + 2) === quote;
    const from = quoteAt + (isTriple ? 3 : 1);
    this.extras.dropJoined(this.lastEnd);
    if (prefix === '') {
      const end = isTriple ? this.plainTripleEnd(from, quote) : plainEnd(text, from, quote);
      if (end !== -1) {
        this.take(tokens.string, end);
        if (isTriple) this.countRows(from, end);
        return;
      }
    }
    const form = { quote, isTriple, isRaw: prefix.includes('r'), isBytes: prefix.includes('b') };
    if (prefix.includes('f') || prefix.includes('t')) {
      this.form = form;
      return this.take(tokens.fString, from);
    }
    const end = stringEnd(text, from, form);
    this.take(tokens.string, end);
    this.countRows(from, end);
  }

  /** End of a triple-quoted string without backslashes; -1 where its content has to be scanned. */
  private plainTripleEnd(from: number, quote: number): number {
    const { text } = this;
    const end = text.indexOf(quote === doubleQuote ? '"""' : "'''", from);
    if (end === -1 || this.hasNul) return -1;
    if (this.nextBackslash < from) this.nextBackslash = indexFrom(text, '\\', from);
    return this.nextBackslash < end ? -1 : end + 3;
  }

  /** Counts the rows in a skipped range. */
  private countRows(from: number, end: number): void {
    const { text } = this;
    if (this.nextFeed < from) this.nextFeed = indexFrom(text, '\n', from);
    for (; this.nextFeed < end; this.nextFeed = indexFrom(text, '\n', this.rowStart)) {
      this.nextRow++;
      this.rowStart = this.nextFeed + 1;
    }
  }

  /** Moves past plain text of an f-string, to the end that `endOf` finds from the current offset. */
  skipText(endOf: (text: string, from: number) => number): void {
    const from = this.offset;
    const end = endOf(this.text, from);
    this.countRows(from, end);
    this.offset = end;
    this.end = end;
  }

  /** The place at which the scan for the next token continues. */
  get position(): Mark {
    return { start: this.offset, row: this.nextRow, column: this.offset - this.rowStart };
  }
}

/** Offset of a character at or after another offset; Infinity where there is none. */
function indexFrom(text: string, character: string, from: number): number {
  const found = text.indexOf(character, from);
  return found === -1 ? Infinity : found;
}
