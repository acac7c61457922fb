/**
 * The module's memory: one stack of pieces, which `reset` gives back together before the next file. Nothing of it is collected, and no class
 * of what it holds is managed: nodes, texts and lists are pieces of memory with named fields.
 */
import { reach } from '../shared/memory';

/** Where pieces begin. */
const bottom: usize = (__heap_base + 15) & ~(<usize>15);

let top: usize = bottom;

/** Takes back all pieces. */
export function reset(): void {
  top = bottom;
}

/** A piece of so many bytes; what is in it is not defined. */
export function take(bytes: usize): usize {
  const at = top;
  top = (at + bytes + 7) & ~(<usize>7);
  // Nearly always it does: this is asked for each node.
  if (top > (<usize>memory.size()) << 16 && !reach(top, memory.size() >>> 2)) unreachable();
  return at;
}
