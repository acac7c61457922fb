/**
 * Scans the tokens of a Python file, one at a time, with the indents and dedents at line starts.
 * Invariant: throws `notPlain` for everything that is not plain Python, and nothing else.
 */
import { giveUp, type Mark } from '../../own-node.ts';
import { codes } from './codes.ts';
import { PythonNode } from './node.ts';
import type { Place } from './place.ts';
import { TokenScanner } from './token-scanner.ts';
import { mayPrecedeClose, tokens } from './tokens.ts';

const lineFeed = 10;
const formFeed = 12;
const carriageReturn = 13;
const blank = 32;
const tab = 9;
const doubleQuote = 34;
const hash = 35;
const singleQuote = 39;
const backslash = 92;

/** Columns that a tab counts in an indent. */
const tabWidth = 8;

/** A larger indent overflows in the grammar. */
const maxIndent = 60_000;

/** At most this many times the length of the text, plus a constant for short texts, is parsed again (UTF-16 units). */
const maxRereads = 4;
const minRereadLimit = 10_000;

const none: PythonNode[] = [];

/** Parse functions that files of this folder need from one another. They are passed to the scanner, to avoid circular imports. */
export interface Rules {
  /** One expression, without `:=`. */
  expression: (s: Scanner) => PythonNode;
  /** One expression, or `name := value`. */
  named: (s: Scanner) => PythonNode;
  /** An expression that is neither a lambda nor a conditional. */
  condition: (s: Scanner) => PythonNode;
  /** An operand of operators: an atom with the attributes, calls and items after it. */
  primary: (s: Scanner) => PythonNode;
  /** One expression, or several separated by commas. */
  list: (s: Scanner) => PythonNode;
  /** `yield` and its value. */
  yielded: (s: Scanner) => PythonNode;
}

export class Scanner extends TokenScanner {
  readonly rules: Rules;
  readonly comments: PythonNode[] = [];
  /** Nodes that declare names: definitions, assignments and type aliases. */
  readonly declared: PythonNode[] = [];
  /** Import statements, and calls that import. */
  readonly imports: PythonNode[] = [];
  /** Number of UTF-16 units that were parsed again. It is limited, because each level of nested brackets may double the work. */
  private reread = 0;
  /** Indents of the surrounding blocks, outermost first. */
  private readonly indents: number[] = [0];
  /** Number of blocks that end before the next token. */
  private dedents = 0;
  /** Comments that stand alone on their lines between two statements, and their indents. */
  private lineComments: PythonNode[] = [];
  private lineCommentIndents: number[] = [];
  /** Index of the first comment that belongs to no ended block. */
  private lineCommentIndex = 0;

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
      else if (code === lineFeed || (code === carriageReturn && text.charCodeAt(this.offset + 1) === lineFeed)) {
        if (this.brackets === 0) {
          // An empty line after a joined one is left to the grammar, and so is a comment.
          if (isJoined) giveUp();
          return this.endLine();
        }
        this.offset += code === lineFeed ? 1 : 2;
        this.newRow();
        this.checkLineInBrackets();
      } else if (code === hash) {
        if (isJoined && this.brackets === 0) giveUp();
        this.readComment();
      } else if (code === backslash) {
        this.joinLines();
        isJoined = true;
      } else if (this.offset >= text.length) {
        if (this.brackets > 0 || isJoined) giveUp();
        return this.endLine();
      } else return this.scan(code);
    }
  }

  /** Ends the line of a statement, after the comment on it. */
  private endLine(): void {
    this.take(tokens.newline, this.offset);
    this.start = this.end = Math.max(this.lastEnd, this.extras.end);
    this.column = this.start - this.rowStart;
  }

  private newRow(): void {
    this.nextRow++;
    this.rowStart = this.offset;
  }

  /** Skips blank lines and comments up to the first token of a line, and finds the blocks that begin or end before the token. */
  private beginLine(): void {
    const { text } = this;
    this.lineCommentIndex = 0;
    if (this.lineComments.length > 0) {
      this.lineComments = [];
      this.lineCommentIndents = [];
    }
    let indent = 0;
    let at = this.offset;
    for (; ; at++) {
      const code = text.charCodeAt(at);
      if (code === blank) indent++;
      else if (code === lineFeed) {
        this.nextRow++;
        this.rowStart = at + 1;
        indent = 0;
      } else if (code > blank && code !== hash) break;
      else if (code === tab) indent += tabWidth;
      else if (code === formFeed) indent = 0;
      else if (code === hash) {
        this.offset = at;
        this.lineComments.push(this.readComment());
        this.lineCommentIndents.push(indent);
        at = this.offset - 1;
      } else if (code !== carriageReturn || text.charCodeAt(at + 1) !== lineFeed) break;
    }
    this.offset = at;
    if (indent > maxIndent) giveUp();
    this.applyIndent(at >= text.length ? 0 : indent);
  }

  /** Begins or ends blocks according to the indent of a line. */
  private applyIndent(indent: number): void {
    const { indents } = this;
    const innermost = indents.length - 1;
    if (indent === indents[innermost]) return this.scan(this.text.charCodeAt(this.offset));
    if (indent > indents[innermost]!) {
      indents.push(indent);
      this.token = tokens.indent;
      this.start = this.end;
      return;
    }
    let outer = innermost;
    while (indents[outer]! > indent) outer--;
    if (indents[outer] !== indent) giveUp();
    this.dedents = innermost - outer;
    this.dedent();
  }

  /** Ends a block. Comments after it that are indented like its statements still belong to it. */
  private dedent(): void {
    const blockIndent = this.indents.pop()!;
    this.dedents--;
    for (; this.lineCommentIndex < this.lineComments.length; this.lineCommentIndex++) {
      if (this.lineCommentIndents[this.lineCommentIndex]! < blockIndent) break;
      this.end = this.lineComments[this.lineCommentIndex]!.endIndex;
    }
    this.token = tokens.dedent;
    this.start = this.end;
  }

  /** Reads the comment at the current offset. */
  private readComment(): PythonNode {
    const from = this.offset;
    const lineEnd = this.text.indexOf('\n', from);
    const end = lineEnd === -1 ? this.text.length : lineEnd;
    const node = new PythonNode(this.text, codes.comment, from, end, this.nextRow, from - this.rowStart, none);
    this.comments.push(node);
    this.extras.add(node);
    this.offset = end;
    return node;
  }

  /** Reads a backslash at the end of a line. Anything else after a backslash is left to the grammar. */
  private joinLines(): void {
    const { text } = this;
    const from = this.offset;
    const length = text.charCodeAt(from + 1) === lineFeed ? 2 : 3;
    if (length === 3 && !text.startsWith('\r\n', from + 1)) giveUp();
    const column = from - this.rowStart;
    this.extras.add(new PythonNode(text, codes.line_continuation, from, from + length, this.nextRow, column, none));
    this.offset = from + length;
    this.newRow();
  }

  /**
   * Gives up at a line inside brackets that is indented less than the block, because the grammar would end the block there. After a
   * token of `mayPrecedeClose`, and where the line begins with a quote, the grammar goes on.
   */
  private checkLineInBrackets(): void {
    const { text, indent } = this;
    if (indent === 0 || mayPrecedeClose[this.token] === 1) return;
    let columns = 0;
    for (let at = this.offset; ; at++) {
      const code = text.charCodeAt(at);
      if (code === blank) columns++;
      else if (code === tab) columns += tabWidth;
      else if (code === lineFeed || code === carriageReturn || code === formFeed) return;
      else {
        if (columns < indent && code !== doubleQuote && code !== singleQuote) giveUp();
        return;
      }
    }
  }

  /** Moves past the current token and returns its node, without children. */
  leaf(code: number): PythonNode {
    const node = new PythonNode(this.text, code, this.start, this.end, this.row, this.column, none);
    this.next();
    return node;
  }

  /** Moves past a name and returns its node. */
  name(): PythonNode {
    return this.token === tokens.name ? this.leaf(codes.identifier) : giveUp();
  }

  /** The position of the current token, for `returnTo`. */
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
      offset: this.offset,
      nextRow: this.nextRow,
      rowStart: this.rowStart,
      depth: this.depth,
      extras: this.extras.copy(),
      comments: this.comments.length,
      imports: this.imports.length,
    };
  }

  /** Goes back to an earlier token of the current statement. */
  returnTo(place: Place): void {
    this.reread += this.offset - place.offset;
    if (this.reread > maxRereads * this.text.length + minRereadLimit) giveUp();
    const { token, start, end, row, column, lastEnd, brackets } = place;
    Object.assign(this, { token, start, end, row, column, lastEnd, brackets });
    this.offset = place.offset;
    this.nextRow = place.nextRow;
    this.rowStart = place.rowStart;
    this.nextFeed = -1;
    this.nextBackslash = -1;
    this.depth = place.depth;
    this.extras = place.extras;
    this.comments.length = place.comments;
    this.imports.length = place.imports;
  }

  /** A node with the given parts, and with the comments and joined lines in its range that no inner node contains. */
  node(code: number, { start, row, column }: Mark, end: number, parts: PythonNode[]): PythonNode {
    return new PythonNode(this.text, code, start, end, row, column, this.extras.withExtras(start, end, parts));
  }

  /** Like `node`, but the node starts at its first part. */
  nodeStartingAt(code: number, { startIndex, row, column }: PythonNode, end: number, parts: PythonNode[]): PythonNode {
    const children = this.extras.withExtras(startIndex, end, parts);
    return new PythonNode(this.text, code, startIndex, end, row, column, children);
  }
}

/** A node from the start of its first part to the end of the previous token. */
export function nodeFrom(s: Scanner, code: number, first: PythonNode, parts: PythonNode[]): PythonNode {
  return s.nodeStartingAt(code, first, s.lastEnd, parts);
}

/** The start of a node that begins with the current token. */
export function markOf({ start, row, column }: Scanner): Mark {
  return { start, row, column };
}

/** A node from a mark to the end of the previous token. */
export function nodeSince(s: Scanner, code: number, mark: Mark, parts: PythonNode[]): PythonNode {
  return s.node(code, mark, s.lastEnd, parts);
}
