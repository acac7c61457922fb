/** What a parser of our own asks of the tokens of a file, whatever its language. */
import { giveUp } from './own-node.ts';

/** Levels of statements, expressions and types within one another that are followed. */
const mostDepth = 150;

export abstract class OwnScanner {
  /** The file's text. */
  readonly text: string;
  /** The token at hand. */
  token: number;
  start = 0;
  end = 0;
  /** Of its start, from 0. */
  row = 0;
  column = 0;
  /** Where the token before it ends. */
  lastEnd = 0;
  protected depth = 0;

  /** @param token that stands for none, before the first */
  constructor(text: string, token: number) {
    this.text = text;
    this.token = token;
  }

  /** Steps to the next token. */
  abstract next(): void;

  /** Whether this is the token at hand. */
  at(token: number): boolean {
    return this.token === token;
  }

  /** Steps over this token. */
  expect(token: number): void {
    if (this.token !== token) giveUp();
    this.next();
  }

  /** Whether it was this token; then it is stepped over. */
  accept(token: number): boolean {
    if (this.token !== token) return false;
    this.next();
    return true;
  }

  /** Whether the token at hand is this word. */
  is(word: string): boolean {
    return this.end - this.start === word.length && this.text.startsWith(word, this.start);
  }

  /** To be followed by `leave`. */
  enter(): void {
    if (++this.depth > mostDepth) giveUp();
  }

  leave(): void {
    this.depth--;
  }
}
