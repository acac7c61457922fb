/** The symbols that an end of a path with wildcards means (`Store.*`, `*Store.save`). */
import { AppError } from '../../../model/error.ts';
import type { PathPattern, SymbolNode, SymbolQuery } from '../../../model/graph.ts';
import { symbolKey } from '../../../model/link.ts';
import type { LinkIndex } from '../index/link-index.ts';
import { distinctRefs, type SymbolRef } from '../ref-map.ts';
import { answerSymbolSearch } from '../symbols/symbol-search.ts';

/** The maximum number of symbols of one end. A walk from more of them is no longer about any. */
const maxTried = 200;

export interface PatternEnd {
  /** The likeliest. */
  node: SymbolNode;
  refs: readonly SymbolRef[];
  matches: PathPattern;
}

/** @throws AppError where no symbol matches */
export async function patternEnd(
  index: LinkIndex,
  { symbol, file, module, package: owner }: SymbolQuery,
  { field, globOf }: { field: 'from' | 'to'; globOf: (pattern: string) => (text: string) => boolean },
): Promise<PatternEnd> {
  const filters = { ...(module === undefined ? {} : { module }), ...(owner === undefined ? {} : { package: owner }) };
  const limit = file === undefined ? maxTried : Number.MAX_SAFE_INTEGER;
  const request = { pattern: symbol, ...filters, offset: 0, limit };
  const { answer } = await answerSymbolSearch(index, request, globOf);
  const found = answer.symbols.filter(({ path }) => file === undefined || path === file || path.endsWith(`/${file}`));
  const [node] = found;
  if (node === undefined)
    throw new AppError('NotFoundError', `No symbol matches ${symbol}`, {
      ...(answer.nearest.length === 0 ? {} : { hint: `The nearest: ${answer.nearest.join(', ')}.` }),
      details: { field, expected: 'a pattern that a symbol matches', received: symbol.slice(0, 200) },
    });
  const tried = found.slice(0, maxTried);
  const refs = distinctRefs(
    tried.map(({ path, qualified }) => ({ file: index.idOf(path)!, key: symbolKey(qualified) })),
  );
  const total = file === undefined ? answer.total : found.length;
  return { node, refs, matches: { pattern: symbol, total, tried: tried.length } };
}
