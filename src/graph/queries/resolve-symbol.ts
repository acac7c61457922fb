/** Chooses the symbol that a query means. */
import { AppError } from '../../model/error.ts';
import type { SymbolChoice, SymbolQuery } from '../../model/graph.ts';
import { findSymbols, membersOfType, typeOfMembers } from './names/find-symbols.ts';
import type { FoundSymbol } from './found-symbol.ts';
import type { LinkIndex } from './index/link-index.ts';
import { nearestNames } from './names/nearest-names.ts';

/** Enough to choose among: of the likeliest, only an interface may be meant. */
const candidatesKept = 50;
const candidatesListed = 15;

/** The choice for a query that should mean one symbol, and all symbols that were found. */
export async function chooseSymbol(
  index: LinkIndex,
  query: SymbolQuery,
): Promise<{ choice: SymbolChoice; found: FoundSymbol[] }> {
  const { symbols, taken: understood } = await findSymbols(index, query);
  const taken = understood === null ? {} : { taken: understood };
  const types = typeOfMembers(query.symbol) === null ? [] : await withMembers(index, symbols);
  const [type] = types;
  // A name of types and of other symbols means the types, if their members are asked for.
  const found = type === undefined ? symbols : types.map(({ one }) => one);
  if (type !== undefined && types.length === 1) {
    const members = type.members.map(({ node }) => node);
    return { choice: { kind: 'members', owner: type.one.node, members, ...taken }, found };
  }
  if (found.length === 1) return { choice: { kind: 'one', node: found[0]!.node, ...taken }, found };
  if (found.length > 1) {
    const candidates = found.slice(0, candidatesKept).map(({ node }) => node);
    return { choice: { kind: 'several', total: found.length, candidates, ...taken }, found };
  }
  return { choice: { kind: 'none', nearest: await nearestNames(index, query) }, found };
}

/** The symbols that have members, with these. */
async function withMembers(
  index: LinkIndex,
  symbols: readonly FoundSymbol[],
): Promise<{ one: FoundSymbol; members: readonly FoundSymbol[] }[]> {
  const found = [];
  for (const one of symbols) {
    const members = await membersOfType(index, one);
    if (members.length > 0) found.push({ one, members });
  }
  return found;
}

/** The only symbol that a query means; for `Type.*` the type. @throws AppError with the candidates, or with similar names */
export async function requireSymbol(index: LinkIndex, query: SymbolQuery, field: string): Promise<FoundSymbol> {
  const { choice, found } = await chooseSymbol(index, query);
  if (choice.kind === 'one' || choice.kind === 'members') return found[0]!;
  if (choice.kind === 'none') {
    const near = choice.nearest.length === 0 ? {} : { hint: `The nearest: ${choice.nearest.join(', ')}.` };
    throw new AppError('NotFoundError', `Symbol not found: ${query.symbol}`, {
      ...near,
      next: { to: 'findNames', pattern: `*${query.symbol.split(/[.#]/).at(-1) ?? ''}*` },
      details: { field, expected: 'a name, Class.method, or an id from an earlier answer', received: query.symbol },
    });
  }
  const listed = choice.candidates
    .slice(0, candidatesListed)
    .map(({ id, kind, line }) => `  ${id}  ${kind}, line ${line}`);
  const more = choice.total > listed.length ? [`  ... and ${choice.total - listed.length} more`] : [];
  throw new AppError('ValidationError', `"${query.symbol}" means ${choice.total} symbols`, {
    hint: [`Ask again with one of these ids as ${field}:`, ...listed, ...more].join('\n'),
    details: { field, expected: 'one symbol', received: query.symbol },
  });
}
