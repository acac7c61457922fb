/**
 * Blanks out attributes in patterns (`Kind { #[cfg(unix)] ref name, .. }`), which the grammar does not know.
 * Invariant: the text keeps its length and lines.
 */

const attributes = /#\[cfg\b[^\]\n]{0,300}\](?=\s*ref\b)/g;

export function rewritePatternAttributes(text: string): string {
  return text.includes('#[cfg') ? text.replace(attributes, (attribute) => ' '.repeat(attribute.length)) : text;
}
