/** Commits of hostile repositories are checked out, and nothing of them is run or fetched besides. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppError } from '../../model/error.ts';
import { hasGit } from '../../util/testing/git-here.ts';
import { findGit } from './find-git.ts';
import { askBranches, checkOut, fetchCommit, withMirror, type MirrorPlace } from './git-mirror.ts';
import { hasLogin, requireRemoteUrl } from './remote-url.ts';

const top = realpathSync(mkdtempSync(join(tmpdir(), 'code-scout-mirror-')));
afterAll(() => rmSync(top, { recursive: true, force: true }));
const [origin, mirror, home] = [join(top, 'origin'), join(top, 'mirror.git'), join(top, 'home')];
const marker = join(top, 'was-run');
const maxBytes = 2 ** 30;

function git(...args: string[]): string {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'protocol.file.allow=always'];
  return execFileSync('git', [...identity, ...args], {
    cwd: origin,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}

function bytesIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

function packIn(objects: string, ending: string): string {
  return join(
    objects,
    'pack',
    readdirSync(join(objects, 'pack')).find((name) => name.endsWith(ending))!,
  );
}

/** Files of git may not be written. */
function changeBytes(path: string, change: (bytes: Buffer) => Uint8Array): void {
  const changed = change(readFileSync(path));
  chmodSync(path, 0o644);
  writeFileSync(path, changed);
}

/** The objects of a mirror as files, which may be written. */
function unpacked(objects: string): string[] {
  const pack = packIn(objects, '.pack');
  const bytes = readFileSync(pack);
  rmSync(join(objects, 'pack'), { recursive: true });
  execFileSync('git', ['--git-dir', dirname(objects), 'unpack-objects', '-q'], { input: bytes });
  const files = readdirSync(objects, { recursive: true, encoding: 'utf8' }).filter((name) => /^[0-9a-f]{2}[\\/][0-9a-f]{38}$/.test(name)); // prettier-ignore
  for (const name of files) chmodSync(join(objects, name), 0o644);
  return files.map((name) => join(objects, name));
}

describe.skipIf(!hasGit())('a mirror', () => {
  let place: MirrorPlace;
  beforeAll(() => {
    mkdirSync(origin);
    mkdirSync(join(home, 'template', 'hooks'), { recursive: true });
    // In settings of git and scripts a backslash is no separator.
    const [ran, template, from] = [marker, join(home, 'template'), origin].map((path) => path.replaceAll('\\', '/'));
    const run = `touch ${ran}`;
    // Of the machine's user: a filter as LFS has it, hooks for every new repository, settings that name programs, and the line ends of Windows.
    writeFileSync(join(home, 'template', 'hooks', 'post-checkout'), `#!/bin/sh\n${run}\n`);
    chmodSync(join(home, 'template', 'hooks', 'post-checkout'), 0o755);
    writeFileSync(
      join(home, '.gitconfig'),
      `[filter "lfs"]\n\tsmudge = ${run}; cat\n\tclean = ${run}; cat\n\tprocess = ${run}\n\trequired = true\n` +
        `[init]\n\ttemplateDir = ${template}\n[core]\n\tautocrlf = true\n\thooksPath = ${template}/hooks\n[submodule]\n\trecurse = true\n`,
    );
    place = { git: findGit(null, { PATH: process.env['PATH'] ?? '', HOME: home })! };
    git('init', '--quiet', '-b', 'trunk');
    writeFileSync(join(origin, '.gitattributes'), '*.bin filter=lfs\n');
    writeFileSync(join(origin, 'large.bin'), 'a pointer\n');
    writeFileSync(join(origin, 'shop.ts'), 'export const open = 1;\n');
    writeFileSync(join(origin, '.gitmodules'), `[submodule "sub"]\n\tpath = sub\n\turl = ${from}\n`);
    git('-c', 'filter.lfs.clean=cat', 'add', '.');
    git('commit', '--quiet', '-m', 'one');
    git('update-index', '--add', '--cacheinfo', `160000,${git('rev-parse', 'HEAD')},sub`);
    git('commit', '--quiet', '-m', 'a submodule');
    git('branch', 'feature', 'HEAD~1');
  });

  const request = (commit: string, name: string) => ({
    ...{ mirror, commit, folder: join(top, name), defaultBranch: 'trunk', maxBytes: 10_000, maxFiles: 10 },
  });

  it('knows the branches of its origin', async () => {
    expect(await askBranches(place, origin)).toEqual({
      defaultBranch: 'trunk',
      branches: new Map([['feature', git('rev-parse', 'HEAD~1')], ['trunk', git('rev-parse', 'HEAD')]]), // prettier-ignore
    });
    await expect(askBranches(place, join(top, 'nothing'))).rejects.toThrow('could not ask');
  });

  it('says what git says where a host refuses, without what could harm a terminal, and without a password', async () => {
    const said = String.raw`printf 'remote: \033[31mno such key\nfatal: https://user:secret@host/x is refused\n' >&2; exit 128`;
    const refusing = join(top, 'refusing-git');
    writeFileSync(refusing, `#!/bin/sh\n${said}\n`, { mode: 0o755 });
    const of = { git: { program: refusing, environment: {} } };
    const reason = 'remote: [31mno such key; fatal: https://host/x is refused';
    await expect(askBranches(of, origin)).rejects.toThrow(`git could not ask ${origin} for its branches: ${reason}`);
    const wanted = { url: origin, mirror, namespace: '1', maxBytes, commit: 'a'.repeat(40) };
    await fetchCommit(place, wanted);
    const failing = { git: { ...place.git, environment: { ...place.git.environment, GIT_ALLOW_PROTOCOL: '' } } };
    await expect(fetchCommit(failing, { ...wanted, url: join(top, 'nothing') })).rejects.toThrow(
      'does not appear to be a git repository',
    );
  });

  it('gives a checkout in which nothing runs, also later', async () => {
    const commit = git('rev-parse', 'HEAD');
    expect(await fetchCommit(place, { url: origin, mirror, namespace: '1', maxBytes, commit })).toBe(true);
    await checkOut(place, request(commit, 'checkout'));
    const checkout = join(top, 'checkout');
    expect(readFileSync(join(checkout, 'large.bin'), 'utf8')).toBe('a pointer\n');
    expect(existsSync(join(checkout, 'sub', 'shop.ts'))).toBe(false);
    expect(readFileSync(join(checkout, 'shop.ts'), 'utf8')).toBe('export const open = 1;\n');
    // As a process that knows nothing of this: git asks for the content of files that were written just now.
    const as = { cwd: checkout, encoding: 'utf8', env: { PATH: process.env['PATH'] ?? '', HOME: home } } as const;
    writeFileSync(join(checkout, 'large.bin'), 'a pointer\n');
    expect(execFileSync('git', ['status', '--porcelain'], as)).toBe('');
    expect(execFileSync('git', ['symbolic-ref', 'refs/remotes/origin/HEAD'], as)).toBe('refs/remotes/origin/trunk\n');
    expect(existsSync(marker)).toBe(false);
  });

  it('says that a commit is gone', async () => {
    expect(await fetchCommit(place, { url: origin, mirror, namespace: '1', maxBytes, commit: 'a'.repeat(40) })).toBe(
      false,
    );
    git('commit', '--quiet', '--allow-empty', '-m', 'later');
    expect(
      await fetchCommit(place, { url: origin, mirror, namespace: '1', maxBytes, commit: git('rev-parse', 'HEAD') }),
    ).toBe(true);
  });

  it('keeps the branches of forks apart, and tidies up', async () => {
    const fork = join(top, 'fork');
    git('clone', '--quiet', origin, fork);
    git('-C', fork, 'commit', '--quiet', '--allow-empty', '-m', 'of the fork');
    const commit = git('-C', fork, 'rev-parse', 'HEAD');
    expect(await fetchCommit(place, { url: fork, mirror, namespace: '2', maxBytes, commit })).toBe(true);
    const refs = git('-C', mirror, 'for-each-ref', '--format=%(refname)').split('\n');
    expect(refs).toEqual(['refs/mirrored/1/feature', 'refs/mirrored/1/trunk', 'refs/mirrored/2/trunk']);
    // Many packs, as after many pushes, become few.
    for (const setting of ['gc.autoPackLimit', 'fetch.unpackLimit']) git('-C', mirror, 'config', setting, '1');
    const packs: number[] = [];
    for (let push = 0; push < 3; push++) {
      git('commit', '--quiet', '--allow-empty', '-m', `later ${push}`);
      await fetchCommit(place, { url: origin, mirror, namespace: '1', maxBytes, commit: git('rev-parse', 'HEAD') });
      packs.push(readdirSync(join(mirror, 'objects', 'pack')).filter((name) => name.endsWith('.pack')).length);
    }
    expect(packs).toEqual([1, 1, 1]);
    expect(git('-C', mirror, 'cat-file', '-t', commit)).toBe('commit');
  });

  it('writes nothing of a commit that is too large', async () => {
    const commit = git('rev-parse', 'HEAD');
    for (const limit of [{ maxBytes: 20 }, { maxFiles: 2 }]) {
      await expect(checkOut(place, { ...request(commit, 'large'), ...limit })).rejects.toThrow(
        'more than a worker takes',
      );
      expect(existsSync(join(top, 'large'))).toBe(false);
    }
  });

  it('counts no further than it must what a few objects name', async () => {
    const blob = execFileSync('git', ['hash-object', '-w', '--stdin'], { cwd: origin, input: 'x', encoding: 'utf8' }).trim(); // prettier-ignore
    let tree = `100644 blob ${blob}`;
    // 10,000,000,000 files.
    for (let level = 0; level < 10; level++) {
      const lines = Array.from({ length: 10 }, (_, at) => `${tree}\tf${at}\n`).join('');
      const made = execFileSync('git', ['mktree'], { cwd: origin, input: lines, encoding: 'utf8' }).trim();
      tree = `040000 tree ${made}`;
    }
    const commit = git('commit-tree', '-m', 'bomb', tree.split(' ')[2]!);
    const bomb = { ...request(commit, 'bomb'), mirror: join(origin, '.git'), maxFiles: 5000 };
    await expect(checkOut(place, bomb)).rejects.toThrow('more than 5000 files');
    expect(existsSync(join(top, 'bomb'))).toBe(false);
  });

  it('ends a fetch while it gets too large, and leaves nothing of it', async () => {
    // A host that goes on sending for an hour.
    const program = join(top, 'endless-git');
    const pack = 'objects/pack/tmp_pack_endless';
    writeFileSync(program, `#!/bin/sh\ncase "$*" in\n*' fetch '*) head -c 3000000 /dev/zero > ${pack}; exec sleep 3600;;\nesac\nexec git "$@"\n`); // prettier-ignore
    chmodSync(program, 0o755);
    const endless = { git: { ...place.git, program } };
    const wanted = { url: origin, mirror: join(top, 'endless.git'), namespace: '1', commit: 'a'.repeat(40) };
    await expect(fetchCommit(endless, { ...wanted, maxBytes: 2 ** 20 })).rejects.toThrow('more than a worker takes');
    expect(existsSync(wanted.mirror)).toBe(false);
  });

  it('is not larger than it may be', async () => {
    const small = join(top, 'small.git');
    writeFileSync(join(origin, 'noise.bin'), randomBytes(3 * 2 ** 20));
    git('add', '.');
    git('commit', '--quiet', '-m', 'noise');
    const wanted = { url: origin, mirror: small, namespace: '1', commit: git('rev-parse', 'HEAD') };
    await expect(fetchCommit(place, { ...wanted, maxBytes: 2 ** 20 })).rejects.toThrow('is removed again');
    expect(existsSync(small)).toBe(false);
    // Beside a fork, whose branches stay.
    git('branch', '--force', 'feature', 'HEAD~1');
    const fork = { ...wanted, namespace: '2', url: join(top, 'small-fork') };
    git('clone', '--quiet', '--bare', '--single-branch', '-b', 'feature', `file://${origin}`, fork.url);
    const kept = git('rev-parse', 'feature');
    expect(await fetchCommit(place, { ...fork, commit: kept, maxBytes })).toBe(true);
    await expect(fetchCommit(place, { ...wanted, maxBytes: 2 ** 20 })).rejects.toThrow('is removed again');
    expect(bytesIn(small)).toBeLessThan(2 ** 20);
    expect(git('--git-dir', small, 'rev-parse', 'refs/mirrored/2/feature')).toBe(kept);
    expect(await fetchCommit(place, { ...wanted, maxBytes })).toBe(true);
    git('reset', '--quiet', '--hard', 'HEAD~1');
  });

  it('is tidied also where a git that was ended has left its locks', async () => {
    const locked = join(top, 'locked.git');
    const wanted = { url: origin, mirror: locked, namespace: '1', maxBytes };
    await fetchCommit(place, { ...wanted, commit: git('rev-parse', 'HEAD') });
    // Its settings have it tidied each time.
    appendFileSync(join(locked, 'config'), '[gc]\n\tauto = 1\n\tautoPackLimit = 1\n[fetch]\n\tunpackLimit = 1\n');
    const locks = ['info/commit-graph.lock', 'info/commit-graphs/commit-graph-chain.lock', 'pack/multi-pack-index.lock'].map((name) => join(locked, 'objects', name)); // prettier-ignore
    for (const lock of locks) {
      mkdirSync(dirname(lock), { recursive: true });
      writeFileSync(lock, '');
    }
    // A fetch keeps its pack from being tidied until the branches name it.
    git('--git-dir', locked, 'repack', '-adq');
    const kept = packIn(join(locked, 'objects'), '.pack').replace(/pack$/, 'keep');
    writeFileSync(kept, 'fetch-pack 1 on host');
    for (let round = 1; round <= 3; round++) {
      git('commit', '--quiet', '--allow-empty', '-m', `round ${round}`);
      expect(await fetchCommit(place, { ...wanted, commit: git('rev-parse', 'HEAD') })).toBe(true);
    }
    expect([...locks, kept].filter((lock) => existsSync(lock))).toEqual([]);
    expect(readdirSync(join(locked, 'objects', 'pack')).filter((name) => name.endsWith('.pack'))).toHaveLength(1);
    git('reset', '--quiet', '--hard', 'HEAD~3');
  });

  const damages: Readonly<Record<string, (objects: string) => void>> = {
    'a changed pack': (objects) => changeBytes(packIn(objects, '.pack'), (bytes) => bytes.fill(0x5a, 40, bytes.length - 40)), // prettier-ignore
    'a cut pack': (objects) => changeBytes(packIn(objects, '.pack'), (bytes) => bytes.subarray(0, bytes.length / 2)),
    'an empty pack': (objects) => changeBytes(packIn(objects, '.pack'), (bytes) => bytes.subarray(0, 0)),
    'a missing pack': (objects) => rmSync(packIn(objects, '.pack'), { force: true }),
    'a cut index of a pack': (objects) => changeBytes(packIn(objects, '.idx'), (bytes) => bytes.subarray(0, 500)),
    'a missing index of a pack': (objects) => rmSync(packIn(objects, '.idx'), { force: true }),
    'no objects': (objects) => {
      for (const name of readdirSync(objects)) rmSync(join(objects, name), { recursive: true });
    },
    'empty objects': (objects) => {
      for (const path of unpacked(objects)) writeFileSync(path, '');
    },
    'changed objects': (objects) => {
      for (const path of unpacked(objects)) changeBytes(path, (bytes) => bytes.fill(0, 5));
    },
    'a file that is missing': (objects) => {
      unpacked(objects);
      const blob = git('rev-parse', 'HEAD:shop.ts');
      rmSync(join(objects, blob.slice(0, 2), blob.slice(2)), { force: true });
    },
  };
  it.each(Object.keys(damages))('that has %s is removed, and fetched anew once', async (name) => {
    const spoiled = join(top, `spoiled-${name.replaceAll(' ', '-')}.git`);
    const commit = git('rev-parse', 'HEAD');
    const folder = join(top, `checked-out-${name.replaceAll(' ', '-')}`);
    const said: string[] = [];
    const work = async (): Promise<void> => {
      expect(await fetchCommit(place, { url: origin, mirror: spoiled, namespace: '1', maxBytes, commit })).toBe(true);
      rmSync(folder, { recursive: true, force: true });
      await checkOut(place, { ...request(commit, 'x'), mirror: spoiled, folder });
    };
    await withMirror(spoiled, { work, onDamage: (text) => said.push(text) });
    expect(said).toEqual([]);
    git('--git-dir', spoiled, 'repack', '-adq');
    damages[name]!(join(spoiled, 'objects'));
    await withMirror(spoiled, { work, onDamage: (text) => said.push(text) });
    // What is missing as a whole git fetches by itself.
    expect(said).toHaveLength(/missing pack|missing index|no objects|empty pack/.test(name) ? 0 : 1);
    expect(readFileSync(join(folder, 'shop.ts'), 'utf8')).toBe('export const open = 1;\n');
    git('--git-dir', spoiled, 'rev-list', '--objects', '--all');
  });

  it('is not removed for what is wrong at the host', async () => {
    const fine = join(top, 'fine.git');
    const commit = git('rev-parse', 'HEAD');
    const wanted = { url: origin, mirror: fine, namespace: '1', maxBytes };
    await fetchCommit(place, { ...wanted, commit });
    const said: string[] = [];
    const onDamage = (text: string): unknown => said.push(text);
    for (const url of [join(top, 'nowhere'), 'https://127.0.0.1:1/x', 'https://127.0.0.1:1/corrupt'])
      await expect(withMirror(fine, { work: () => fetchCommit(place, { ...wanted, url, commit: 'b'.repeat(40) }), onDamage })).rejects.toThrow('could not fetch'); // prettier-ignore
    expect(said).toEqual([]);
    expect(await fetchCommit(place, { ...wanted, commit })).toBe(true);
  });

  it('is not removed for the name of a file that cannot be written', async () => {
    const named = join(top, 'named.git');
    const path = `${git('rev-parse', 'HEAD:shop.ts')}\tcorrupt-${'x'.repeat(300)}`;
    const tree = execFileSync('git', ['-C', origin, 'mktree'], {
      input: `100644 blob ${path}\n`,
      encoding: 'utf8',
    }).trim();
    const commit = git('commit-tree', '-m', 'a long name', tree);
    git('branch', 'long', commit);
    const work = async (): Promise<void> => {
      await fetchCommit(place, { url: origin, mirror: named, namespace: '1', maxBytes, commit });
      await checkOut(place, { ...request(commit, 'x'), mirror: named, folder: join(top, 'named') });
    };
    const said: string[] = [];
    await expect(withMirror(named, { work, onDamage: (text) => said.push(text) })).rejects.toThrow('unable to create file corrupt-'); // prettier-ignore
    expect(said).toEqual([]);
    git('branch', '--quiet', '-D', 'long');
  });

  it.each([
    `ext::sh -c "touch ${marker}"`,
    '--upload-pack=touch',
    '-oProxyCommand=touch@host:path',
    'relative/path',
    'git://example.org/x',
    'http://example.org/x',
    'user@host::path',
    'https://example.org/a b',
    '',
  ])('is not made of %j', async (url) => {
    expect(() => requireRemoteUrl(url)).toThrow('no address of a repository');
    await expect(askBranches(place, url)).rejects.toThrow('no address');
    await expect(fetchCommit(place, { url, mirror, namespace: '1', maxBytes, commit: 'a'.repeat(40) })).rejects.toThrow(
      'no address',
    );
    expect(existsSync(marker)).toBe(false);
  });

  it.each([
    'https://bot:s3cret@127.0.0.1:1/team/shop',
    'https://bot:s3cr@et@127.0.0.1:1/team/shop',
    'https://bot:s3cret/@127.0.0.1:1/team/shop',
    'https://s3cret@127.0.0.1:1/team/shop',
    'HTTPS://:s3cret@127.0.0.1:1/team/shop',
    'ssh://git:s3cret@127.0.0.1:1/team/shop',
    'bot:s3cret@127.0.0.1:team/shop',
    'http://bot:s3cret@127.0.0.1:1/team/shop',
    'https://bot:s3 cret@127.0.0.1:1/team/shop',
  ])('refuses %j, which has a login, and does not print it', async (url) => {
    for (const ask of [
      askBranches(place, url),
      fetchCommit(place, { url, mirror, namespace: '1', maxBytes, commit: 'a'.repeat(40) }),
    ]) {
      const error = (await ask.catch((caught: unknown) => caught)) as AppError;
      expect(error.code).toBe('ValidationError');
      expect(JSON.stringify([error.message, error.hint, error.details])).not.toMatch(/cr@?et|bot/);
    }
  });

  it.each([
    'https://example.org/a/b.git',
    'https://example.org:8443/a@b/c',
    'ssh://git@example.org:22/a',
    'git@example.org:a/b.git',
    'git@example.org:a@b',
    'file:///srv/a',
    'file:///srv/a:b@c',
    '/srv/a:b@c',
  ])('may be of %s', (url) => {
    // prettier-ignore
    expect(() => requireRemoteUrl(url)).not.toThrow();
  });
});

it('looks for a password in an address of a million colons', () => {
  expect(hasLogin(`h${':'.repeat(1_000_000)}\\@`)).toBe(false);
  expect(hasLogin(`h${':'.repeat(1_000_000)}@`)).toBe(true);
});
