/**
 * Scans the tokens of a Python file, one at a time, with the indents and dedents at line starts.
 * Invariant: throws `notPlain` for everything that is not plain Python, and nothing else.
 */
import { giveUp, type Mark } from '../../own-node.ts';
import { codes } from './codes.ts';
import { PythonNode } from './node.ts';
import type { Place } from './place.ts';
import { TokenScanner } from './token-scanner.ts';
import { mayClose, tokens } from './tokens.ts';

const feed = 10;
const formFeed = 12;
const carriage = 13;
const blank = 32;
const tab = 9;
const hash = 35;
const backslash = 92;

/** Larger indents overflow in the grammar. */
const maxIndent = 60_000;

const none: PythonNode[] = [];

/** Rules that files of this folder need from one another. */
export interface Rules {
  /** Without `:=`, without commas. */
  expression: (s: Scanner) => PythonNode;
  named: (s: Scanner) => PythonNode;
  /** Neither a lambda nor a conditional expression. */
  condition: (s: Scanner) => PythonNode;
  /** The operands of operators. */
  primary: (s: Scanner) => PythonNode;
  /** One expression, or several separated by commas. */
  list: (s: Scanner) => PythonNode;
  yielded: (s: Scanner) => PythonNode;
}

export class Scanner extends TokenScanner {
  readonly rules: Rules;
  readonly comments: PythonNode[] = [];
  /** Nodes that declare a name. */
  readonly declared: PythonNode[] = [];
  readonly imports: PythonNode[] = [];
  /** UTF-16 units that were parsed twice. The number is limited, because nested brackets would double it at each level. */
  private reread = 0;
  private readonly indents: number[] = [0];
  /** Number of indentation levels that end before the next token. */
  private dedents = 0;
  /** Comments on lines of their own before the next token, and their indents. */
  private between: PythonNode[] = [];
  private betweenIndents: number[] = [];
  private betweenAt = 0;

  constructor(text: string, rules: Rules) {
    super(text);
    this.rules = rules;
    // The grammar does not accept an indent before the first statement.
    this.beginLine();
    if (this.token === tokens.indent) giveUp();
  }

  /** Indent of the current block, in columns. */
  get indent(): number {
    return this.indents[this.indents.length - 1]!;
  }

  next(): void {
    this.lastEnd = this.end;
    if (this.token < tokens.name) return this.continueAfter();
    const { text } = this;
    let at = this.offset;
    let code = text.charCodeAt(at);
    while (code === blank) code = text.charCodeAt(++at);
    this.offset = at;
    if (code > blank && code !== hash && code !== backslash) this.scan(code);
    else this.skip();
  }

  /** Continues after a token that belongs to no statement: a line end, an indent or a dedent. */
  private continueAfter(): void {
    if (this.dedents > 0) this.dedent();
    else if (this.token === tokens.newline) this.beginLine();
    else this.scan(this.text.charCodeAt(this.offset));
  }

  /** Skips blanks, comments and joined lines up to the next token. */
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

  /** Ends a statement's line, after its comment. */
  private endLine(): void {
    this.take(tokens.newline, this.offset);
    this.start = this.end = Math.max(this.lastEnd, this.extras.end);
    this.column = this.start - this.atLine;
  }

  private newRow(): void {
    this.atRow++;
    this.atLine = this.offset;
  }

  /** Skips blank lines and comments up to the first token of a line, and finds the levels that begin or end there. */
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
    if (indent > maxIndent) giveUp();
    this.level(at >= text.length ? 0 : indent);
  }

  /** Begins or ends the levels for a line with that indent. */
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

  /** Ends a level. Comments with the indent of its statements still belong to it. */
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

  /** A backslash at the end of a line. The grammar has no node for it before a string. */
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

  /**
   * A continuation line inside brackets that is indented less than its block: the grammar ends the block there, unless the
   * bracket may close.
   */
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

  /** The current token as a node without children; moves past it. */
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

  /** Goes back to an earlier token of the same statement. */
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

  /** A node of these parts, and of the comments and joined lines in its range that no inner node contains. */
  node(code: number, { start, row, column }: Mark, end: number, parts: PythonNode[]): PythonNode {
    return new PythonNode(this.text, code, start, end, row, column, this.extras.withExtras(start, end, parts));
  }

  /** Like `node`, starting at its first part. */
  nodeOn(code: number, { startIndex, row, column }: PythonNode, end: number, parts: PythonNode[]): PythonNode {
    const taken = this.extras.withExtras(startIndex, end, parts);
    return new PythonNode(this.text, code, startIndex, end, row, column, taken);
  }
}

/** A node from the start of its first part to the end of the previous token. */
export function nodeFrom(s: Scanner, code: number, first: PythonNode, parts: PythonNode[]): PythonNode {
  return s.nodeOn(code, first, s.lastEnd, parts);
}

/** Start of a node that begins with the current token. */
export function markOf({ start, row, column }: Scanner): Mark {
  return { start, row, column };
}

export function nodeSince(s: Scanner, code: number, mark: Mark, parts: PythonNode[]): PythonNode {
  return s.node(code, mark, s.lastEnd, parts);
}
