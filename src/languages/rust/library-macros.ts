/**
 * Rewrites macros of the standard library whose tokens are expressions, so that the grammar parses these: `assert_eq!(a.b(), c)`
 * becomes a function call, `vec![a, b]` an array.
 * Invariant: the text keeps its length and lines.
 */

const withArguments =
  'assert|assert_eq|assert_ne|debug_assert|debug_assert_eq|debug_assert_ne|print|println|eprint|eprintln|format|format_args|write|writeln|panic|' +
  'todo|unimplemented|unreachable|dbg';

const libraryMacros: ReadonlySet<string> = new Set(withArguments.split('|'));

export function isLibraryMacro(name: string): boolean {
  return libraryMacros.has(name);
}

/** The name, with or without the crate. */
const calls = new RegExp(`(?<![\\w:#$])((?:(?:::)?(?:std|core|alloc)::)?)(${withArguments})!(?=\\()`, 'g');
/** `vec!` after something that cannot be indexed; anywhere else, the brackets would be read as an index. */
const lists =
  /(?:::)?(?:(?:alloc|std)::)?vec!(?=\[)(?<=(?:[=(,>&|[{;]|(?<!:):|\b(?:return|in))\s{0,40}(?:::)?(?:(?:alloc|std)::)?vec!)/g;

/** Rewrites the calls in a file. */
export function rewriteLibraryMacros(text: string): string {
  return text
    .replace(calls, (_, crate: string, name: string) => `${' '.repeat(crate.length)}${name} `)
    .replace(lists, (name) => ' '.repeat(name.length));
}
