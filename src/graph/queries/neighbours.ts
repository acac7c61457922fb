/** Answers with the symbols that a walk from one symbol reaches, and the edges of the walk. */
import type { NeighboursAnswer, NeighboursRequest } from '../../model/graph.ts';
import { unresolvedInside, unresolvedFor, type Stateless } from './calls.ts';
import type { LinkIndex } from './index/link-index.ts';
import { RefMap, type SymbolRef } from './ref-map.ts';
import { requireSymbol } from './resolve-symbol.ts';
import { isUse, usedStep, usersStep } from './steps.ts';
import type { Step } from './step.ts';
import { edgesOf, endsOf, walk, type WalkResult } from './walk.ts';

export async function answerNeighbours(
  index: LinkIndex,
  request: NeighboursRequest,
): Promise<Stateless<NeighboursAnswer>> {
  const found = await requireSymbol(index, request, 'symbol');
  const { refs, node } = found;
  const walks: WalkResult[] = [];
  const { direction, maxDepth } = request;
  if (direction !== 'out')
    walks.push(await walk(index, { start: refs, direction: 'in', step: () => usersStep, maxDepth }));
  if (direction !== 'in') {
    const step = (distance: number): ReturnType<typeof usedStep> => usedStep(distance === 1 && node.kind !== 'file');
    walks.push(await walk(index, { start: refs, direction: 'out', step, maxDepth }));
  }
  const distances = new RefMap<{ at: SymbolRef; distance: number }>();
  const steps: Step[] = [];
  for (const { reached } of walks) {
    for (const one of reached) {
      const best = distances.get(one.ref)?.distance ?? Infinity;
      distances.set(one.ref, { at: one.ref, distance: Math.min(best, one.distance) });
      steps.push(...one.steps);
    }
  }
  const nodes = await index.nodes([...refs, ...endsOf(steps)]);
  const near = distances
    .values()
    .flatMap(({ at, distance }) => {
      const neighbour = nodes.get(at);
      return neighbour === undefined || refs.some((ref) => at.file === ref.file && at.key === ref.key)
        ? []
        : [{ node: neighbour, distance }];
    })
    .sort((a, b) => a.distance - b.distance || (a.node.id < b.node.id ? -1 : 1));
  const truncation = walks.find((one) => one.truncation.reason !== null)?.truncation ?? { reason: null, frontier: 0 };
  const none = { sites: 0, files: 0, samples: [] };
  const unresolved = {
    in: direction === 'out' ? none : await unresolvedFor(index, found, isUse),
    out: direction === 'in' ? none : await unresolvedInside(index, found),
  };
  return { center: node, nodes: near, edges: edgesOf(steps, nodes), unresolved, truncation };
}
