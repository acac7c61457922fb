/** Lists of several shares as one: each is in the order of one index already. */

/** The first items. Of two shares, the item with the smaller path comes first; the order within a share is kept. */
export function inOrder<T>(lists: readonly (readonly T[])[], pathOf: (item: T) => string, most: number): T[] {
  const next = lists.map(() => 0);
  const joined: T[] = [];
  while (joined.length < most) {
    let first = -1;
    for (const [share, list] of lists.entries()) {
      if (next[share]! >= list.length) continue;
      if (first === -1 || pathOf(list[next[share]!]!) < pathOf(lists[first]![next[first]!]!)) first = share;
    }
    if (first === -1) break;
    joined.push(lists[first]![next[first]!++]!);
  }
  return joined;
}
