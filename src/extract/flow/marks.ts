/** Whether JavaScript that no other parser reads may have Flow types. Kept separate, so that the Flow parser is loaded only when needed. */

const pragma = /@(?:no)?flow\b/;
/** Syntax that no other JavaScript has: exact objects, optional types, imports of `typeof` values. */
const marks =
  /\{\||\|\}|[:<(|,]\s*\?\s*[\w$({]|\bimport\s+(?:type\s+)?\{?[^'"\n;]*\btypeof\b|^\s*(?:export\s+)?opaque\s+type\b/m;
/** The first comments of a file are within this length. */
const headLength = 4000;
/** Longer texts are not checked: a program wrote them. */
const maxLength = 2_000_000;

export function mayBeFlow(text: string): boolean {
  return text.length <= maxLength && (pragma.test(text.slice(0, headLength)) || marks.test(text));
}
