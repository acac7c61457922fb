/**
 * Gets commits from git hosts: asks for branches, keeps a bare mirror, and checks a commit out for a reader who trusts nothing of it.
 * Invariants: only `https`, `ssh` and repositories of this machine are spoken to; neither hooks nor filters nor submodules of a repository are run or fetched,
 * now or by later commands of git in the checkout; what is larger than it may be is not written.
 */
import { appendFileSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../model/error.ts';
import type { GitCommand } from './find-git.ts';
import { runGit, type GitOutput, type GitRequest } from './git-command.ts';
import { filtersOff } from './git-filters.ts';
import { requireRemoteUrl } from './remote-url.ts';

export interface RemoteBranches {
  /** Null where the host does not say which one it is. */
  defaultBranch: string | null;
  /** Commits by the names of their branches. */
  branches: Map<string, string>;
}

export interface MirrorPlace {
  git: GitCommand;
  signal?: AbortSignal | undefined;
}

/** SHA-1 or SHA-256. */
const objectId = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const protocols = 'https:ssh:file';
const askMs = 60_000;
const fetchMs = 30 * 60_000;
const checkoutMs = 10 * 60_000;
/** How often the size of a mirror is looked at during a fetch (ms). */
const lookMs = 500;

/** The same command with the protocols that are needed; all others stay forbidden. */
function online({ program, environment }: GitCommand): GitCommand {
  return { program, environment: { ...environment, GIT_ALLOW_PROTOCOL: protocols } };
}

/** The answer of git; rejects with what it was to do, and what it says of that. */
async function need(git: GitCommand, request: GitRequest, what: string): Promise<GitOutput> {
  let said = '';
  const onFailure = (text: string): void => {
    said = text;
  };
  const found = await runGit(git, { ...request, onFailure });
  if (found !== null) return found;
  throw gitFailure(what, said);
}

/** So much of what git says stands in an error (characters). */
const mostSaid = 300;

const shortened = (text: string): string => (text.length > mostSaid ? `${text.slice(0, mostSaid)}…` : text);

/** Git may repeat what a host sends it, and an address with a password of its settings. */
function gitFailure(what: string, said: string): AppError {
  const lines = said.split(/[\r\n]+/).map((line) => line.replaceAll(/[^\x21-\x7e]+/g, ' ').trim());
  const reason = lines.filter((line) => line !== '').join('; ').replaceAll(/\/\/[^\s/]*@/g, '//'); // prettier-ignore
  return new AppError('FileSystemError', `git ${what}${reason === '' ? '' : `: ${shortened(reason)}`}`, {
    hint: 'Can the user of this process clone the repository without being asked for anything?',
  });
}

/** Rejects with an `AppError` where the host cannot be asked. */
export async function askBranches({ git, signal }: MirrorPlace, url: string): Promise<RemoteBranches> {
  requireRemoteUrl(url);
  const args = ['ls-remote', '--symref', '--', url, 'HEAD', 'refs/heads/*'];
  const request = { folder: '/', args, signal, timeoutMs: askMs };
  const asked = await need(online(git), request, `could not ask ${url} for its branches`);
  const lines = asked.stdout.toString('utf8').split('\n');
  const branches = new Map<string, string>();
  let defaultBranch: string | null = null;
  for (const line of lines) {
    const [first = '', name = ''] = line.split('\t');
    if (name === 'HEAD' && first.startsWith('ref: refs/heads/')) defaultBranch = first.slice('ref: refs/heads/'.length);
    if (name.startsWith('refs/heads/') && objectId.test(first)) branches.set(name.slice('refs/heads/'.length), first);
  }
  return { defaultBranch, branches };
}

/** Whether the mirror has the commit, with all that it needs. */
async function hasCommit({ git, signal }: MirrorPlace, mirror: string, commit: string): Promise<boolean> {
  return (await runGit(git, { folder: mirror, args: ['cat-file', '-e', `${commit}^{commit}`], signal })) !== null;
}

export interface FetchRequest {
  url: string;
  mirror: string;
  /** Of the branches of this URL in the mirror, which forks may share: letters and digits. */
  namespace: string;
  commit: string;
  /** The most that the mirror may have (bytes). */
  maxBytes: number;
}

/**
 * Brings a commit into a bare mirror, which is made where there is none. False where the host does not have the commit any more. The mirror is tidied here,
 * so nobody may use it meanwhile. Rejects with a `ValidationError` where the mirror would be too large.
 */
export async function fetchCommit(
  place: MirrorPlace,
  { url, mirror, namespace, commit, maxBytes }: FetchRequest,
): Promise<boolean> {
  requireRemoteUrl(url);
  const { git, signal } = place;
  if (!existsSync(join(mirror, 'HEAD'))) {
    mkdirSync(mirror, { recursive: true });
    const args = ['init', '--quiet', '--bare', '--template=', '.'];
    await need(git, { folder: mirror, args, signal }, `could not make a mirror in ${mirror}`);
  }
  if (await hasCommit(place, mirror, commit)) return true;
  const flags = ['--quiet', '--prune', '--no-tags', '--no-recurse-submodules', '--no-auto-gc', '--no-write-fetch-head'];
  const args = ['fetch', ...flags, '--', url, `+refs/heads/*:refs/mirrored/${namespace}/*`];
  await fetchWithin(place, { mirror, args, maxBytes }, url);
  // Only where there are many packs by now. That it fails does not matter.
  await runGit(git, {
    folder: mirror,
    args: ['-c', 'gc.autoDetach=false', 'gc', '--auto', '--quiet'],
    signal,
    timeoutMs: fetchMs,
  });
  return hasCommit(place, mirror, commit);
}

/** Git has no limit for what a host sends, so the mirror is watched. What a fetch leaves that was ended is removed. */
async function fetchWithin(
  { git, signal }: MirrorPlace,
  { mirror, args, maxBytes }: { mirror: string; args: readonly string[]; maxBytes: number },
  url: string,
): Promise<void> {
  const tooLarge = new AbortController();
  const objects = join(mirror, 'objects');
  const look = (): void => {
    if (folderBytes(objects) > maxBytes) tooLarge.abort();
  };
  const watch = setInterval(look, lookMs);
  const signals = signal === undefined ? [] : [signal];
  let isDone = false;
  try {
    const request = {
      folder: mirror,
      args,
      signal: AbortSignal.any([tooLarge.signal, ...signals]),
      timeoutMs: fetchMs,
    };
    await need(online(git), request, `could not fetch from ${url}`);
    isDone = true;
  } catch (error) {
    if (!tooLarge.signal.aborted || signal?.aborted === true) throw error;
  } finally {
    clearInterval(watch);
    if (!isDone) removeTemporary(join(objects, 'pack'));
  }
  // A fetch may be quicker than a look.
  look();
  if (!tooLarge.signal.aborted) return;
  throw new AppError('ValidationError', `The repository has more than ${maxBytes} bytes, more than a worker takes`, { hint: 'Options of `code-scout worker` set the limits.' }); // prettier-ignore
}

/** Of the files of a folder and of its folders; 0 where git has just taken one of them away. */
function folderBytes(folder: string): number {
  let bytes = 0;
  try {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) bytes += lstatSync(join(entry.parentPath, entry.name)).size;
  } catch {
    return 0;
  }
  return bytes;
}

function removeTemporary(folder: string): void {
  const left = existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('tmp_')) : [];
  for (const name of left) rmSync(join(folder, name), { force: true });
}

/** Files have the bytes of the commit on every machine: git for Windows changes line ends unless it is told not to, and refuses paths of 260 characters. */
const asCommitted = '[core]\n\tautocrlf = false\n\teol = lf\n\tlongpaths = true\n';

export interface CheckoutRequest {
  mirror: string;
  commit: string;
  /** Does not exist yet. */
  folder: string;
  /** For whoever asks the checkout where it comes from. */
  defaultBranch: string;
  /** The most that all files may have (bytes), and how many there may be. */
  maxBytes: number;
  maxFiles: number;
}

/** Throws a `ValidationError` where the commit is too large. The checkout borrows the mirror's objects. */
export async function checkOut(place: MirrorPlace, request: CheckoutRequest): Promise<void> {
  const { mirror, commit, folder, defaultBranch } = request;
  const { git, signal } = place;
  await requireSize(place, request);
  mkdirSync(folder, { recursive: true });
  const run = async (what: string, ...args: string[]): Promise<void> => {
    await need(git, { folder, args, signal, timeoutMs: checkoutMs }, what);
  };
  await run(`could not make the checkout ${folder}`, 'init', '--quiet', '--template=', '.');
  mkdirSync(join(folder, '.git', 'objects', 'info'), { recursive: true });
  writeFileSync(join(folder, '.git', 'objects', 'info', 'alternates'), `${join(mirror, 'objects')}\n`);
  // Filters that this machine's settings name, such as that of LFS, are off for every command in this checkout.
  const off = await filtersOff({ git, root: folder, signal });
  const settings = settingsText(off.filter((one) => one !== '-c'));
  appendFileSync(join(folder, '.git', 'config'), `${asCommitted}${settings}`);
  await run('does not take the name of the default branch', 'symbolic-ref', 'refs/remotes/origin/HEAD', `refs/remotes/origin/${defaultBranch}`); // prettier-ignore
  await run(`could not check out ${commit.slice(0, 12)}`, 'checkout', '--quiet', '--force', '--detach', '--no-recurse-submodules', commit, '--'); // prettier-ignore
}

/** `filter.NAME.KEY=VALUE` as lines of a file of settings. */
function settingsText(settings: readonly string[]): string {
  return settings
    .map((setting) => {
      const [, name = '', key, value] = /^filter\.(.*)\.([a-z]+)=(.*)$/s.exec(setting) ?? [];
      return `[filter "${name.replaceAll(/["\\]/g, (one) => `\\${one}`)}"]\n\t${key} = ${value}\n`;
    })
    .join('');
}

async function requireSize(
  { git, signal }: MirrorPlace,
  { mirror, commit, maxBytes, maxFiles }: CheckoutRequest,
): Promise<void> {
  const args = ['ls-tree', '-r', '-z', '--format=%(objectsize)', commit];
  // A few objects can name more files than there is memory for, so they are counted as they come.
  let [bytes, files, rest] = [0, 0, ''];
  const take = (chunk: Buffer): boolean => {
    const sizes = (rest + chunk.toString('latin1')).split('\0');
    rest = sizes.pop()!;
    files += sizes.length;
    // Submodules have no size.
    for (const size of sizes.map(Number)) if (Number.isFinite(size)) bytes += size;
    return bytes <= maxBytes && files <= maxFiles;
  };
  const listed = await runGit(git, { folder: mirror, args, signal, timeoutMs: checkoutMs, take });
  const isOver = bytes > maxBytes || files > maxFiles;
  if (!isOver && listed === null) throw gitFailure(`could not list ${commit.slice(0, 12)}`, '');
  if (!isOver) return;
  throw new AppError('ValidationError', `The commit has more than ${maxFiles} files or ${maxBytes} bytes, more than a worker takes`, { hint: 'Options of `code-scout worker` set the limits.' }); // prettier-ignore
}
