/** Answers with the graph of a part of the project, for drawings and other programs. */
import type { GraphDump, SymbolNode } from '../../model/graph.ts';
import { unpackLinks } from '../../store/packed/packed-links.ts';
import type { FileSymbols } from './index/file-symbols.ts';
import { keysOf, type LinkAcross, type LinkIndex } from './index/link-index.ts';
import { RefMap, type SymbolRef } from './ref-map.ts';

/** The number of files whose links are read at once. */
const filesAtOnce = 256;

export async function answerDump(
  index: LinkIndex,
  request: { level: 'files' | 'symbols'; pathPrefix?: string; maxNodes: number },
): Promise<GraphDump> {
  const { level, pathPrefix = '', maxNodes } = request;
  const paths = [...index.paths].filter((path) => path.startsWith(pathPrefix)).sort();
  const files = paths.map((path) => index.idOf(path)!);
  const wanted = new Set(files);
  const edges = new Map<string, GraphDump['edges'][number] & { ends: [SymbolRef, SymbolRef] }>();
  const refs = new RefMap<SymbolRef>();
  let truncated = false;
  const add = (
    { from, to, link }: Pick<LinkAcross, 'from' | 'to' | 'link'>,
    symbols: FileSymbols | undefined,
  ): void => {
    if (level === 'files' && from === to) return;
    const { target, kind, resolution } = link;
    // A place in a pattern of names is in several symbols: the first is taken, so that one place makes one edge.
    const source = { file: from, key: symbols === undefined ? 0 : keysOf(symbols, link)[0]! };
    const goal = { file: to, key: level === 'files' ? 0 : target };
    if (source.file === goal.file && source.key === goal.key) return;
    const added = [source, goal].filter((ref) => !refs.has(ref));
    if (refs.size + added.length > maxNodes) {
      truncated = true;
      return;
    }
    for (const ref of added) refs.set(ref, ref);
    const key = `${source.file} ${source.key}>${goal.file} ${goal.key} ${kind} ${resolution}`;
    const edge = edges.get(key);
    if (edge === undefined) edges.set(key, { from: '', to: '', kind, resolution, count: 1, ends: [source, goal] });
    else edge.count++;
  };
  const symbolsOf = async (batch: readonly number[]): Promise<ReadonlyMap<number, FileSymbols>> =>
    level === 'symbols' ? index.symbolsOf(batch) : new Map<number, FileSymbols>();
  for (let at = 0; at < files.length && !truncated; at += filesAtOnce) {
    const batch = files.slice(at, at + filesAtOnce);
    const symbols = await symbolsOf(batch);
    for (const { from, to, data } of await index.store.linksFrom(batch))
      if (wanted.has(to)) for (const link of unpackLinks(data)) add({ from, to, link }, symbols.get(from));
  }
  const across = truncated
    ? []
    : (await index.allAcross()).filter(({ from, to }) => wanted.has(from) && wanted.has(to));
  const symbols = await symbolsOf([...new Set(across.map(({ from }) => from))]);
  for (const one of across) add(one, symbols.get(one.from));
  const nodes = await index.nodes(refs.values());
  return { nodes: sorted(nodes), edges: withIds([...edges.values()], nodes), truncated };
}

function sorted(nodes: RefMap<SymbolNode>): SymbolNode[] {
  return [...nodes.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function withIds(
  edges: readonly (GraphDump['edges'][number] & { ends: [SymbolRef, SymbolRef] })[],
  nodes: RefMap<SymbolNode>,
): GraphDump['edges'] {
  return edges
    .flatMap(({ ends: [source, goal], kind, resolution, count }) => {
      const [from, to] = [nodes.get(source), nodes.get(goal)];
      return from === undefined || to === undefined ? [] : [{ from: from.id, to: to.id, kind, resolution, count }];
    })
    .sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : a.to < b.to ? -1 : a.to > b.to ? 1 : 0));
}
