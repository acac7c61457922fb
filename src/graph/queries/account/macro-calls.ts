/** Calls of macros whose results the index does not have. */
import { isCallLike } from '../../../model/link.ts';
import type { FoundSymbol } from '../found-symbol.ts';
import type { LinkIndex } from '../index/link-index.ts';

/**
 * The number of calls of a macro outside of functions that are not expanded: what they make has no symbols. Where a call is expanded, a symbol starts.
 * 0 for what is no macro.
 */
export async function unexpandedCalls(index: LinkIndex, { node, refs }: FoundSymbol): Promise<number> {
  if (node.kind !== 'macro') return 0;
  const calls = (await index.into(refs, isCallLike)).filter(({ from }) => from.key === 0);
  const symbols = await index.symbolsOf([...new Set(calls.map(({ from }) => from.file))]);
  const isExpanded = (file: number, line: number): boolean =>
    symbols.get(file)?.definitions.some(({ startLine }) => startLine === line) === true;
  return calls.filter(({ from, site }) => !isExpanded(from.file, site.line)).length;
}
