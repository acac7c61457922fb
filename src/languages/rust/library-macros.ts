/**
 * Library macros whose tokens are expressions: the grammar is shown `assert_eq!(a.b(), c)` as a call and `vec![a, b]` as an
 * array. The tokens of other macros may mean anything.
 * Invariant: the text keeps its length and lines.
 */

const withArguments =
  'assert|assert_eq|assert_ne|debug_assert|debug_assert_eq|debug_assert_ne|print|println|eprint|eprintln|format|format_args|write|writeln|panic|' +
  'todo|unimplemented|unreachable|dbg';

const library: ReadonlySet<string> = new Set(withArguments.split('|'));

export function isLibraryMacro(name: string): boolean {
  return library.has(name);
}

const calls = new RegExp(`(?<![\\w:#$])(${withArguments})!(?=\\()`, 'g');
/** After something that cannot be indexed: elsewhere the brackets would be read as an index. */
const lists = /(?<=(?:[=(,:>&|[{;]|\b(?:return|in))\s{0,40})vec!(?=\[)/g;

export function showLibraryMacros(text: string): string {
  return text.replace(calls, '$1 ').replace(lists, '    ');
}
