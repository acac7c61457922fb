/** The token functions that our own parsers share, whatever the language. */
import { giveUp } from './own-node.ts';

/** Limit of nested statements, expressions and types. */
const maxDepth = 150;

export abstract class OwnScanner {
  /** The file's text. */
  readonly text: string;
  /** The current token. */
  token: number;
  /** Offsets of the current token. */
  start = 0;
  end = 0;
  /** Row and column of the current token's start, from 0. */
  row = 0;
  column = 0;
  /** End of the previous token. */
  lastEnd = 0;
  protected depth = 0;

  /** @param token the value of `token` before the first call of `next` */
  constructor(text: string, token: number) {
    this.text = text;
    this.token = token;
  }

  /** Moves to the next token. */
  abstract next(): void;

  /** Whether the current token is of this kind. */
  at(token: number): boolean {
    return this.token === token;
  }

  /** Moves past the current token, which must be of this kind. Gives up on the file where it is not. */
  expect(token: number): void {
    if (this.token !== token) giveUp();
    this.next();
  }

  /** Moves past the current token if it is of this kind, and returns whether it was. */
  accept(token: number): boolean {
    if (this.token !== token) return false;
    this.next();
    return true;
  }

  /** Whether the text of the current token is this word. */
  is(word: string): boolean {
    return this.end - this.start === word.length && this.text.startsWith(word, this.start);
  }

  /** Begins a nested statement, expression or type. Gives up on the file where nesting is too deep; pair each call with `leave`. */
  enter(): void {
    if (++this.depth > maxDepth) giveUp();
  }

  leave(): void {
    this.depth--;
  }
}
