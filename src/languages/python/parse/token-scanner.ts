/**
 * The tokens within the lines of a Python file: words, numbers, strings and punctuation. `Scanner` handles what stands between
 * them.
 */
import { giveUp, type Mark } from '../../own-node.ts';
import { OwnScanner } from '../../own-scanner.ts';
import { Extras } from './extras.ts';
import { alone, letters, nameEnd, numberEnd, punctuation } from './lexemes.ts';
import { isStringPrefix, plainEnd, stringEnd, type StringForm } from './string-text.ts';
import { tokens, wordToken } from './tokens.ts';

const dot = 46;

/** Kind of a token by its first character: 1 letter or `_`, 2 digit, 3 quote, 4 a character that never starts a longer token. */
const beginnings = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  if (letters[code] !== 0) beginnings[code] = letters[code]!;
  else if (code === 34 || code === 39) beginnings[code] = 3;
  else if (alone[code] !== 0) beginnings[code] = 4;
}

/** State that is read for each token is not `#private`: unoptimised V8 code has to look such names up. */
export abstract class TokenScanner extends OwnScanner {
  /** Number of open brackets around the token; inside brackets a line end is a blank. */
  brackets = 0;
  /** Form of the last f-string. */
  form: StringForm = { quote: 0, isTriple: false, isRaw: false, isBytes: false };
  /** Comments and joined lines that no node contains yet. */
  protected extras = new Extras();
  /** Where the scan for the next token continues: offset, row, and offset of the row's start. */
  protected offset = 0;
  protected atRow = 0;
  protected atLine = 0;
  /** The next line feed and the next backslash that were found: each is searched only once, however long the line. */
  protected feed = -1;
  protected backslash = -1;
  private readonly hasNul: boolean;

  constructor(text: string) {
    super(text, tokens.end);
    this.hasNul = text.includes('\0');
  }

  protected take(token: number, end: number): void {
    this.token = token;
    this.start = this.offset;
    this.end = end;
    this.row = this.atRow;
    this.column = this.offset - this.atLine;
    this.offset = end;
  }

  /** @param code of the character at the offset; NaN at the end of the text */
  protected scan(code: number): void {
    const { text, offset } = this;
    const beginning = code < 128 ? beginnings[code]! : code >= 128 ? 1 : 5;
    switch (beginning) {
      case 1:
        return this.word(code);
      case 2:
        return this.number();
      case 3:
        return this.string(offset, '');
      case 4: {
        const token = alone[code]!;
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

  private word(code: number): void {
    const { text, offset } = this;
    const end = nameEnd(text, offset);
    if (end === offset) giveUp();
    const mark = text.charCodeAt(end);
    if (mark !== 34 && mark !== 39) return this.take(code < 128 ? wordToken(text, offset, end) : tokens.name, end);
    const prefix = text.slice(offset, end).toLowerCase();
    if (!isStringPrefix(prefix)) giveUp();
    this.string(end, prefix);
  }

  private number(): void {
    const found = numberEnd(this.text, this.offset);
    if (found < 0) this.take(tokens.float, -found);
    else this.take(tokens.int, found);
  }

  /** Tokens that start with a dot. */
  private dots(): void {
    const { text, offset } = this;
    const second = text.charCodeAt(offset + 1);
    if (second >= 48 && second <= 57) this.number();
    else if (second === dot && text.charCodeAt(offset + 2) === dot) this.take(tokens.ellipsis, offset + 3);
    else this.take(tokens.dot, offset + 1);
  }

  private bracket(token: number): void {
    this.brackets += (token & 1) === (tokens.openParen & 1) ? 1 : -1;
    if (this.brackets < 0) giveUp();
  }

  /** @param quoteAt offset of the quotes, after the prefix */
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
      return this.take(tokens.formatted, from);
    }
    const end = stringEnd(text, from, form);
    this.take(tokens.string, end);
    this.countRows(from, end);
  }

  /** End of a triple-quoted string without backslashes; -1 where its content has to be scanned. */
  private plainTripleEnd(from: number, quote: number): number {
    const { text } = this;
    const end = text.indexOf(quote === 34 ? '"""' : "'''", from);
    if (end === -1 || this.hasNul) return -1;
    if (this.backslash < from) this.backslash = placeFrom(text, '\\', from);
    return this.backslash < end ? -1 : end + 3;
  }

  /** Counts the rows in a skipped range. */
  private countRows(from: number, end: number): void {
    const { text } = this;
    if (this.feed < from) this.feed = placeFrom(text, '\n', from);
    for (; this.feed < end; this.feed = placeFrom(text, '\n', this.atLine)) {
      this.atRow++;
      this.atLine = this.feed + 1;
    }
  }

  /** Moves over plain text of an f-string, to the end that `endOf` finds from the current offset. */
  skipText(endOf: (text: string, from: number) => number): void {
    const from = this.offset;
    const end = endOf(this.text, from);
    this.countRows(from, end);
    this.offset = end;
    this.end = end;
  }

  /** Where the scan for the next token continues. */
  get position(): Mark {
    return { start: this.offset, row: this.atRow, column: this.offset - this.atLine };
  }
}

function placeFrom(text: string, character: string, at: number): number {
  const found = text.indexOf(character, at);
  return found === -1 ? Infinity : found;
}
