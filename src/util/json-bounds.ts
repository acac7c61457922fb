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

/** What is wrong with JSON in UTF-8 that is too much to parse, as the end of a sentence; null for any other bytes, valid JSON or not. */
export function jsonExcess(bytes: Uint8Array): string | null {
  let values = 1;
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) {
      for (at++; at < bytes.length && bytes[at] !== quote; at++) if (bytes[at] === backslash) at++;
    } else if (byte === openList || byte === openObject) {
      values++;
      depth++;
      if (depth > maxJsonDepth) return `is nested deeper than ${maxJsonDepth} levels`;
    } else if (byte === closeList || byte === closeObject) depth--;
    else if (byte === comma) values++;
    if (values > maxJsonValues)
      return `has more than ${maxJsonValues.toLocaleString('en')} values; ask for less in one request`;
  }
  return null;
}
