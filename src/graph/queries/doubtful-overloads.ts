/** Marks the places that are linked to several overloads of one function, because their arguments do not tell which one is meant. */
import type { GraphEdge, ReachedNode, SymbolNode } from '../../model/graph.ts';
import { mayRun, withoutOverload } from '../../model/link.ts';
import type { FoundSymbol } from './found-symbol.ts';
import type { LinkIndex } from './index/link-index.ts';
import type { SymbolRef } from './ref-map.ts';

interface Position {
  line: number;
  column: number;
}

function placeKey(path: string, { line, column }: Position): string {
  return `${line} ${column} ${path}`;
}

/** Callers of one overload, with marks at the places that are linked to others of its set too. */
export async function withOverloadsOfTarget(
  index: LinkIndex,
  found: FoundSymbol,
  callers: readonly ReachedNode[],
): Promise<readonly ReachedNode[]> {
  const siblings = await siblingsOf(index, found);
  if (siblings.length === 0) return callers;
  const linked = new Map<string, Set<number>>();
  for (const { from, to, site } of await index.into(siblings, mayRun)) {
    const key = placeKey(index.file(from.file)?.path ?? '', site);
    const others = linked.get(key);
    if (others === undefined) linked.set(key, new Set([to.key]));
    else others.add(to.key);
  }
  return callers.map((one) =>
    one.distance > 1
      ? one
      : {
          ...one,
          edges: one.edges.map((edge) =>
            marked(edge, (site) => 1 + (linked.get(placeKey(edge.from.path, site))?.size ?? 0)),
          ),
        },
  );
}

/** The other overloads of a function, if the symbol is one overload; those of its file. */
async function siblingsOf(index: LinkIndex, { ref, refs, node }: FoundSymbol): Promise<SymbolRef[]> {
  const set = withoutOverload(node.qualified);
  if (set === node.qualified) return [];
  const symbols = (await index.symbolsOf([ref.file])).get(ref.file);
  const keys = new Set<number>();
  for (const [at, { name }] of symbols?.definitions.entries() ?? [])
    if (name === node.name) keys.add(symbols!.keys[at]!);
  const nodes = await index.nodes(Array.from(keys, (key) => ({ file: ref.file, key })));
  return Array.from(keys, (key) => ({ file: ref.file, key })).filter((one) => {
    const qualified = nodes.get(one)?.qualified;
    return qualified !== undefined && withoutOverload(qualified) === set && !refs.some(({ key }) => key === one.key);
  });
}

/** Callees, with marks at the places that are linked to several overloads of one function. */
export function withOverloadsOfCallees(callees: readonly ReachedNode[]): readonly ReachedNode[] {
  const linked = new Map<string, Set<string>>();
  const keyOf = ({ from, to }: GraphEdge, site: Position): string => `${setOf(to)} ${placeKey(from.path, site)}`;
  for (const edge of callees.flatMap(({ edges }) => edges))
    for (const site of edge.via === null ? edge.sites : []) {
      const key = keyOf(edge, site);
      const targets = linked.get(key);
      if (targets === undefined) linked.set(key, new Set([edge.to.id]));
      else targets.add(edge.to.id);
    }
  return callees.map((one) => ({
    ...one,
    edges: one.edges.map((edge) => marked(edge, (site) => linked.get(keyOf(edge, site))?.size ?? 1)),
  }));
}

/** Identifies the function whose overload a symbol is. */
function setOf({ path, qualified }: SymbolNode): string {
  return `${path}#${withoutOverload(qualified)}`;
}

function marked(edge: GraphEdge, numberAt: (site: Position) => number): GraphEdge {
  if (edge.via !== null) return edge;
  const sites = edge.sites.map((site) => {
    const overloads = numberAt(site);
    return overloads > 1 ? { ...site, overloads } : site;
  });
  return { ...edge, sites };
}
