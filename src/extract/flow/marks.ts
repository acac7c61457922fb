/** Whether JavaScript that no other parser reads may have types of Flow; apart, so that this one is loaded only then. */

const pragma = /@(?:no)?flow\b/;
/** What no other JavaScript has: exact objects, optional types, imports of types of values. */
const marks =
  /\{\||\|\}|[:<(|,]\s*\?\s*[\w$({]|\bimport\s+(?:type\s+)?\{?[^'"\n;]*\btypeof\b|^\s*(?:export\s+)?opaque\s+type\b/m;
/** Where the first comments of a file are. */
const headLength = 4000;
/** Longer texts are not looked at: a program wrote them. */
const maxLength = 2_000_000;

export function mayBeFlow(text: string): boolean {
  return text.length <= maxLength && (pragma.test(text.slice(0, headLength)) || marks.test(text));
}
