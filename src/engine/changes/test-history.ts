/** Finds the tests that changed in earlier commits together with given source files, or with other files of their folders. */

export interface SharedHistory {
  /** In how many commits the test and `path` changed together. */
  commits: number;
  /** The source file, or the folder of one (ends in `/`), with the strongest evidence. */
  path: string;
  /** 0 to 1: how likely the test is to change with the source files. */
  weight: number;
}

/** Is added to the number of commits of a file or folder, so that few commits, which are weak evidence, get a lower weight. */
const priorCommits = 2;
/** Weight of a folder's history, compared with that of the file itself. */
const folderShare = 0.4;

interface History {
  /** Number of commits that changed the file, or a file of the folder that is not a test. */
  commits: number;
  /** By test: how many of these commits changed the test as well. */
  together: Map<string, number>;
}

/**
 * @param commits the paths of each commit
 * @returns the history that each test shares with the sources, by path of the test
 */
export function testsChangedWith(
  commits: readonly (readonly string[])[],
  sources: readonly string[],
  tests: ReadonlySet<string>,
): Map<string, SharedHistory> {
  const histories = new Map<string, History>();
  for (const path of sources) {
    histories.set(path, { commits: 0, together: new Map() });
    histories.set(folderOf(path), { commits: 0, together: new Map() });
  }
  for (const files of commits) {
    const testsOfCommit = files.filter((path) => tests.has(path));
    const sourcesOfCommit = files.filter((path) => !tests.has(path));
    for (const key of new Set(sourcesOfCommit.flatMap((path) => [path, folderOf(path)]))) {
      const history = histories.get(key);
      if (history === undefined) continue;
      history.commits++;
      for (const test of testsOfCommit) history.together.set(test, (history.together.get(test) ?? 0) + 1);
    }
  }
  const found = new Map<string, SharedHistory & { strongest: number }>();
  for (const [path, { commits: allCommits, together }] of histories) {
    for (const [test, shared] of together) {
      const before = found.get(test) ?? { commits: 0, path, weight: 0, strongest: 0 };
      const evidence = (shared / (allCommits + priorCommits)) * (path.endsWith('/') ? folderShare : 1);
      // Files and folders count as independent evidence, so the weights are joined as probabilities.
      const weight = 1 - (1 - before.weight) * (1 - evidence);
      const isStrongest = evidence > before.strongest;
      found.set(test, isStrongest ? { commits: shared, path, weight, strongest: evidence } : { ...before, weight });
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
