/** The text of a URI literal without its quotes; '' for a string with interpolation. */
export function uriOf(literal: string): string {
  return /^r?(?:'([^'$]*)'|"([^"$]*)")$/.exec(literal.trim())?.slice(1).join('') ?? '';
}
