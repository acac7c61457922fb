/**
 * Whether single paths are ignored, without a walk. The rules of `.gitignore` and `.code-scoutignore` in the folders
 * above a path, and the configured patterns, decide first. Git itself is asked where these do not decide (a tracked file that a rule matches; the user's global rules).
 * Invariant: for a path that exists the answer is that of the walk.
 */
import { lstatSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { displayPath, fileSystemPath, pathBytes } from '../../util/bytes/path-bytes.ts';
import { findGit, type GitCommand } from '../git/find-git.ts';
import { runGit } from '../git/git-command.ts';
import { ignoredByGit } from './git-verdicts.ts';
import { ignoredBy, type IgnoreScope } from './ignore-rules.ts';
import { scoutIgnoreName, startListing, withIgnoreFile, type Listing } from '../walk/listing.ts';
import { isInternalName } from '../walk/skipped-names.ts';
import { readSmallFile } from '../read/open-file.ts';
import type { WalkOptions } from '../source.ts';

export interface PathToJudge {
  /** Below the root; without a final slash for a folder. */
  path: string;
  isFolder: boolean;
  /** Whether the index has the path, or one below it. Then no global rule of the user ignores it. */
  isIndexed: boolean;
}

/** The rules that apply in a folder. */
interface FolderRules {
  git: IgnoreScope | null;
  scout: IgnoreScope | null;
  /** Folders that are repositories, outermost first, each `` or ending in `/`; the last one contains this folder. Empty where none is known. */
  repositories: string[];
}

export interface JudgeRequest {
  root: string;
  options: WalkOptions;
  signal?: AbortSignal | undefined;
}

/** For each path, all in one folder (`` or ending in `/`), the rule that ignores it or a folder above it; null for none. */
export async function ignoredPaths(
  folder: string,
  paths: readonly PathToJudge[],
  request: JudgeRequest,
): Promise<(string | null)[]> {
  const listing = startListing(request.root, request.options, request.signal);
  const steps = foldersTo(folder);
  let rules: FolderRules = { git: null, scout: listing.configured, repositories: [] };
  for (const [index, step] of steps.entries()) {
    if (index > 0) {
      // `isIndexed` saves a question to git where no rule matches: later git is asked about the paths, and then checks their folders too.
      const above = { path: step.slice(0, -1), isFolder: true, isIndexed: true };
      const [rule = null] = await judge([above], rules, { ...request, listing });
      if (rule !== null) return paths.map(() => rule);
    }
    rules = enter(listing, rules, step);
  }
  return judge(paths, rules, { ...request, listing });
}

/** The folders from the root to `folder`: ``, `a/`, `a/b/` for `a/b/`. */
function foldersTo(folder: string): string[] {
  const steps = [''];
  for (let slash = folder.indexOf('/'); slash !== -1; slash = folder.indexOf('/', slash + 1)) {
    steps.push(folder.slice(0, slash + 1));
  }
  return steps;
}

/** The path in the form that the ignore rules use. */
function byteString(path: string): string {
  return Buffer.from(pathBytes(path)).toString('latin1');
}

/** The rules that apply in a folder, made from those of the folder above. */
function enter(listing: Listing, above: FolderRules, folder: string): FolderRules {
  const inside = { ...above };
  const bytes = byteString(folder);
  if (isRepository(listing, folder)) {
    // Every repository has its own rules.
    inside.git = withIgnoreFile(listing, null, bytes, '.git/info/exclude');
    inside.repositories = [...above.repositories, folder];
  }
  inside.git = withIgnoreFile(listing, inside.git, bytes, '.gitignore');
  inside.scout = withIgnoreFile(listing, inside.scout, bytes, scoutIgnoreName);
  return inside;
}

/** Maximum size of a `.git` file (bytes). */
const maxPointerSize = 4096;

/** Whether a folder (`` or ending in `/`) has a `.git` folder with a HEAD, or a `.git` file that names a git folder. */
export function isRepository({ root }: Listing, folder: string): boolean {
  const locate = (name: string): string | Buffer => {
    const bytes = Buffer.from(byteString(folder) + name, 'latin1');
    const shown = displayPath(bytes);
    return fileSystemPath(root, shown.path, shown.rawPath);
  };
  const stats = statsOf(locate('.git'));
  if (stats === null) return false;
  if (stats.isDirectory()) return statsOf(locate('.git/HEAD')) !== null;
  return readSmallFile(locate('.git'), maxPointerSize)?.toString('latin1').startsWith('gitdir:') ?? false;
}

function statsOf(location: string | Buffer): Stats | null {
  try {
    return lstatSync(location);
  } catch {
    return null;
  }
}

/** The rule that ignores each path; null for none. All paths are in the folder of `rules`. */
async function judge(
  paths: readonly PathToJudge[],
  rules: FolderRules,
  request: JudgeRequest & { listing: Listing },
): Promise<(string | null)[]> {
  const { timeSlices } = request.listing;
  const verdicts: (string | null)[] = [];
  /** A path that a git rule matches may still be tracked; one that no rule matches may be ignored by a file outside the project. */
  const undecided = new Map<string, number>();
  for (const [index, { path, isFolder, isIndexed }] of paths.entries()) {
    if (timeSlices.isOver()) await timeSlices.rest();
    const bytes = byteString(path);
    const scoutRule = isInternalName(path.slice(path.lastIndexOf('/') + 1))
      ? 'not part of the project'
      : ignoredBy(rules.scout, bytes, isFolder);
    const gitRule = scoutRule === null ? ignoredBy(rules.git, bytes, isFolder) : null;
    verdicts.push(scoutRule ?? gitRule);
    if (scoutRule === null && (gitRule !== null || !isIndexed)) undecided.set(path, index);
  }
  const ignored = undecided.size === 0 ? null : await askGit([...undecided.keys()], rules, request);
  if (ignored === null) return verdicts;
  for (const [path, index] of undecided)
    verdicts[index] = ignored.has(path) ? (verdicts[index] ?? 'rules of git') : null;
  return verdicts;
}

/** The paths that git ignores; null where git cannot decide. */
async function askGit(
  paths: readonly string[],
  { repositories }: FolderRules,
  { root, options, signal }: JudgeRequest,
): Promise<Set<string> | null> {
  const folder = repositories.at(-1) ?? (hasRepositoryAbove(root) ? '' : null);
  if (folder === null) return null;
  const git = findGit(root, options.gitEnvironment);
  if (git === null) return null;
  const start = fileSystemPath(root, folder, null);
  // A working directory cannot be given as bytes.
  if (!Buffer.from(byteString(folder), 'latin1').equals(Buffer.from(folder))) return null;
  const place = { git, start: String(start), signal };
  const names = paths.map((path) => path.slice(folder.length));
  const folderOfNames = names[0]!.slice(0, names[0]!.lastIndexOf('/') + 1);
  const rules = foldersTo(folderOfNames).map((step) => `${step}.gitignore`);
  const ignored =
    repositories.length === 0
      ? await checkIgnore(place, names)
      : await ignoredByGit({ repository: place.start, folder: folderOfNames, rules }, names, (uncached) =>
          checkIgnore(place, uncached),
        );
  if (ignored === null) return null;
  // If the repository ignores the root as a whole, nothing in the root counts as ignored: whoever names such a root wants to see its content.
  if (folder === '' && ignored.size > 0 && repositories.length === 0 && (await checkIgnore(place, ['']))?.has(''))
    return null;
  return new Set([...ignored].map((path) => folder + path));
}

export interface GitPlace {
  git: GitCommand;
  start: string;
  signal: AbortSignal | undefined;
}

/** The paths among `paths` that git ignores; null where git fails. `./` before a path switches off pathspec magic. Exit code 1: none is ignored. */
export async function checkIgnore(
  { git, start, signal }: GitPlace,
  paths: readonly string[],
): Promise<Set<string> | null> {
  const input = Buffer.concat(paths.flatMap((path) => [Buffer.from('./'), pathBytes(path), Buffer.from('\0')]));
  const args = ['check-ignore', '-z', '--stdin'];
  const output = await runGit(git, { folder: start, args, signal, input, accepts: [1], timeoutMs: 10_000 });
  if (output === null) return null;
  const found = new Set<string>();
  for (let from = 0, end = 0; (end = output.stdout.indexOf(0, from)) !== -1; from = end + 1) {
    found.add(displayPath(output.stdout.subarray(from + 2, end)).path);
  }
  return found;
}

/** The rule by which git ignores a path, as `FILE: PATTERN`; null where git names none. */
export async function ignoringRule({ git, start, signal }: GitPlace, path: string): Promise<string | null> {
  const input = Buffer.concat([Buffer.from('./'), pathBytes(path), Buffer.from('\0')]);
  const args = ['check-ignore', '-v', '-z', '--stdin'];
  const output = await runGit(git, { folder: start, args, signal, input, accepts: [1], timeoutMs: 10_000 });
  const [file, , pattern] = output?.stdout.toString('utf8').split('\0') ?? [];
  return file === undefined || pattern === undefined ? null : `${file}: ${pattern}`;
}

function hasRepositoryAbove(root: string): boolean {
  for (let folder = root; ; folder = dirname(folder)) {
    if (statsOf(`${folder}/.git`) !== null) return true;
    if (folder === dirname(folder)) return false;
  }
}
