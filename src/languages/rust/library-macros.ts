/**
 * Macros of the library whose tokens are expressions, so that the grammar reads them as such: `assert_eq!(a.b(), c)` is shown to it as a call,
 * `vec![a, b]` as an array. Elsewhere tokens may become anything. Invariant: length and lines stay.
 */

const withArguments =
  'assert|assert_eq|assert_ne|debug_assert|debug_assert_eq|debug_assert_ne|print|println|eprint|eprintln|format|format_args|write|writeln|panic|' +
  'todo|unimplemented|unreachable|dbg';

const library: ReadonlySet<string> = new Set(withArguments.split('|'));

export function isLibraryMacro(name: string): boolean {
  return library.has(name);
}

const calls = new RegExp(`(?<![\\w:#$])(${withArguments})!(?=\\()`, 'g');
/** Behind what no index can follow: elsewhere the brackets would be taken for one. */
const lists = /(?<=(?:[=(,:>&|[{;]|\b(?:return|in))\s{0,40})vec!(?=\[)/g;

export function showLibraryMacros(text: string): string {
  return text.replace(calls, '$1 ').replace(lists, '    ');
}
