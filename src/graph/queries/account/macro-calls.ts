/** Calls of macros whose results the index does not have. */
import { isCallLike } from '../../../model/link.ts';
import type { FoundSymbol } from '../found-symbol.ts';
import type { LinkIndex } from '../index/link-index.ts';

/**
 * The number of calls of a macro outside of functions that are not expanded: what they make has no symbols. A file is read by itself, so only the file that
 * defines the macro may have expanded calls of it: each has a symbol that starts where the call does. 0 for what is no macro.
 */
export async function unexpandedCalls(index: LinkIndex, { node, refs }: FoundSymbol): Promise<number> {
  if (node.kind !== 'macro') return 0;
  const defining = new Set(refs.map(({ file }) => file));
  const calls = (await index.into(refs, isCallLike)).filter(({ from }) => from.key === 0);
  const symbols = await index.symbolsOf([...defining]);
  const isExpanded = (file: number, line: number): boolean =>
    symbols.get(file)?.definitions.some(({ startLine }) => startLine === line) === true;
  return calls.filter(({ from, site }) => !defining.has(from.file) || !isExpanded(from.file, site.line)).length;
}
