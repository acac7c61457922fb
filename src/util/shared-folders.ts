/** Nearness of paths. */

/** How many leading folders two paths have in common. */
export function sharedFolders(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')];
  let count = 0;
  while (count < left.length - 1 && count < right.length - 1 && left[count] === right[count]) count++;
  return count;
}
