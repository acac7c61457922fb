/** The text of a URI without its quotes; '' where it is no plain string. */
export function uriOf(written: string): string {
  return /^r?(?:'([^'$]*)'|"([^"$]*)")$/.exec(written.trim())?.slice(1).join('') ?? '';
}
