/** Answers with the definition of a symbol and its uses. */
import type { Access, SymbolNode, UsageAnswer, UsageRequest } from '../../model/graph.ts';
import { qualifiedName, type LinkKind } from '../../model/link.ts';
import { nameAccount } from './account/account.ts';
import type { ProjectTexts, Stateless } from './calls.ts';
import { distinctPlaces, type LinkedPlace, type LinkIndex } from './index/link-index.ts';
import { nameLinks } from './name-links.ts';
import { accessOf, isAsked, surroundings } from './places/access.ts';
import { chooseSymbol, requireSymbol } from './resolve-symbol.ts';
import type { FoundSymbol } from './found-symbol.ts';
import { isUse, usersStep } from './steps.ts';

/** The maximum number of lines of a definition that are shown. */
const maxLines = 60;
/** The maximum number of symbols that a query may mean. A query that means more is refused, and the caller has to narrow it. */
const maxDefinitions = 10;
/** The maximum length of a line of code in the answer. */
const maxTextLength = 200;

/** The order of the uses in an answer. Calls come first: they show best how a symbol is used. */
const kindOrder: readonly LinkKind[] = [
  'call',
  'construct',
  'render',
  'decorate',
  'extends',
  'implements',
  'overrides',
  'implicit',
  'set',
  'pass',
  'write',
  'read',
  'type',
  'reexport',
  'import',
];

type Definition = Omit<UsageAnswer['definitions'][number], 'chunks'>;
type Place = Omit<UsageAnswer['uses'][number], 'chunk'>;

/** The answer without chunks, which the caller adds. */
export interface UsageWithoutChunks extends Omit<Stateless<UsageAnswer>, 'definitions' | 'uses' | 'chunks'> {
  definitions: Definition[];
  uses: Place[];
}

export async function answerUsage(
  index: LinkIndex,
  request: UsageRequest,
  { linesOf, filesNaming }: ProjectTexts,
): Promise<UsageWithoutChunks> {
  const { found } = await chooseSymbol(index, request);
  // For no symbol, or for too many, `requireSymbol` throws an error with the candidates.
  const symbols =
    found.length === 0 || found.length > maxDefinitions ? [await requireSymbol(index, request, 'symbol')] : found;
  const refs = symbols.flatMap((one) => one.refs);
  const steps = await usersStep(index, refs);
  const declared = await index.nodes(refs);
  const places = distinctPlaces(steps.filter(({ site }) => isUse(site.kind)));
  const nodes = await index.nodes(places.map(({ from }) => from));
  const ordered = places
    .flatMap((place) => {
      const from = nodes.get(place.from);
      if (from === undefined) return [];
      const { access: wanted } = request;
      if (wanted === undefined) return [{ place, from }];
      const access = accessAt(place, from, linesOf);
      return isAsked(access, wanted) ? [{ place, from, access: access ?? wanted }] : [];
    })
    .sort(compareUses);
  const usesByKind: Partial<Record<LinkKind, number>> = {};
  for (const { place } of ordered) usesByKind[place.site.kind] = (usesByKind[place.site.kind] ?? 0) + 1;
  const [first] = symbols;
  const { unresolved } = await nameLinks(index, { ref: first!.ref, name: first!.node.name }, isUse);
  const accounted = await nameAccount(index, { ...first!, refs }, { filesNaming });
  return {
    definitions: await Promise.all(
      refs.flatMap((ref) => {
        const node = declared.get(ref);
        return node === undefined ? [] : [definitionOf(index, { ref, node }, linesOf)];
      }),
    ),
    totalUses: ordered.length,
    usesByKind,
    uses: ordered.slice(0, request.limit).map((use) => useOf(use, linesOf)),
    unresolved,
    ...(accounted === null ? {} : { account: accounted.account }),
  };
}

interface Use {
  place: LinkedPlace;
  from: SymbolNode;
  /** Only where the question asks for readers or writers. */
  access?: Access;
}

function accessAt(
  { site: { kind, line, column } }: LinkedPlace,
  { path }: SymbolNode,
  linesOf: (path: string) => readonly string[] | null,
): Access | null {
  return accessOf(kind, surroundings(linesOf(path)?.[line - 1] ?? '', column));
}

function compareUses(a: Use, b: Use): number {
  return (
    Number(a.from.isTest) - Number(b.from.isTest) ||
    kindOrder.indexOf(a.place.site.kind) - kindOrder.indexOf(b.place.site.kind) ||
    (a.from.path < b.from.path ? -1 : a.from.path > b.from.path ? 1 : a.place.site.line - b.place.site.line)
  );
}

async function definitionOf(
  index: LinkIndex,
  { ref, node }: Pick<FoundSymbol, 'ref' | 'node'>,
  linesOf: (path: string) => readonly string[] | null,
): Promise<Definition> {
  const docstring = await docstringOf(index, { ref, node });
  if (node.kind === 'file') return { node, docstring, text: '', cutLines: 0 };
  const lines = linesOf(node.path)?.slice(node.startLine - 1, node.endLine) ?? [];
  const shown = lines.slice(0, maxLines);
  return { node, docstring, text: shown.join('\n'), cutLines: lines.length - shown.length };
}

/** The first doc comment of a symbol's declarations; null for none. */
export async function docstringOf(
  index: LinkIndex,
  { ref, node }: Pick<FoundSymbol, 'ref' | 'node'>,
): Promise<string | null> {
  const file = index.file(ref.file);
  const definitions = file === undefined ? [] : ((await index.store.definitions([file.fileId])).get(file.fileId) ?? []);
  const ofSymbol = definitions.filter((definition) => qualifiedName(definition) === node.qualified);
  return ofSymbol.find(({ docstring }) => docstring !== null)?.docstring ?? null;
}

function useOf({ place: { site }, from, access }: Use, linesOf: (path: string) => readonly string[] | null): Place {
  const { line, column, kind, resolution } = site;
  const text = (linesOf(from.path)?.[line - 1] ?? '').trim().slice(0, maxTextLength);
  const isFile = from.kind === 'file';
  return {
    path: from.path,
    isTest: from.isTest,
    startLine: isFile ? line : from.startLine,
    endLine: isFile ? line : from.endLine,
    line,
    column,
    kind,
    resolution,
    caller: isFile ? null : from.qualified,
    text,
    ...(access === undefined ? {} : { access }),
  };
}
