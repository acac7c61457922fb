/**
 * The module's memory: one stack of pieces, which `reset` releases together before the next file. Nothing in it is garbage collected, and no class
 * in it is managed: nodes, texts and lists are pieces of memory with named fields.
 */
import { reach } from '../shared/memory';

/** Address of the first piece. */
const bottom: usize = (__heap_base + 15) & ~(<usize>15);

/** Address after the last piece. */
let top: usize = bottom;

/** Releases all pieces. */
export function reset(): void {
  top = bottom;
}

/** A piece of this many bytes, with undefined content. */
export function take(bytes: usize): usize {
  const at = top;
  top = (at + bytes + 7) & ~(<usize>7);
  // This check is inline because each node passes here, and the memory is nearly always large enough. It grows by a quarter at least.
  if (top > (<usize>memory.size()) << 16 && !reach(top, memory.size() >>> 2)) unreachable();
  return at;
}
