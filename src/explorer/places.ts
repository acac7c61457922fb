/** What several questions ask of a symbol. */
import type { Engine } from '../engine/types.ts';
import type { GraphEdge, GraphSite, SymbolNode } from '../model/graph.ts';
import { linkResolutions, mayRun, type LinkResolution } from '../model/link.ts';

/** The doc comment of a symbol; null for none. */
export async function docOf(engine: Engine, node: SymbolNode): Promise<string | null> {
  if (node.kind === 'file') return null;
  const { path: file, line, name } = node;
  const { symbols } = await engine.graph.definitionAt({ file, line, name });
  return (symbols.find((one) => one.node.id === node.id) ?? symbols[0])?.docstring ?? null;
}

/** The sites of an edge, without the reading of a variable whose value is called there. */
export function distinctSites({ sites }: GraphEdge): GraphSite[] {
  const runs = new Set(sites.filter(({ kind }) => mayRun(kind)).map(({ line, column }) => `${line}:${column}`));
  return sites.filter(({ kind, line, column }) => mayRun(kind) || !runs.has(`${line}:${column}`));
}

/** The weaker of two ways in which something is known. */
export function weaker(a: LinkResolution, b: LinkResolution): LinkResolution {
  return linkResolutions.indexOf(a) > linkResolutions.indexOf(b) ? a : b;
}

/** Whether something is known at least as well as asked. */
export function isKnown(resolution: LinkResolution, least: LinkResolution): boolean {
  return linkResolutions.indexOf(resolution) <= linkResolutions.indexOf(least);
}
