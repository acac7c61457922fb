/** Folders with the sources of a package. */
const sourceFolders: ReadonlySet<string> = new Set(['src', 'tests', 'examples', 'benches']);

/** The unit of a file: the folder that contains `src`, `tests` and so on. All crates of a package share it. */
export function crateUnit(path: string): string {
  const folders = path.split('/').slice(0, -1);
  const last = folders.findLastIndex((folder) => sourceFolders.has(folder));
  return `rust:${folders.slice(0, Math.max(last, 0)).join('/')}`;
}
