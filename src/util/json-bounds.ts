/**
 * Bounds of JSON from outside, checked before it is parsed: parsing takes a hundred times as long for many small values as for one long text, and holds the
 * event loop until it is done.
 */

/** Maximum number of values. A call has a few dozen, the longest lists of paths and ids some hundred. */
export const maxJsonValues = 5_000;
/** Maximum number of lists and objects around a value. */
export const maxJsonDepth = 200;

const [quote, backslash, comma, openList, closeList, openObject, closeObject] = Array.from('"\\,[]{}', (mark) =>
  mark.charCodeAt(0),
);

/** Looks at JSON in UTF-8 that comes piece by piece. */
export class JsonBounds {
  readonly #most: number;
  #values = 1;
  #depth = 0;
  #isInText = false;
  #isEscaped = false;

  /** @param most number of values */
  constructor(most: number) {
    this.#most = most;
  }

  /** What is too much to parse with this piece, as the end of a sentence; null for any other bytes, valid JSON or not. */
  excess(bytes: Uint8Array): string | null {
    let at = this.#isEscaped ? 1 : 0;
    if (this.#isInText) at = this.#endOfText(bytes, at);
    for (; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte === quote) at = this.#endOfText(bytes, at + 1) - 1;
      else if (byte === openList || byte === openObject) {
        this.#values++;
        this.#depth++;
        if (this.#depth > maxJsonDepth) return `is nested deeper than ${maxJsonDepth} levels`;
      } else if (byte === closeList || byte === closeObject) this.#depth--;
      else if (byte === comma) this.#values++;
      if (this.#values > this.#most)
        return `has more than ${this.#most.toLocaleString('en')} values; ask for less in one request`;
    }
    return null;
  }

  /** The position after a text, or the end of the bytes. */
  #endOfText(bytes: Uint8Array, from: number): number {
    let at = from;
    for (; at < bytes.length && bytes[at] !== quote; at++) if (bytes[at] === backslash) at++;
    this.#isInText = at >= bytes.length;
    this.#isEscaped = at > bytes.length;
    return at + 1;
  }
}

/** As `JsonBounds`, of a whole call. */
export function jsonExcess(bytes: Uint8Array): string | null {
  return new JsonBounds(maxJsonValues).excess(bytes);
}
