/**
 * Blanks out valid code that the grammar cannot parse: `library;` without a name, `abstract` before a field, and the label of a
 * loop. No definition or use is lost with them.
 */

const unparsable =
  /^[ \t]*library[ \t]*;|^[ \t]+abstract(?=[ \t]+(?!(?:(?:base|interface|final|sealed|mixin)[ \t]+)*class\b))|^[ \t]*\w+:(?=\s*(?:(?:await\s+)?for|while|do)\b)/gm;

/** Replaces the code by blanks, so that offsets stay the same. */
export function blankUnparsable(text: string): string {
  return text.replace(unparsable, (match) => ' '.repeat(match.length));
}
