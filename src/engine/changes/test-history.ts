/** Tests that changed in earlier commits together with given files, or with other files of their folders. */

export interface SharedHistory {
  /** Commits shared with `path`: the file, or the folder (ends in `/`), with the strongest evidence. */
  commits: number;
  path: string;
  /** 0 to 1: how likely the test is to change with the files. */
  weight: number;
}

/** Lowers the share of a file with few commits, which is weak evidence. */
const priorCommits = 2;
/** Weight of a folder's history, compared with that of the file itself. */
const folderShare = 0.4;

interface Shared {
  commits: number;
  together: Map<string, number>;
}

/** @param commits the files of each commit */
export function testsChangedWith(
  commits: readonly (readonly string[])[],
  sources: readonly string[],
  tests: ReadonlySet<string>,
): Map<string, SharedHistory> {
  const changes = new Map<string, Shared>();
  for (const path of sources) {
    changes.set(path, { commits: 0, together: new Map() });
    changes.set(folderOf(path), { commits: 0, together: new Map() });
  }
  for (const files of commits) {
    const near = files.filter((path) => tests.has(path));
    const sourcesOfCommit = files.filter((path) => !tests.has(path));
    for (const key of new Set(sourcesOfCommit.flatMap((path) => [path, folderOf(path)]))) {
      const known = changes.get(key);
      if (known === undefined) continue;
      known.commits++;
      for (const test of near) known.together.set(test, (known.together.get(test) ?? 0) + 1);
    }
  }
  const found = new Map<string, SharedHistory & { most: number }>();
  for (const [path, { commits: all, together }] of changes) {
    for (const [test, shared] of together) {
      const known = found.get(test) ?? { commits: 0, path, weight: 0, most: 0 };
      const own = (shared / (all + priorCommits)) * (path.endsWith('/') ? folderShare : 1);
      // The sources are taken as independent evidence.
      const weight = 1 - (1 - known.weight) * (1 - own);
      found.set(test, own > known.most ? { commits: shared, path, weight, most: own } : { ...known, weight });
    }
  }
  return new Map(
    [...found].map(([test, { commits: shared, path, weight }]) => [test, { commits: shared, path, weight }]),
  );
}

function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? './' : path.slice(0, slash + 1);
}
