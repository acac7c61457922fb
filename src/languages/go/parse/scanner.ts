/**
 * Scans the tokens of a Go file, one at a time, with the semicolons that line ends imply.
 * Invariant: throws `notPlain` for everything that is not plain Go, and nothing else.
 */
import { giveUp, type Mark } from '../../own-node.ts';
import { OwnScanner } from '../../own-scanner.ts';
import { codes } from './codes.ts';
import { GoNode } from './node.ts';
import { endsStatement, tokens, wordToken } from './tokens.ts';

export { giveUp, notPlain, type Mark } from '../../own-node.ts';

/** By character code: 1 for a letter or `_`, 2 for a digit, 3 for a blank, 0 for any other. */
const characterClasses = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  const character = String.fromCharCode(code);
  if (/[A-Za-z_]/.test(character)) characterClasses[code] = 1;
  else if (/[0-9]/.test(character)) characterClasses[code] = 2;
  else if (/[ \t\r]/.test(character)) characterClasses[code] = 3;
}
const letterBeyondAscii = /^\p{L}$/u;
const nameBeyondAscii = /^[\p{L}\p{Nd}]$/u;

const lineFeed = 10;
const quote = 34;
const slash = 47;

/** Grammar rules that files of this folder would otherwise import from one another in a cycle. */
export interface Rules {
  expression: (s: Scanner) => GoNode;
  block: (s: Scanner) => GoNode;
  /** Null where no declaration begins. */
  declaration: (s: Scanner) => GoNode | null;
}

export class Scanner extends OwnScanner {
  readonly rules: Rules;
  readonly comments: GoNode[] = [];
  /** Nodes that declare a name or import something. */
  readonly declared: GoNode[] = [];
  /** Nesting of expressions: below 0 in the head of a statement, where a brace opens the body; above 0 inside parentheses or brackets. */
  level = 0;
  /** The operand of the last `.(type)` in the head of the current `switch`. */
  switched: GoNode | null = null;
  #at = 0;
  #row = 0;
  #lineStart = 0;

  constructor(text: string, rules: Rules) {
    super(text, tokens.end);
    this.rules = rules;
    this.next();
  }

  next(): void {
    const { text } = this;
    this.lastEnd = this.end;
    const impliesSemicolon = endsStatement[this.token] === 1;
    for (;;) {
      const code = text.charCodeAt(this.#at);
      if (code === lineFeed) {
        if (impliesSemicolon) return this.#take(tokens.semicolon, this.#at);
        this.#at++;
        this.#row++;
        this.#lineStart = this.#at;
      } else if (code < 128 && characterClasses[code] === 3) this.#at++;
      else if (code === slash && (text.charCodeAt(this.#at + 1) === slash || text.charCodeAt(this.#at + 1) === 42)) {
        const end = this.#commentEnd();
        const endsLine = text.charCodeAt(this.#at + 1) === slash || this.#hasLineFeed(this.#at, end);
        if (impliesSemicolon && endsLine) return this.#take(tokens.semicolon, this.#at);
        this.#comment(end);
      } else if (this.#at >= text.length) return this.#take(impliesSemicolon ? tokens.semicolon : tokens.end, this.#at);
      else return this.#scan(code);
    }
  }

  #take(token: number, end: number): void {
    this.token = token;
    this.start = this.#at;
    this.end = end;
    this.row = this.#row;
    this.column = this.#at - this.#lineStart;
    this.#at = end;
  }

  #hasLineFeed(from: number, end: number): boolean {
    const at = this.text.indexOf('\n', from);
    return at !== -1 && at < end;
  }

  #commentEnd(): number {
    const { text } = this;
    if (text.charCodeAt(this.#at + 1) === slash) {
      const end = text.indexOf('\n', this.#at);
      return end === -1 ? text.length : end;
    }
    const end = text.indexOf('*/', this.#at + 2);
    return end === -1 ? giveUp() : end + 2;
  }

  #comment(end: number): void {
    const from = this.#at;
    this.comments.push(new GoNode(this.text, codes.comment, from, end, this.#row, from - this.#lineStart, []));
    this.#countLines(end);
    this.#at = end;
  }

  /** Advances the line count up to `end`. */
  #countLines(end: number): void {
    const { text } = this;
    for (let at = text.indexOf('\n', this.#at); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) {
      this.#row++;
      this.#lineStart = at + 1;
    }
  }

  #scan(code: number): void {
    const { text } = this;
    if (code >= 128 || characterClasses[code] === 1) return this.#word();
    const second = text.charCodeAt(this.#at + 1);
    if (characterClasses[code] === 2 || (code === 46 && second < 128 && characterClasses[second] === 2))
      return this.#number();
    switch (code) {
      case quote:
        return this.#take(tokens.string, this.#quoted(quote));
      case 39: // '
        return this.#take(tokens.rune, this.#quoted(39));
      case 96: // `
        return this.#raw();
      default:
        return this.#sign(code, second);
    }
  }

  #word(): void {
    const { text } = this;
    let end = this.#at;
    for (;;) {
      const code = text.charCodeAt(end);
      if (code < 128) {
        const kind = characterClasses[code]!;
        if (kind !== 1 && kind !== 2) break;
        end++;
      } else {
        const character = String.fromCodePoint(text.codePointAt(end) ?? 0);
        if (!(end === this.#at ? letterBeyondAscii : nameBeyondAscii).test(character)) break;
        end += character.length;
      }
    }
    if (end === this.#at) giveUp();
    this.#take(wordToken(text, this.#at, end), end);
  }

  #number(): void {
    const { text } = this;
    let end = this.#at;
    let isFloat = false;
    // `0x` or `0X`; the bit 32 makes a letter lower case.
    const isHex = text.charCodeAt(end) === 48 && (text.charCodeAt(end + 1) | 32) === 120;
    for (;;) {
      const code = text.charCodeAt(end);
      const letter = code | 32;
      // A decimal point, or an exponent: `e` in a decimal number, `p` in a hexadecimal one.
      if (code === 46) isFloat = true;
      else if (letter === (isHex ? 112 : 101)) {
        isFloat = true;
        const sign = text.charCodeAt(end + 1);
        if (sign === 43 || sign === 45) end++;
      } else if (!(code < 128 && (characterClasses[code] === 1 || characterClasses[code] === 2))) break;
      end++;
    }
    // `i`.
    const isImaginary = text.charCodeAt(end - 1) === 105;
    this.#take(isImaginary ? tokens.imaginary : isFloat ? tokens.float : tokens.int, end);
  }

  /** The end of a one-line literal that begins and ends with a character. */
  #quoted(delimiter: number): number {
    const { text } = this;
    for (let at = this.#at + 1; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === delimiter) return at + 1;
      // A backslash, and the character that it escapes.
      if (code === 92) at++;
      else if (code === lineFeed) break;
    }
    return giveUp();
  }

  #raw(): void {
    const end = this.text.indexOf('`', this.#at + 1);
    if (end === -1) giveUp();
    // The token gets the row and column of its first character. The lines inside of it count only for the tokens after it.
    const [row, lineStart] = [this.#row, this.#lineStart];
    this.#countLines(end);
    const [endRow, endLineStart] = [this.#row, this.#lineStart];
    [this.#row, this.#lineStart] = [row, lineStart];
    this.#take(tokens.rawString, end + 1);
    [this.#row, this.#lineStart] = [endRow, endLineStart];
  }

  #sign(code: number, second: number): void {
    const at = this.#at;
    const third = this.text.charCodeAt(at + 2);
    const operation = (token: number, length: number): void => {
      const assigns = this.text.charCodeAt(at + length) === 61;
      this.#take(assigns ? tokens.operate : token, at + length + (assigns ? 1 : 0));
    };
    switch (code) {
      case 33: // !
        return second === 61 ? this.#take(tokens.compare, at + 2) : this.#take(tokens.not, at + 1);
      case 37: // %
      case slash:
        return operation(tokens.multiply, 1);
      case 38: // &
        if (second === 38) return this.#take(tokens.and, at + 2);
        return second === 94 ? operation(tokens.multiply, 2) : operation(tokens.ampersand, 1);
      case 42: // *
        return operation(tokens.star, 1);
      case 43: // +
      case 45: // -
        if (second === code) return this.#take(code === 43 ? tokens.increment : tokens.decrement, at + 2);
        return operation(tokens.sign, 1);
      case 94: // ^
        return operation(tokens.sign, 1);
      case 124: // |
        return second === 124 ? this.#take(tokens.or, at + 2) : operation(tokens.add, 1);
      case 60: // <
        if (second === 45) return this.#take(tokens.arrow, at + 2);
        if (second === 60) return operation(tokens.multiply, 2);
        return this.#take(tokens.compare, at + (second === 61 ? 2 : 1));
      case 62: // >
        if (second === 62) return operation(tokens.multiply, 2);
        return this.#take(tokens.compare, at + (second === 61 ? 2 : 1));
      case 61: // =
        return second === 61 ? this.#take(tokens.compare, at + 2) : this.#take(tokens.assign, at + 1);
      case 58: // :
        return second === 61 ? this.#take(tokens.define, at + 2) : this.#take(tokens.colon, at + 1);
      case 46: // .
        return second === 46 && third === 46 ? this.#take(tokens.ellipsis, at + 3) : this.#take(tokens.dot, at + 1);
      default:
        return this.#take(bracketToken(code), at + 1);
    }
  }

  /** Moves past the semicolon that ends an item of a list; it may be missing before the closing bracket. */
  endPart(close: number): void {
    if (this.token !== close) this.expect(tokens.semicolon);
  }

  /** The current token as a node without children; moves past it. */
  leaf(code: number): GoNode {
    const { text, start, end, row, column } = this;
    const node = new GoNode(text, code, start, end, row, column, []);
    this.next();
    return node;
  }

  name(code: number): GoNode {
    return this.token === tokens.name ? this.leaf(code) : giveUp();
  }
}

function bracketToken(code: number): number {
  switch (code) {
    case 40:
      return tokens.openParen;
    case 41:
      return tokens.closeParen;
    case 44:
      return tokens.comma;
    case 59:
      return tokens.semicolon;
    case 91:
      return tokens.openBracket;
    case 93:
      return tokens.closeBracket;
    case 123:
      return tokens.openBrace;
    case 125:
      return tokens.closeBrace;
    case 126:
      return tokens.tilde;
    default:
      return giveUp();
  }
}

/** A node from the start of its first part to the end of the previous token. */
export function nodeFrom(scanner: Scanner, code: number, first: GoNode, parts: GoNode[]): GoNode {
  return new GoNode(scanner.text, code, first.startIndex, scanner.lastEnd, first.row, first.column, parts);
}

/** The start of a node that begins with the current token. */
export function markOf({ start, row, column }: Scanner): Mark {
  return { start, row, column };
}

/** A node from the mark to the end of the previous token. */
export function nodeSince(scanner: Scanner, code: number, { start, row, column }: Mark, parts: GoNode[]): GoNode {
  return new GoNode(scanner.text, code, start, scanner.lastEnd, row, column, parts);
}
