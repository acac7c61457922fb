/** Where functions are kept rather than called: the places that name one as a value, and the text of the places that hand one on. */
import type { CallsAnswer, ReachedNode, SymbolNode } from '../../model/graph.ts';
import { qualifiedName } from '../../model/link.ts';
import { mayCallThrough } from '../languages/question-rules.ts';
import type { FoundSymbol } from './found-symbol.ts';
import type { LinkedPlace, LinkIndex } from './index/link-index.ts';
import { questionTurn } from '../../util/turns/question.ts';

/** Returns the lines of a file on disk; null when it cannot be read. */
export type LinesOf = (path: string) => readonly string[] | null;

/** The maximum number of places that an answer shows. */
const maxPlaces = 8;
/** The maximum number of places whose line is read because they hand the function on. */
const maxTexts = 40;
/** The maximum length of a line of code in the answer. */
const maxTextLength = 160;

const functionKinds: ReadonlySet<string> = new Set(['function', 'method', 'component', 'macro']);

export function isFunctionNode({ kind }: SymbolNode): boolean {
  return functionKinds.has(kind);
}

/** The places among `others` that name a function as a value; none for other symbols, which are mostly named to reach their members. */
export async function valuePlaces(
  index: LinkIndex,
  { node: target }: FoundSymbol,
  others: readonly LinkedPlace[],
  linesOf: LinesOf,
): Promise<CallsAnswer['values']> {
  if (!isFunctionNode(target)) return { total: 0, places: [] };
  const places = others.filter(({ site }) => site.kind === 'read');
  const nodes = await index.nodes(places.map(({ from }) => from));
  const found = places
    .flatMap(({ from, site: { line, column } }) => {
      const node = nodes.get(from);
      if (node === undefined) return [];
      const container = node.kind === 'file' ? null : node.qualified;
      return [{ path: node.path, isTest: node.isTest, line, column, container }];
    })
    .sort(
      (a, b) =>
        Number(a.isTest) - Number(b.isTest) ||
        (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line || a.column - b.column),
    );
  const shown = found.slice(0, maxPlaces).map((place) => ({ ...place, text: lineText(linesOf, place) }));
  return { total: found.length, places: shown };
}

/** Adds the text of their line to the first sites that hand a function on. */
export async function withTexts(reached: readonly ReachedNode[], linesOf: LinesOf): Promise<ReachedNode[]> {
  let left = maxTexts;
  const found: ReachedNode[] = [];
  for (const one of reached) {
    if (left === 0 || !one.edges.some(({ sites }) => sites.some(({ kind }) => kind === 'pass'))) {
      found.push(one);
      continue;
    }
    await questionTurn();
    const edges = one.edges.map((edge) => ({
      ...edge,
      sites: edge.sites.map((site) => {
        if (site.kind !== 'pass' || left === 0) return site;
        left--;
        return { ...site, text: lineText(linesOf, { path: edge.from.path, line: site.line }) };
      }),
    }));
    found.push({ ...one, edges });
  }
  return found;
}

function lineText(linesOf: LinesOf, { path, line }: { path: string; line: number }): string {
  return (linesOf(path)?.[line - 1] ?? '').trim().slice(0, maxTextLength);
}

/** The decorators through which a function or method may be called. */
export async function decoratorsOf(index: LinkIndex, { ref, node }: FoundSymbol): Promise<readonly string[]> {
  if (!isFunctionNode(node)) return [];
  const file = index.file(ref.file);
  if (file === undefined) return [];
  const definitions = (await index.store.definitions([file.fileId])).get(file.fileId) ?? [];
  const names = node.overloads ?? [node.qualified];
  const own = definitions.filter((definition) => names.includes(qualifiedName(definition)));
  const decorators = new Set(own.flatMap((definition) => definition.decorators));
  return [...decorators].filter((decorator) => mayCallThrough(file.language, decorator));
}
