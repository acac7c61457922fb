/**
 * Finds the circles of imports that a change has made.
 * Invariants: a circle is reported only if an import in it is new and its ends were in no circle together without the new imports; each circle is a shortest
 * one, and is reported once.
 */
import type { CycleStep } from '../../../model/graph.ts';
import { unpackSummaryFront } from '../../../store/packed/packed-summary.ts';
import { stronglyConnected } from '../../../util/components.ts';
import { importEdges, type ImportEdge } from '../cycles/import-edges.ts';
import type { LinkIndex } from '../index/link-index.ts';

/** A changed file as it was before. */
export interface EarlierFile {
  /** The specifiers of its imports; null where the file was not there, so that all its imports are new. */
  modules: ReadonlySet<string> | null;
  /** Whether its text had a word. Decides for imports that have no specifier of a file. */
  hasWord: (word: string) => boolean;
}

/** @param changed changed files by their present path; files that are not in it have the imports that they had */
export async function newCircles(index: LinkIndex, changed: ReadonlyMap<string, EarlierFile>): Promise<CycleStep[][]> {
  if (changed.size === 0) return [];
  // Files of a language whose imports lead to no files (Go, C#, Swift) are one unit with others: that they use each other is no fault.
  const edges = (await importEdges(index)).filter(({ from, to, isUse }) => from !== to && !isUse);
  const isNew = await newnessOf(index, changed);
  const { added = [], kept = [] } = Object.groupBy(edges, (edge) => (isNew(edge) ? 'added' : 'kept'));
  if (added.length === 0) return [];
  const files = [...new Set(edges.flatMap(({ from, to }) => [from, to]))];
  const nodes = new Map(files.map((file, at) => [file, at]));
  const now = targetsOf(edges, nodes);
  const circleBefore = groupsOf(targetsOf(kept, nodes));
  const byEnds = new Map(edges.map((edge) => [`${edge.from} ${edge.to}`, edge]));
  const circles = new Map<string, CycleStep[]>();
  for (const edge of added) {
    const [from, to] = [nodes.get(edge.from)!, nodes.get(edge.to)!];
    const group = circleBefore.get(from);
    if (group !== undefined && group === circleBefore.get(to)) continue;
    const back = shortestWay(now, to, from);
    if (back === null) continue;
    const parts = [edge.from, ...back.map((node) => files[node]!)];
    const key = parts
      .slice(1)
      .toSorted((a, b) => a - b)
      .join(' ');
    if (circles.has(key)) continue;
    circles.set(
      key,
      parts.slice(1).map((part, at) => stepOf(index, byEnds.get(`${parts[at]!} ${part}`)!)),
    );
  }
  return [...circles.values()].sort((a, b) => a.length - b.length || (placeOf(a) < placeOf(b) ? -1 : 1));
}

/** Returns whether an import was not there before. */
async function newnessOf(
  index: LinkIndex,
  changed: ReadonlyMap<string, EarlierFile>,
): Promise<(edge: ImportEdge) => boolean> {
  const files = [...changed.keys()].flatMap((path) => index.idOf(path) ?? []);
  const summaries = await index.store.summaries(files.map((file) => index.file(file)!.fileId));
  const resolutions = new Map<number, readonly string[]>();
  for (const { id, resolution } of await index.store.linkedFiles()) resolutions.set(id, resolution.split('\n'));
  return ({ from, to }) => {
    const { path, fileId } = index.file(from)!;
    const earlier = changed.get(path);
    if (earlier === undefined) return false;
    if (earlier.modules === null) return true;
    const target = index.file(to)!.path;
    const packed = summaries.get(fileId);
    const paths = resolutions.get(from) ?? [];
    const specifiers =
      packed === undefined ? [] : unpackSummaryFront(packed).modules.filter((_, at) => paths[at] === target);
    if (specifiers.length > 0) return !specifiers.some((specifier) => earlier.modules!.has(specifier));
    return !earlier.hasWord(target.slice(target.lastIndexOf('/') + 1).split('.')[0]!);
  };
}

function targetsOf(edges: readonly ImportEdge[], nodes: ReadonlyMap<number, number>): number[][] {
  const targets: number[][] = Array.from({ length: nodes.size }, () => []);
  for (const { from, to } of edges) targets[nodes.get(from)!]!.push(nodes.get(to)!);
  return targets;
}

/** The number of the group of nodes that all lead to each other, by node; a node in no circle is left out. */
function groupsOf(targets: readonly (readonly number[])[]): Map<number, number> {
  return new Map(stronglyConnected(targets).flatMap((group, at) => group.map((node) => [node, at] as const)));
}

/** The nodes from a start to an end, both included; null where none leads there. */
function shortestWay(targets: readonly (readonly number[])[], start: number, end: number): number[] | null {
  const previous = new Map<number, number>([[start, -1]]);
  const queue = [start];
  for (let head = 0; head < queue.length && !previous.has(end); head++)
    for (const target of targets[queue[head]!]!) {
      if (previous.has(target)) continue;
      previous.set(target, queue[head]!);
      queue.push(target);
    }
  if (!previous.has(end)) return null;
  const way: number[] = [];
  for (let node = end; node !== -1; node = previous.get(node)!) way.unshift(node);
  return way;
}

function stepOf(index: LinkIndex, { from, to, line, isTypeOnly, isUse }: ImportEdge): CycleStep {
  const [path, target] = [index.file(from)!.path, index.file(to)!.path];
  return { from: path, to: target, path, line, target, isTypeOnly, isUse };
}

function placeOf([first]: readonly CycleStep[]): string {
  return `${first!.path}:${first!.line}`;
}
