/**
 * Gets commits from git hosts: asks for branches, keeps a bare mirror, and checks a commit out for a reader who trusts nothing of it.
 * Invariants: only `https`, `ssh` and repositories of this machine are spoken to, and no host sends git to another, where it would use this machine's logins;
 * neither hooks nor filters nor submodules of a repository are run or fetched,
 * now or by later commands of git in the checkout; what is larger than it may be is not written.
 */
import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../model/error.ts';
import type { GitCommand } from './find-git.ts';
import { isBranchName } from './branch-name.ts';
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
  /** The most that a git may use, with the programs that it starts. Default: what suffices to ask for branches. */
  memoryBytes?: number;
}

/** SHA-1 or SHA-256. */
const objectId = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const protocols = 'https:ssh:file';
const usualMemory = 512 * 2 ** 20;
/** A host is asked for its branches with so much patience (bytes): some 500,000 of them. */
const mostListed = 64 * 2 ** 20;
const askMs = 60_000;
const mostBranches = 100_000;
const fetchMs = 30 * 60_000;
const checkoutMs = 10 * 60_000;
/** How often the size of a mirror is looked at during a fetch (ms). */
const lookMs = 500;

/** The same command with the protocols that are needed; all others stay forbidden. */
function online({ program, environment }: GitCommand, more: Record<string, string> = {}): GitCommand {
  return { program, environment: { ...environment, ...more, GIT_ALLOW_PROTOCOL: protocols } };
}

/** How often a host may say that a repository is elsewhere on it. */
const mostMoves = 3;
const unmoved = ['-c', 'http.followRedirects=false'];

interface HostRequest extends Omit<GitRequest, 'args'> {
  url: string;
  /** The command, of an address of the repository. */
  args: (address: string) => string[];
  /** What an error says. */
  what: string;
}

/**
 * Runs a command of git that speaks to a host. Where the host says that the repository has another path there, it is asked for that one; it is never followed to
 * another host. Rejects as `need`.
 */
async function askHost(place: MirrorPlace, { url, args, what, ...request }: HostRequest): Promise<GitOutput> {
  const there = { ...place, git: online(place.git) };
  let address = url;
  for (let moves = 0; ; moves++) {
    const { found, said } = await tryGit(there, { ...request, args: [...unmoved, ...args(address)] });
    if (found !== null) return found;
    const isMoved = /^https:/i.test(address) && /returned error: 30[1278]\b/.test(said) && moves < mostMoves;
    const next = isMoved ? await nextAddress(place, address) : null;
    if (next === null) throw gitFailure(what, said, await isDamagedByFetch(place, request.folder, said));
    address = next;
  }
}

/** Where the host says that a repository is, by its answer to the first request. Null where it does not say. Rejects where that is another host. */
async function nextAddress(place: MirrorPlace, url: string): Promise<string | null> {
  const tracing = { ...place, git: online(place.git, { GIT_TRACE_CURL: '1', GIT_TRACE_CURL_NO_DATA: '1' }) };
  const args = [...unmoved, 'ls-remote', '--', url, 'HEAD'];
  const { said } = await tryGit(tracing, { folder: '/', args, timeoutMs: askMs });
  const location = [...said.matchAll(/<= Recv header: location: (\S+)/gi)].at(-1)?.[1];
  const next = location === undefined ? null : URL.parse(location, `${url.replace(/\/$/, '')}/info/refs`);
  if (next === null) return null;
  if (next.origin !== new URL(url).origin)
    throw new GitFailure('FileSystemError', `The host of ${url} says that the repository is on another one, ${shortened(next.origin)}, which is not asked`, {
      hint: 'Is it there? Then register the repository again by its address there, with `code-scout catalogue add` and the same --name.',
    }); // prettier-ignore
  [next.search, next.hash] = ['', ''];
  const address = next.href.replace(/\/info\/refs$/, '');
  requireRemoteUrl(address);
  return address;
}

/** The answer of git, or what it says where there is none. */
async function tryGit(
  { git, signal, memoryBytes = usualMemory }: MirrorPlace,
  request: GitRequest,
): Promise<{ found: GitOutput | null; said: string }> {
  let said = '';
  const onFailure = (text: string): void => {
    said = text;
  };
  return { found: await runGit(git, { signal, memoryBytes, ...request, onFailure }), said };
}

/** The answer of git; rejects with what it was to do, and what it says of that. */
async function need(place: MirrorPlace, request: GitRequest, what: string): Promise<GitOutput> {
  const { found, said } = await tryGit(place, request);
  if (found !== null) return found;
  throw gitFailure(what, said);
}

/** So much of what git says stands in an error (characters). */
const mostSaid = 300;

const shortened = (text: string): string => (text.length > mostSaid ? `${text.slice(0, mostSaid)}…` : text);

/** Says what git, or the host that it asked, has said: addresses, folders and whatever the host likes. */
export class GitFailure extends AppError {}

/** Git cannot read what a mirror has: the disk, or a machine that stopped, has spoiled it. */
export class DamagedMirror extends GitFailure {}

/** What git says of files of a mirror that are cut or changed. Each line is read from its begin: names that a host or a repository has chosen stand behind. */
const spoiledFile =
  /^(?:error|fatal): (?:corrupt (?:loose|packed) object|garbage at end of loose object|invalid commit position|(?:sha1|hash) mismatch|unable to (?:unpack|parse) [0-9a-f]{40}|(?:commit-graph file|index file|local object|loose object|mtimes file|multi-pack-index file|object file|packed|packed object|packfile|reverse-index file) \S.*(?:corrupt|is empty|too small|index unavailable|does not match index|cannot be accessed))/im;

/** What it says of objects that it does not find: those of the mirror, or those that a host was to send. */
const missingObject =
  /^(?:error|fatal): (?:bad (?:object|tree)|could not (?:parse|get object info)|git cat-file: could not get object info|missing (?:blob|tree|commit|object)|not a tree|unable to read (?:tree|sha1|object|[0-9a-f]{40})|\S+ did not send all necessary objects)/im;

const isOf = (said: string, form: RegExp): boolean => form.test(said.replaceAll('\r', '\n'));
const isDamage = (said: string): boolean => isOf(said, spoiledFile) || isOf(said, missingObject);

/** Whether a mirror is damaged, by what a fetch says: a host that does not send what it has promised looks like a mirror that lacks it. */
async function isDamagedByFetch(place: MirrorPlace, mirror: string, said: string): Promise<boolean> {
  if (isOf(said, spoiledFile)) return true;
  if (!isOf(said, missingObject)) return false;
  // A fetch that fails leaves no branch, so these are the ones that were there before.
  const args = ['rev-list', '--objects', '--quiet', '--all'];
  const looked = await tryGit(place, { folder: mirror, args, timeoutMs: fetchMs });
  return looked.found === null && isDamage(looked.said);
}

/**
 * Does something with a mirror. Where git finds it damaged, it is removed, and the same is done once more with a new one: what a branch names is at the host, too.
 * @param onDamage gets what git says
 */
export async function withMirror<T>(
  mirror: string,
  { work, onDamage }: { work: () => Promise<T>; onDamage: (said: string) => void },
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DamagedMirror)) throw error;
    onDamage(error.message);
    rmSync(mirror, { recursive: true, force: true, maxRetries: 3 });
    return work();
  }
}

/** Git may repeat what a host sends it, and an address with a password of its settings. */
function gitFailure(what: string, said: string, isDamaged = isDamage(said)): GitFailure {
  const lines = said.split(/[\r\n]+/).map((line) => line.replaceAll(/[^\x21-\x7e]+/g, ' ').trim());
  const reason = lines.filter((line) => line !== '').join('; ').replaceAll(/\/\/[^\s/]*@/g, '//'); // prettier-ignore
  const Failure = isDamaged ? DamagedMirror : GitFailure;
  return new Failure('FileSystemError', `git ${what}${reason === '' ? '' : `: ${shortened(reason)}`}`, {
    hint: 'Can the user of this process clone the repository without being asked for anything?',
  });
}

/** Rejects with an `AppError` where the host cannot be asked, or has no end of branches. What is no name of a branch is left out. */
export async function askBranches(place: MirrorPlace, url: string): Promise<RemoteBranches> {
  requireRemoteUrl(url);
  const pieces: Buffer[] = [];
  let length = 0;
  const take = (piece: Buffer): boolean => {
    pieces.push(piece);
    length += piece.length;
    return length <= mostListed;
  };
  const args = (address: string): string[] => ['ls-remote', '--symref', '--', address, 'HEAD', 'refs/heads/*'];
  const what = `could not ask ${url} for its branches`;
  await askHost(place, { url, args, what, folder: '/', timeoutMs: askMs, take }).catch((error: unknown) => {
    if (length <= mostListed) throw error;
    throw gitFailure(what, `They are more than ${mostListed / 2 ** 20} MB of names`);
  });
  const lines = Buffer.concat(pieces).toString('utf8').split('\n');
  const branches = new Map<string, string>();
  let defaultBranch: string | null = null;
  const nameOf = (ref: string): string => (ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : '');
  for (const line of lines) {
    const [first = '', name = ''] = line.split('\t');
    if (name === 'HEAD' && first.startsWith('ref: ')) defaultBranch = nameOf(first.slice('ref: '.length));
    if (isBranchName(nameOf(name)) && objectId.test(first)) branches.set(nameOf(name), first);
  }
  return { defaultBranch: isBranchName(defaultBranch ?? '') ? defaultBranch : null, branches };
}

/** Whether the mirror has the commit. Not whether it has all that the commit needs: a checkout finds that out. */
async function hasCommit(place: MirrorPlace, mirror: string, commit: string): Promise<boolean> {
  const { found, said } = await tryGit(place, { folder: mirror, args: ['cat-file', '-e', `${commit}^{commit}`] });
  if (found === null && isDamage(said)) throw gitFailure(`could not read ${commit.slice(0, 12)}`, said);
  return found !== null;
}

export interface FetchRequest {
  url: string;
  mirror: string;
  /** Of the branches of this URL in the mirror, which forks may share: letters and digits. */
  namespace: string;
  commit: string;
  /** The most that the mirror may have (bytes). */
  maxBytes: number;
  /** Each new branch is a file at first. Default: `mostBranches`. */
  maxBranches?: number;
}

/**
 * Brings a commit into a bare mirror, which is made where there is none. False where the host does not have the commit any more. The mirror is tidied here,
 * so nobody may use it meanwhile. Rejects with a `ValidationError` where the mirror would be too large.
 */
export async function fetchCommit(place: MirrorPlace, request: FetchRequest): Promise<boolean> {
  const { url, mirror, commit } = request;
  requireRemoteUrl(url);
  if (!existsSync(join(mirror, 'HEAD')) || !isOfFormat(mirror, commit)) await makeMirror(place, mirror, commit);
  if (await hasCommit(place, mirror, commit)) return true;
  await fetchWithin(place, request);
  // That they fail does not matter, but where it reports damage. The second one does something only where there are many packs by now.
  for (const args of [
    ['pack-refs', '--all'],
    ['-c', 'gc.autoDetach=false', 'gc', '--auto', '--quiet'],
  ]) {
    const { found, said } = await tryGit(place, { folder: mirror, args, timeoutMs: fetchMs });
    if (found !== null) continue;
    removeLeft(mirror);
    if (isDamage(said)) throw gitFailure(`could not tidy ${mirror}`, said);
  }
  return hasCommit(place, mirror, commit);
}

/** @param commit one of the repository, whose ids are all as long */
async function makeMirror(place: MirrorPlace, mirror: string, commit: string): Promise<void> {
  mkdirSync(mirror, { recursive: true });
  // What a git left that was ended while it made it, or a mirror of what was there before.
  for (const name of readdirSync(mirror)) rmSync(join(mirror, name), { recursive: true });
  const args = ['init', '--quiet', '--bare', '--template=', formatOf(commit), '.'];
  await need(place, { folder: mirror, args }, `could not make a mirror in ${mirror}`);
}

/** The ids of a repository's objects are of one kind. */
const formatOf = (commit: string): string => `--object-format=${commit.length === 64 ? 'sha256' : 'sha1'}`;

/** Whether a mirror's objects have ids as long as this one: those of a repository that was made anew may be longer or shorter than before. */
function isOfFormat(mirror: string, commit: string): boolean {
  const config = join(mirror, 'config');
  const isLong =
    existsSync(config) && /^[ \t]*objectformat[ \t]*=[ \t]*sha256[ \t]*$/im.test(readFileSync(config, 'latin1'));
  return isLong === (commit.length === 64);
}

/** Git has no limit for what a host sends, so the mirror is watched. What a fetch leaves that was ended is removed. */
async function fetchWithin(place: MirrorPlace, request: FetchRequest): Promise<void> {
  const { url, mirror, namespace, maxBytes, maxBranches = mostBranches } = request;
  const { signal } = place;
  const tooLarge = new AbortController();
  const objects = join(mirror, 'objects');
  const branches = join(mirror, 'refs', 'mirrored', namespace);
  let excess = '';
  const look = (): void => {
    if (folderBytes(objects) > maxBytes) excess = `${maxBytes} bytes`;
    else if (namesIn(branches).length > maxBranches) excess = `${maxBranches} branches`;
    if (excess !== '') tooLarge.abort();
  };
  const watch = setInterval(look, lookMs);
  const signals = signal === undefined ? [] : [signal];
  let isDone = false;
  try {
    const flags = ['--quiet', '--prune', '--no-tags', '--no-recurse-submodules', '--no-auto-gc', '--no-write-fetch-head']; // prettier-ignore
    const args = (address: string): string[] => ['fetch', ...flags, '--', address, `+refs/heads/*:refs/mirrored/${namespace}/*`]; // prettier-ignore
    const within = { ...place, signal: AbortSignal.any([tooLarge.signal, ...signals]) };
    await askHost(within, { url, args, what: `could not fetch from ${url}`, folder: mirror, timeoutMs: fetchMs });
    isDone = true;
  } catch (error) {
    if (!tooLarge.signal.aborted || signal?.aborted === true) throw error;
  } finally {
    clearInterval(watch);
    if (!isDone) removeLeft(mirror);
  }
  // A fetch may be quicker than a look.
  look();
  if (!tooLarge.signal.aborted) return;
  await removeFetched(place, mirror, branches);
  throw new AppError('ValidationError', `The repository has more than ${excess}, more than a worker takes; what was fetched is removed again`, { hint: 'Options of `code-scout worker` set the limits.' }); // prettier-ignore
}

/**
 * Takes what a fetch has brought off the disk, and with it what no branch names any more. Branches that were there before are packed: those that are files are of this fetch.
 */
async function removeFetched(place: MirrorPlace, mirror: string, branches: string): Promise<void> {
  rmSync(branches, { recursive: true, force: true });
  const kept = await tryGit(place, { folder: mirror, args: ['for-each-ref', '--count=1'] });
  // Forks still need the others.
  if (kept.found?.stdout.length === 0) rmSync(mirror, { recursive: true, force: true, maxRetries: 3 });
  else if ((await tryGit(place, { folder: mirror, args: ['gc', '--quiet', '--prune=now'], timeoutMs: fetchMs })).found === null) removeLeft(mirror); // prettier-ignore
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    // There is none, or git has just taken a folder of it away.
    return [];
  }
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

/**
 * Removes what a git leaves that was ended: packs that are not whole, locks, for which every later one would wait in vain, and what keeps a pack from being
 * tidied. Nobody else uses the mirror.
 */
function removeLeft(mirror: string): void {
  const remove = (folder: string, names: readonly string[], isLeft: RegExp): void => {
    for (const name of names) if (isLeft.test(name)) rmSync(join(folder, name), { recursive: true, force: true });
  };
  const [objects, refs] = [join(mirror, 'objects'), join(mirror, 'refs')];
  remove(objects, namesIn(objects), /\.(?:lock|keep)$|(?:^|[\\/])(?:tmp_|\.tmp-)[^\\/]*$/);
  remove(refs, namesIn(refs), /\.lock$/);
  if (existsSync(mirror)) remove(mirror, readdirSync(mirror), /\.lock$|^packed-refs\.new$/);
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
    await need(place, { folder, args, timeoutMs: checkoutMs }, what);
  };
  await run(`could not make the checkout ${folder}`, 'init', '--quiet', '--template=', formatOf(commit), '.');
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

async function requireSize(place: MirrorPlace, { mirror, commit, maxBytes, maxFiles }: CheckoutRequest): Promise<void> {
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
  const { found, said } = await tryGit(place, { folder: mirror, args, timeoutMs: checkoutMs, take });
  const isOver = bytes > maxBytes || files > maxFiles;
  if (!isOver && found === null) throw gitFailure(`could not list ${commit.slice(0, 12)}`, said);
  if (!isOver) return;
  throw new AppError('ValidationError', `The commit has more than ${maxFiles} files or ${maxBytes} bytes, more than a worker takes`, { hint: 'Options of `code-scout worker` set the limits.' }); // prettier-ignore
}
