/** Files that git tracks although an ignore rule matches them, whether or not they exist on disk. */
import { displayPath } from '../../util/bytes/path-bytes.ts';
import { findGit, type GitEnvironment } from '../git/find-git.ts';
import { runGit } from '../git/git-command.ts';

/** Paths below the root, without those of submodules; null where git fails. */
export async function trackedIgnoredFiles(
  root: string,
  environment: GitEnvironment | undefined,
  signal: AbortSignal,
): Promise<Set<string> | null> {
  const git = findGit(root, environment);
  if (git === null) return null;
  const args = ['ls-files', '-z', '--cached', '--ignored', '--exclude-standard'];
  const output = await runGit(git, { folder: root, args, signal });
  if (output === null) return null;
  const paths = new Set<string>();
  for (let from = 0, end = 0; (end = output.stdout.indexOf(0, from)) !== -1; from = end + 1) {
    paths.add(displayPath(output.stdout.subarray(from, end)).path);
  }
  return paths;
}
