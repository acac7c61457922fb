/**
 * The tokens of a Python file, one at a time, with the indents and dedents that lines begin with.
 * Invariant: whatever is not plain Python throws `notPlain`; nothing else is thrown.
 */
import { giveUp, type Mark } from '../../own-node.ts';
import { OwnScanner } from '../../own-scanner.ts';
import { codes } from './codes.ts';
import { Extras } from './extras.ts';
import { nameEnd, numberEnd, punctuation, type Found } from './lexemes.ts';
import { PythonNode } from './node.ts';
import type { Place } from './place.ts';
import type { Rules } from './rules.ts';
import { isStringPrefix, stringEnd, type StringForm } from './string-text.ts';
import { mayClose, tokens, wordToken } from './tokens.ts';

const feed = 10;
const formFeed = 12;
const carriage = 13;
const blank = 32;
const tab = 9;
const hash = 35;
const backslash = 92;

/** Indents beyond this wrap around in the grammar. */
const mostIndent = 60_000;

const none: PythonNode[] = [];

export class Scanner extends OwnScanner {
  readonly rules: Rules;
  readonly comments: PythonNode[] = [];
  /** What declares something by a name. */
  readonly declared: PythonNode[] = [];
  readonly imports: PythonNode[] = [];
  /** How many brackets are open around it: in these a line's end is a blank. */
  brackets = 0;
  /** Of the string that was met last. */
  form: StringForm = { quote: 0, isTriple: false, isRaw: false, isBytes: false };
  /** Comments and joined lines that no node has taken in yet. */
  #extras = new Extras();
  /** What was read twice (UTF-16 units): bounded, or brackets in brackets would double it each time. */
  #reread = 0;
  #at = 0;
  #row = 0;
  #line = 0;
  /** The next line feed that is known: it is looked for once, however long the line. */
  #feed = -1;
  readonly #indents: number[] = [0];
  /** Levels that end before the token that comes next. */
  #dedents = 0;
  /** Comments on lines of their own before it, and their indents. */
  #between: PythonNode[] = [];
  #betweenIndents: number[] = [];
  #betweenAt = 0;

  constructor(text: string, rules: Rules) {
    super(text, tokens.end);
    this.rules = rules;
    // A level before the first statement is no level to the grammar.
    this.#beginLine();
    if (this.token === tokens.indent) giveUp();
  }

  /** Columns of the block at hand. */
  get indent(): number {
    return this.#indents[this.#indents.length - 1]!;
  }

  next(): void {
    this.lastEnd = this.end;
    if (this.#dedents > 0) return this.#dedent();
    if (this.token === tokens.newline) return this.#beginLine();
    if (this.token === tokens.dedent || this.token === tokens.indent) return this.#scan();
    const { text } = this;
    let isJoined = false;
    for (;;) {
      const code = text.charCodeAt(this.#at);
      if (code === blank || code === tab || code === formFeed) this.#at++;
      else if (code === feed || (code === carriage && text.charCodeAt(this.#at + 1) === feed)) {
        if (this.brackets === 0) {
          if (isJoined) giveUp();
          return this.#endLine();
        }
        this.#at += code === feed ? 1 : 2;
        this.#newRow();
        this.#checkJoinedLine();
      } else if (code === hash) {
        if (isJoined && this.brackets === 0) giveUp();
        this.#comment();
      } else if (code === backslash) {
        this.#joinLines();
        isJoined = true;
      } else if (this.#at >= text.length) {
        if (this.brackets > 0 || isJoined) giveUp();
        return this.#endLine();
      } else break;
    }
    this.#scan();
  }

  /** A statement's line ends here, behind its comment. */
  #endLine(): void {
    this.#take(tokens.newline, this.#at);
    this.start = this.end = Math.max(this.lastEnd, this.#extras.end);
    this.column = this.start - this.#line;
  }

  #newRow(): void {
    this.#row++;
    this.#line = this.#at;
  }

  /** Goes over blank lines and comments to the first token of a line, and finds which levels begin or end. */
  #beginLine(): void {
    const { text } = this;
    this.#between = [];
    this.#betweenIndents = [];
    this.#betweenAt = 0;
    let indent = 0;
    for (; ; this.#at++) {
      const code = text.charCodeAt(this.#at);
      if (code === blank) indent++;
      else if (code === tab) indent += 8;
      else if (code === formFeed) indent = 0;
      else if (code === feed) {
        this.#at++;
        this.#newRow();
        this.#at--;
        indent = 0;
      } else if (code === hash) {
        this.#between.push(this.#comment());
        this.#betweenIndents.push(indent);
        this.#at--;
      } else if (code !== carriage || text.charCodeAt(this.#at + 1) !== feed) break;
    }
    if (indent > mostIndent) giveUp();
    const isEnd = this.#at >= text.length;
    if (isEnd) indent = 0;
    if (indent > this.indent) {
      this.#indents.push(indent);
      this.token = tokens.indent;
      this.start = this.end;
      return;
    }
    let levels = this.#indents.length - 1;
    while (this.#indents[levels]! > indent) levels--;
    if (this.#indents[levels] !== indent) giveUp();
    this.#dedents = this.#indents.length - 1 - levels;
    if (this.#dedents > 0) this.#dedent();
    else this.#scan();
  }

  /** Ends a level: comments that are indented as its statements are still belong to it. */
  #dedent(): void {
    const level = this.#indents.pop()!;
    this.#dedents--;
    for (; this.#betweenAt < this.#between.length; this.#betweenAt++) {
      if (this.#betweenIndents[this.#betweenAt]! < level) break;
      this.end = this.#between[this.#betweenAt]!.endIndex;
    }
    this.token = tokens.dedent;
    this.start = this.end;
  }

  #comment(): PythonNode {
    const from = this.#at;
    const lineEnd = this.text.indexOf('\n', from);
    const end = lineEnd === -1 ? this.text.length : lineEnd;
    const node = new PythonNode(this.text, codes.comment, from, end, this.#row, from - this.#line, none);
    this.comments.push(node);
    this.#extras.add(node);
    this.#at = end;
    return node;
  }

  /** A backslash at a line's end. Before a string the grammar sees none. */
  #joinLines(): void {
    const { text } = this;
    const from = this.#at;
    const length = text.charCodeAt(from + 1) === feed ? 2 : 3;
    if (length === 3 && !text.startsWith('\r\n', from + 1)) giveUp();
    const node = new PythonNode(text, codes.line_continuation, from, from + length, this.#row, from - this.#line, none);
    this.#extras.add(node);
    this.#at = from + length;
    this.#newRow();
  }

  /** Where a line in brackets is indented less than its block, the grammar ends the block unless the bracket may close. */
  #checkJoinedLine(): void {
    const { text } = this;
    const { indent } = this;
    if (indent === 0 || mayClose[this.token] === 1) return;
    let columns = 0;
    for (let at = this.#at; ; at++) {
      const code = text.charCodeAt(at);
      if (code === blank) columns++;
      else if (code === tab) columns += 8;
      else if (code === feed || code === carriage || code === formFeed) return;
      else {
        if (columns < indent && code !== 34 && code !== 39) giveUp();
        return;
      }
    }
  }

  #take(token: number, end: number): void {
    this.token = token;
    this.start = this.#at;
    this.end = end;
    this.row = this.#row;
    this.column = this.#at - this.#line;
    this.#at = end;
  }

  #scan(): void {
    const { text } = this;
    const at = this.#at;
    if (at >= text.length) return this.#take(tokens.end, at);
    const code = text.charCodeAt(at);
    if (code === 34 || code === 39) return this.#string(at, '');
    const end = nameEnd(text, at);
    if (end > at) {
      const mark = text.charCodeAt(end);
      if (mark === 34 || mark === 39) {
        const prefix = text.slice(at, end).toLowerCase();
        if (!isStringPrefix(prefix)) giveUp();
        return this.#string(end, prefix);
      }
      return this.#take(wordToken(text, at, end), end);
    }
    const found: Found = (code >= 48 && code <= 57) || code === 46 ? numberEnd(text, at) : punctuation(text, at);
    this.#take(found.token, found.end);
    if (this.token >= tokens.openParen && this.token <= tokens.closeBrace) this.#bracket();
  }

  #bracket(): void {
    const isOpening = (this.token - tokens.openParen) % 2 === 0;
    this.brackets += isOpening ? 1 : -1;
    if (this.brackets < 0) giveUp();
  }

  /** @param quoteAt where its quotes are, behind the prefix */
  #string(quoteAt: number, prefix: string): void {
    const { text } = this;
    const quote = text.charCodeAt(quoteAt);
    const isTriple = text.charCodeAt(quoteAt + 1) === quote && text.charCodeAt(quoteAt + 2) === quote;
    const from = quoteAt + (isTriple ? 3 : 1);
    this.#extras.dropJoined(this.lastEnd);
    this.form = { quote, isTriple, isRaw: prefix.includes('r'), isBytes: prefix.includes('b') };
    if (prefix.includes('f') || prefix.includes('t')) return this.#take(tokens.formatted, from);
    const end = stringEnd(text, from, this.form);
    this.#take(tokens.string, end);
    this.#countRows(from, end);
  }

  /** The lines that what was stepped over goes on for. */
  #countRows(from: number, end: number): void {
    const { text } = this;
    if (this.#feed < from) this.#feed = feedFrom(text, from);
    for (; this.#feed < end; this.#feed = feedFrom(text, this.#line)) {
      this.#row++;
      this.#line = this.#feed + 1;
    }
  }

  /** Steps over plain text of a string with expressions in it, to behind the end `endOf` finds from behind the token at hand. */
  skipText(endOf: (text: string, from: number) => number): void {
    const from = this.#at;
    const end = endOf(this.text, from);
    this.#countRows(from, end);
    this.#at = end;
    this.end = end;
  }

  /** Where the next token is looked for. */
  get position(): Mark {
    return { start: this.#at, row: this.#row, column: this.#at - this.#line };
  }

  /** The token at hand as a node without parts; steps over it. */
  leaf(code: number): PythonNode {
    const node = new PythonNode(this.text, code, this.start, this.end, this.row, this.column, none);
    this.next();
    return node;
  }

  name(): PythonNode {
    return this.token === tokens.name ? this.leaf(codes.identifier) : giveUp();
  }

  place(): Place {
    const { token, start, end, row, column, lastEnd, brackets } = this;
    return {
      token,
      start,
      end,
      row,
      column,
      lastEnd,
      brackets,
      at: this.#at,
      atRow: this.#row,
      atLine: this.#line,
      depth: this.depth,
      extras: this.#extras.copy(),
      comments: this.comments.length,
      imports: this.imports.length,
    };
  }

  /** Comes back to a token of the same statement. */
  returnTo(place: Place): void {
    this.#reread += this.#at - place.at;
    if (this.#reread > 4 * this.text.length + 10_000) giveUp();
    const { token, start, end, row, column, lastEnd, brackets } = place;
    Object.assign(this, { token, start, end, row, column, lastEnd, brackets });
    this.#at = place.at;
    this.#row = place.atRow;
    this.#line = place.atLine;
    this.#feed = -1;
    this.depth = place.depth;
    this.#extras = place.extras;
    this.comments.length = place.comments;
    this.imports.length = place.imports;
  }

  /** A node of these parts, and of the comments and joined lines between its offsets that no part has taken in. */
  node(code: number, { start, row, column }: Mark, end: number, parts: PythonNode[]): PythonNode {
    return new PythonNode(this.text, code, start, end, row, column, this.#extras.takenIn(start, end, parts));
  }
}

function feedFrom(text: string, at: number): number {
  const found = text.indexOf('\n', at);
  return found === -1 ? Infinity : found;
}

/** A node from the start of its first part to where the token before the one at hand ends. */
export function nodeFrom(s: Scanner, code: number, first: PythonNode, parts: PythonNode[]): PythonNode {
  return s.node(code, { start: first.startIndex, row: first.row, column: first.column }, s.lastEnd, parts);
}

/** Where a node begins that starts with the token at hand. */
export function markOf({ start, row, column }: Scanner): Mark {
  return { start, row, column };
}

export function nodeSince(s: Scanner, code: number, mark: Mark, parts: PythonNode[]): PythonNode {
  return s.node(code, mark, s.lastEnd, parts);
}
