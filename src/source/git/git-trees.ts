/**
 * The trees of a project's commits: what a snapshot of an index is of. A project may be a folder of its repository; its tree is that folder's.
 * Invariant: nothing is asked of a remote.
 */
import { askGit, type GitPlace } from './git-revision.ts';
import { withoutEndSlashes } from '../../util/paths/system-paths.ts';

export interface HeadState {
  commit: string;
  tree: string;
  /** Null for a detached head. */
  branch: string | null;
}

export interface NearbyTrees {
  /** Trees of HEAD and of its first parents, the newest first. */
  trees: string[];
  /** Parents that this clone does not have, because it is shallow. */
  commits: string[];
  /** Names of branches that HEAD probably comes from: its own, then the default branch of the remote. */
  branches: string[];
}

async function lines(place: GitPlace, args: readonly string[]): Promise<string[]> {
  const output = await askGit(place, args);
  return output === null ? [] : output.toString('utf8').split('\n').filter(Boolean);
}

/** Null where there is no commit, or the project's folder is not in it. */
export async function readHead(place: GitPlace): Promise<HeadState | null> {
  const [commit] = await lines(place, ['rev-parse', '--verify', '-q', 'HEAD^{commit}']);
  if (commit === undefined) return null;
  const [tree] = await treesOf(place, [commit]);
  return tree === undefined ? null : { commit, tree, branch: await branchOf(place, 'HEAD') };
}

async function branchOf(place: GitPlace, ref: string): Promise<string | null> {
  return (await lines(place, ['symbolic-ref', '--short', '-q', ref]))[0] ?? null;
}

/** @param most the number of commits to look at */
export async function nearbyTrees(place: GitPlace, most: number): Promise<NearbyTrees> {
  const listed = await lines(place, ['rev-list', '--first-parent', '-n', String(most), 'HEAD']);
  if (listed.length === 0) return { trees: [], commits: [], branches: [] };
  const [trees, commits, own, remote] = await Promise.all([
    treesOf(place, listed),
    missingParents(place, listed),
    branchOf(place, 'HEAD'),
    branchOf(place, 'refs/remotes/origin/HEAD'),
  ]);
  const usual = [own, remote?.replace(/^origin\//, '') ?? null, 'main', 'master'];
  return { trees: [...new Set(trees)], commits, branches: [...new Set(usual.filter((name) => name !== null))] };
}

/** Where the project is in its repository, without a slash at the end; empty for all of it. */
export async function folderInRepository(place: GitPlace): Promise<string> {
  return ((await lines(place, ['rev-parse', '--show-prefix']))[0] ?? '').replace(/\/$/, '');
}

/** The trees of commits, in order; a commit without the project's folder has none. */
async function treesOf(place: GitPlace, commits: readonly string[]): Promise<string[]> {
  const prefix = await folderInRepository(place);
  const names = commits.map((commit) => (prefix === '' ? `${commit}^{tree}` : `${commit}:${prefix}`));
  const output = await askGit(place, ['cat-file', '--batch-check'], Buffer.from(`${names.join('\n')}\n`));
  const found = output?.toString('utf8').split('\n') ?? [];
  return found.flatMap((line) => /^([0-9a-f]{40,64}) tree \d+$/.exec(line)?.[1] ?? []);
}

/** A shallow clone has commits whose parents it lacks. The ids of these parents are in the commits. */
async function missingParents(place: GitPlace, listed: readonly string[]): Promise<string[]> {
  const known = new Set(listed);
  const ends = [...new Set([listed[0]!, listed.at(-1)!])];
  const texts = await Promise.all(ends.map((commit) => lines(place, ['cat-file', 'commit', commit])));
  const parents = texts.flatMap((text) => text.flatMap((line) => /^parent ([0-9a-f]{40,64})$/.exec(line)?.[1] ?? []));
  return [...new Set(parents)].filter((commit) => !known.has(commit));
}

/** Whether the files on disk are those of HEAD, and no others but ignored ones. False also where git fails. */
export async function isCleanTree(place: GitPlace): Promise<boolean> {
  const output = await askGit(place, ['status', '--porcelain', '--untracked-files=normal', '-z', '--', '.']);
  return output?.length === 0;
}

/** The name of the repository by the address of its remote: `github.com/owner/name`. Null without a remote, or for a path of this machine. */
export async function repositoryName(place: GitPlace): Promise<string | null> {
  const [address] = await lines(place, ['config', '--get', 'remote.origin.url']);
  return address === undefined ? null : nameOfAddress(address);
}

const short = /^(?:[^@/:]+@)?([^/:@]+):(?!\/\/)(.+)$/;

/** The same for all addresses of a repository: by HTTPS, by SSH, with and without `.git`. */
export function nameOfAddress(address: string): string | null {
  const url = URL.parse(address);
  const [host, path] =
    url !== null && /^(?:https?|ssh|git):$/.test(url.protocol)
      ? [url.hostname, decodePath(url.pathname)]
      : (short.exec(address)?.slice(1) ?? ['', '']);
  const name = withoutEndSlashes(path!.replace(/^\/+/, '')).replace(/\.git$/, '');
  // One letter before a colon is a drive of Windows.
  return host!.length < 2 || name === '' ? null : `${host!.toLowerCase()}/${name}`;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
