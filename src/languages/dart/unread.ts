/**
 * Blanks out valid code that the grammar cannot parse: `library;` without a name, `abstract` before a field, and the label of a
 * loop. None of them names anything.
 */

const unread =
  /^[ \t]*library[ \t]*;|^[ \t]+abstract(?=[ \t]+(?!(?:(?:base|interface|final|sealed|mixin)[ \t]+)*class\b))|^[ \t]*\w+:(?=\s*(?:(?:await\s+)?for|while|do)\b)/gm;

export function withoutUnread(text: string): string {
  return text.replace(unread, (found) => ' '.repeat(found.length));
}
