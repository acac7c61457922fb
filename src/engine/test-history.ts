/** Tests that have changed together with files, from the commits before. */

export interface SharedHistory {
  /** With the file with which it changed the most. */
  commits: number;
  path: string;
  /** 0 to 1: how likely it is to change with them. */
  weight: number;
}

/** A file with a few commits says less than its share would. */
const doubt = 2;

/** @param commits the files of each */
export function testsChangedWith(
  commits: readonly (readonly string[])[],
  sources: readonly string[],
  tests: ReadonlySet<string>,
): Map<string, SharedHistory> {
  const wanted = new Set(sources);
  const changes = new Map<string, { commits: number; together: Map<string, number> }>();
  for (const files of commits) {
    const hit = files.filter((path) => wanted.has(path));
    if (hit.length === 0) continue;
    const near = files.filter((path) => tests.has(path));
    for (const path of hit) {
      const known = changes.get(path) ?? { commits: 0, together: new Map<string, number>() };
      known.commits++;
      for (const test of near) known.together.set(test, (known.together.get(test) ?? 0) + 1);
      changes.set(path, known);
    }
  }
  const found = new Map<string, SharedHistory>();
  for (const [path, { commits: all, together }] of changes) {
    for (const [test, shared] of together) {
      const known = found.get(test) ?? { commits: 0, path, weight: 0 };
      // Of several files each may be the one.
      const weight = 1 - (1 - known.weight) * (1 - shared / (all + doubt));
      found.set(test, shared > known.commits ? { commits: shared, path, weight } : { ...known, weight });
    }
  }
  return found;
}
