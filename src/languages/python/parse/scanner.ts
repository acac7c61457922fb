/**
 * The tokens of a Python file, one at a time, with the indents and dedents that lines begin with.
 * Invariant: whatever is not plain Python throws `notPlain`; nothing else is thrown.
 */
import { giveUp, type Mark } from '../../own-node.ts';
import { OwnScanner } from '../../own-scanner.ts';
import { codes } from './codes.ts';
import { Extras } from './extras.ts';
import { alone, letters, nameEnd, numberEnd, punctuation } from './lexemes.ts';
import { PythonNode } from './node.ts';
import type { Place } from './place.ts';
import type { Rules } from './rules.ts';
import { isStringPrefix, plainEnd, stringEnd, type StringForm } from './string-text.ts';
import { mayClose, tokens, wordToken } from './tokens.ts';

const feed = 10;
const formFeed = 12;
const carriage = 13;
const blank = 32;
const tab = 9;
const hash = 35;
const backslash = 92;
const dot = 46;

/** Indents beyond this wrap around in the grammar. */
const mostIndent = 60_000;

const none: PythonNode[] = [];

/** What a token begins with, by its code: 1 a letter or `_`, 2 a digit, 3 a quote, 4 a sign that stands for itself whatever follows. */
const beginnings = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  if (letters[code] !== 0) beginnings[code] = letters[code]!;
  else if (code === 34 || code === 39) beginnings[code] = 3;
  else if (alone[code] !== 0) beginnings[code] = 4;
}

/** State that is read for each token is no private name of JavaScript's: code that V8 has not optimised looks such a name up. */
export class Scanner extends OwnScanner {
  readonly rules: Rules;
  readonly comments: PythonNode[] = [];
  /** What declares something by a name. */
  readonly declared: PythonNode[] = [];
  readonly imports: PythonNode[] = [];
  /** How many brackets are open around it: in these a line's end is a blank. */
  brackets = 0;
  /** Of the string with expressions that was met last. */
  form: StringForm = { quote: 0, isTriple: false, isRaw: false, isBytes: false };
  /** Comments and joined lines that no node has taken in yet. */
  private extras = new Extras();
  /** What was read twice (UTF-16 units): bounded, or brackets in brackets would double it each time. */
  private reread = 0;
  /** Where the next token is looked for, its row, and where that row starts. */
  private offset = 0;
  private atRow = 0;
  private atLine = 0;
  /** The next line feed and backslash that are known: each is looked for once, however long the line. */
  private feed = -1;
  private backslash = -1;
  private readonly hasNul: boolean;
  private readonly indents: number[] = [0];
  /** Levels that end before the token that comes next. */
  private dedents = 0;
  /** Comments on lines of their own before it, and their indents. */
  private between: PythonNode[] = [];
  private betweenIndents: number[] = [];
  private betweenAt = 0;

  constructor(text: string, rules: Rules) {
    super(text, tokens.end);
    this.rules = rules;
    this.hasNul = text.includes('\0');
    // A level before the first statement is no level to the grammar.
    this.beginLine();
    if (this.token === tokens.indent) giveUp();
  }

  /** Columns of the block at hand. */
  get indent(): number {
    return this.indents[this.indents.length - 1]!;
  }

  next(): void {
    this.lastEnd = this.end;
    if (this.token < tokens.name) return this.goOn();
    const { text } = this;
    let at = this.offset;
    let code = text.charCodeAt(at);
    while (code === blank) code = text.charCodeAt(++at);
    this.offset = at;
    if (code > blank && code !== hash && code !== backslash) this.scan(code);
    else this.skip();
  }

  /** Behind what is no token of a statement: a line's end, or where levels begin and end. */
  private goOn(): void {
    if (this.dedents > 0) this.dedent();
    else if (this.token === tokens.newline) this.beginLine();
    else this.scan(this.text.charCodeAt(this.offset));
  }

  /** Goes over what is no token, to the next one. */
  private skip(): void {
    const { text } = this;
    let isJoined = false;
    for (;;) {
      const code = text.charCodeAt(this.offset);
      if (code === blank || code === tab || code === formFeed) this.offset++;
      else if (code === feed || (code === carriage && text.charCodeAt(this.offset + 1) === feed)) {
        if (this.brackets === 0) {
          if (isJoined) giveUp();
          return this.endLine();
        }
        this.offset += code === feed ? 1 : 2;
        this.newRow();
        this.checkJoinedLine();
      } else if (code === hash) {
        if (isJoined && this.brackets === 0) giveUp();
        this.comment();
      } else if (code === backslash) {
        this.joinLines();
        isJoined = true;
      } else if (this.offset >= text.length) {
        if (this.brackets > 0 || isJoined) giveUp();
        return this.endLine();
      } else return this.scan(code);
    }
  }

  /** A statement's line ends here, behind its comment. */
  private endLine(): void {
    this.take(tokens.newline, this.offset);
    this.start = this.end = Math.max(this.lastEnd, this.extras.end);
    this.column = this.start - this.atLine;
  }

  private newRow(): void {
    this.atRow++;
    this.atLine = this.offset;
  }

  /** Goes over blank lines and comments to the first token of a line, and finds which levels begin or end. */
  private beginLine(): void {
    const { text } = this;
    this.betweenAt = 0;
    if (this.between.length > 0) {
      this.between = [];
      this.betweenIndents = [];
    }
    let indent = 0;
    let at = this.offset;
    for (; ; at++) {
      const code = text.charCodeAt(at);
      if (code === blank) indent++;
      else if (code === feed) {
        this.atRow++;
        this.atLine = at + 1;
        indent = 0;
      } else if (code > blank && code !== hash) break;
      else if (code === tab) indent += 8;
      else if (code === formFeed) indent = 0;
      else if (code === hash) {
        this.offset = at;
        this.between.push(this.comment());
        this.betweenIndents.push(indent);
        at = this.offset - 1;
      } else if (code !== carriage || text.charCodeAt(at + 1) !== feed) break;
    }
    this.offset = at;
    if (indent > mostIndent) giveUp();
    this.level(at >= text.length ? 0 : indent);
  }

  /** The levels that begin or end with a line of that indent. */
  private level(indent: number): void {
    const { indents } = this;
    const innermost = indents.length - 1;
    if (indent === indents[innermost]) return this.scan(this.text.charCodeAt(this.offset));
    if (indent > indents[innermost]!) {
      indents.push(indent);
      this.token = tokens.indent;
      this.start = this.end;
      return;
    }
    let levels = innermost;
    while (indents[levels]! > indent) levels--;
    if (indents[levels] !== indent) giveUp();
    this.dedents = innermost - levels;
    this.dedent();
  }

  /** Ends a level: comments that are indented as its statements are still belong to it. */
  private dedent(): void {
    const level = this.indents.pop()!;
    this.dedents--;
    for (; this.betweenAt < this.between.length; this.betweenAt++) {
      if (this.betweenIndents[this.betweenAt]! < level) break;
      this.end = this.between[this.betweenAt]!.endIndex;
    }
    this.token = tokens.dedent;
    this.start = this.end;
  }

  private comment(): PythonNode {
    const from = this.offset;
    const lineEnd = this.text.indexOf('\n', from);
    const end = lineEnd === -1 ? this.text.length : lineEnd;
    const node = new PythonNode(this.text, codes.comment, from, end, this.atRow, from - this.atLine, none);
    this.comments.push(node);
    this.extras.add(node);
    this.offset = end;
    return node;
  }

  /** A backslash at a line's end. Before a string the grammar sees none. */
  private joinLines(): void {
    const { text } = this;
    const from = this.offset;
    const length = text.charCodeAt(from + 1) === feed ? 2 : 3;
    if (length === 3 && !text.startsWith('\r\n', from + 1)) giveUp();
    const column = from - this.atLine;
    this.extras.add(new PythonNode(text, codes.line_continuation, from, from + length, this.atRow, column, none));
    this.offset = from + length;
    this.newRow();
  }

  /** Where a line in brackets is indented less than its block, the grammar ends the block unless the bracket may close. */
  private checkJoinedLine(): void {
    const { text, indent } = this;
    if (indent === 0 || mayClose[this.token] === 1) return;
    let columns = 0;
    for (let at = this.offset; ; at++) {
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

  private take(token: number, end: number): void {
    this.token = token;
    this.start = this.offset;
    this.end = end;
    this.row = this.atRow;
    this.column = this.offset - this.atLine;
    this.offset = end;
  }

  /** @param code of what stands at the offset; NaN at the text's end */
  private scan(code: number): void {
    const { text, offset } = this;
    switch (code < 128 ? beginnings[code] : code >= 128 ? 1 : 5) {
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

  /** What starts with a dot. */
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

  /** @param quoteAt where its quotes are, behind the prefix */
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

  /** Behind the quotes that close a string of several lines; -1 where what is in it has to be looked at. */
  private plainTripleEnd(from: number, quote: number): number {
    const { text } = this;
    const end = text.indexOf(quote === 34 ? '"""' : "'''", from);
    if (end === -1 || this.hasNul) return -1;
    if (this.backslash < from) this.backslash = placeFrom(text, '\\', from);
    return this.backslash < end ? -1 : end + 3;
  }

  /** The lines that what was stepped over goes on for. */
  private countRows(from: number, end: number): void {
    const { text } = this;
    if (this.feed < from) this.feed = placeFrom(text, '\n', from);
    for (; this.feed < end; this.feed = placeFrom(text, '\n', this.atLine)) {
      this.atRow++;
      this.atLine = this.feed + 1;
    }
  }

  /** Steps over plain text of a string with expressions in it, to behind the end `endOf` finds from behind the token at hand. */
  skipText(endOf: (text: string, from: number) => number): void {
    const from = this.offset;
    const end = endOf(this.text, from);
    this.countRows(from, end);
    this.offset = end;
    this.end = end;
  }

  /** Where the next token is looked for. */
  get position(): Mark {
    return { start: this.offset, row: this.atRow, column: this.offset - this.atLine };
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
      at: this.offset,
      atRow: this.atRow,
      atLine: this.atLine,
      depth: this.depth,
      extras: this.extras.copy(),
      comments: this.comments.length,
      imports: this.imports.length,
    };
  }

  /** Comes back to a token of the same statement. */
  returnTo(place: Place): void {
    this.reread += this.offset - place.at;
    if (this.reread > 4 * this.text.length + 10_000) giveUp();
    const { token, start, end, row, column, lastEnd, brackets } = place;
    Object.assign(this, { token, start, end, row, column, lastEnd, brackets });
    this.offset = place.at;
    this.atRow = place.atRow;
    this.atLine = place.atLine;
    this.feed = -1;
    this.backslash = -1;
    this.depth = place.depth;
    this.extras = place.extras;
    this.comments.length = place.comments;
    this.imports.length = place.imports;
  }

  /** A node of these parts, and of the comments and joined lines between its offsets that no part has taken in. */
  node(code: number, { start, row, column }: Mark, end: number, parts: PythonNode[]): PythonNode {
    return new PythonNode(this.text, code, start, end, row, column, this.extras.takenIn(start, end, parts));
  }

  /** The same, from the start of its first part. */
  nodeOn(code: number, { startIndex, row, column }: PythonNode, end: number, parts: PythonNode[]): PythonNode {
    const taken = this.extras.takenIn(startIndex, end, parts);
    return new PythonNode(this.text, code, startIndex, end, row, column, taken);
  }
}

function placeFrom(text: string, character: string, at: number): number {
  const found = text.indexOf(character, at);
  return found === -1 ? Infinity : found;
}

/** A node from the start of its first part to where the token before the one at hand ends. */
export function nodeFrom(s: Scanner, code: number, first: PythonNode, parts: PythonNode[]): PythonNode {
  return s.nodeOn(code, first, s.lastEnd, parts);
}

/** Where a node begins that starts with the token at hand. */
export function markOf({ start, row, column }: Scanner): Mark {
  return { start, row, column };
}

export function nodeSince(s: Scanner, code: number, mark: Mark, parts: PythonNode[]): PythonNode {
  return s.node(code, mark, s.lastEnd, parts);
}
