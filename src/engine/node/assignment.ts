/**
 * Which node answers for which repository: rendezvous hashing, so that all nodes agree without talking, and a node that comes or goes moves only its own
 * share.
 */
import { sha256 } from '../../util/bytes/digest.ts';

/** The nodes for a repository, the first choice first; the others take its place in this order. */
export function choicesFor<T extends { name: string }>(repository: number, nodes: readonly T[]): T[] {
  const weight = (node: T): string => sha256(`${node.name}\0${repository}`);
  return nodes
    .map((node) => ({ node, weight: weight(node) }))
    .sort((a, b) => (a.weight < b.weight ? 1 : -1))
    .map(({ node }) => node);
}
