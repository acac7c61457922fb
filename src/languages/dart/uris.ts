/** The text of a URI without its quotes; '' for a string with interpolation. */
export function uriOf(written: string): string {
  return /^r?(?:'([^'$]*)'|"([^"$]*)")$/.exec(written.trim())?.slice(1).join('') ?? '';
}
