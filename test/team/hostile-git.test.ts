/** What a git host can do to a worker or a node that asks it: keep it busy, fill its disk or its memory, send it elsewhere, say nonsense. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { askBranches, checkOut, fetchCommit, withMirror } from '../../src/source/git/git-mirror.ts';
import { hasGit } from '../../src/util/testing/git-here.ts';
import { until } from '../../src/util/testing/until.ts';
import { emptyPack, GitHost, packet, packStart, sendForEver } from './git-host.ts';

const maxBytes = 2 ** 30;

describe.skipIf(!hasGit() || process.platform === 'win32')('a git host', () => {
  const wanted = (host: GitHost, commit: string, path = 'shop') => ({
    ...{ url: host.address(path), mirror: join(host.top, 'mirror.git'), namespace: '1', commit, maxBytes },
  });

  /** What runs of a git that asks a host, as its command lines. */
  const running = (host: GitHost): string[] =>
    readdirSync('/proc').flatMap((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return line.includes(host.address('')) || line.includes(`${host.top}/mirror`) ? [line] : [];
      } catch {
        return [];
      }
    });

  it.skipIf(process.platform !== 'linux')(
    'is not listened to any more when a fetch is ended, whichever protocol it speaks',
    async () => {
      for (const isOfToday of [true, false]) {
        const host = await GitHost.start();
        host.isOfToday = isOfToday;
        host.repository('shop');
        let isHeard = false;
        host.answer = ({ method }, response, body) => {
          if (method !== 'POST' || (isOfToday && !body.includes('command=fetch'))) return false;
          response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' });
          response.write(packet(isOfToday ? 'packfile\n' : 'NAK\n'));
          const data = (bytes: Buffer): Buffer => packet(Buffer.concat([Buffer.from([1]), bytes]));
          response.write(data(packStart(1000, 'blob', 2n ** 40n)));
          // Blocks of deflate that are not compressed, without an end.
          const block = Buffer.concat([Buffer.from([0, 0, 0x40, 0xff, 0xbf]), randomBytes(0x4000)]);
          response.write(data(Buffer.from([0x78, 0x01])));
          isHeard = true;
          response.on('close', () => (isHeard = false));
          sendForEver(response, () => data(block));
          return true;
        };
        const fetch = fetchCommit(host.place(), { ...wanted(host, 'a'.repeat(40)), maxBytes: 2 ** 20 });
        await expect(fetch).rejects.toThrow('more than a worker takes');
        await until(
          () => !isHeard && running(host).length === 0,
          () => running(host),
        );
        expect(existsSync(join(host.top, 'mirror.git'))).toBe(false);
      }
    },
  );

  it.skipIf(process.platform !== 'linux')('does not fill the memory by a pack', async () => {
    const host = await GitHost.start();
    host.repository('shop');
    // A commit of 4 GB takes 4 MB to send; git holds one in memory.
    const zeros = deflateSync(Buffer.alloc(2 ** 24), { finishFlush: 2 });
    host.answer = ({ method }, response, body) => {
      if (method !== 'POST' || !body.includes('command=fetch')) return false;
      response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' });
      response.write(packet('packfile\n'));
      const data = (bytes: Buffer): Buffer => packet(Buffer.concat([Buffer.from([1]), bytes]));
      response.write(data(packStart(1000, 'commit', 2n ** 32n)));
      response.write(data(zeros.subarray(0, 2)));
      sendForEver(response, () => data(zeros.subarray(2)));
      return true;
    };
    const place = { ...host.place(), memoryBytes: 2 ** 28 };
    await expect(fetchCommit(place, wanted(host, 'a'.repeat(40)))).rejects.toThrow('more than 256 MB of memory');
    await until(() => running(host).length === 0);
  });

  const inPack = (pack: Buffer): Buffer[] => [
    ...['acknowledgments\n', 'ready\n'].map((line) => packet(line)),
    Buffer.from('0001'),
    packet('packfile\n'),
    packet(Buffer.concat([Buffer.from([1]), pack])),
    Buffer.from('0000'),
  ];

  it.each<[what: string, sends: Buffer[]]>([
    ['an error that reads like damage', [packet('ERR bad object ')]],
    ['a pack that is spoiled', inPack(Buffer.concat([packStart(1, 'blob', 100n), Buffer.alloc(100)]))],
    ['a pack without what was asked for', inPack(emptyPack())],
  ])('does not have the mirror of others removed by %s', async (_, sends) => {
    const host = await GitHost.start();
    const root = host.repository('shop');
    const first = host.git(root, 'rev-parse', 'HEAD');
    expect(await fetchCommit(host.place(), wanted(host, first))).toBe(true);
    host.git(root, 'commit', '--quiet', '--allow-empty', '-m', 'two');
    const commit = host.git(root, 'rev-parse', 'HEAD');
    host.answer = ({ method }, response, body) => {
      if (method !== 'POST' || !body.includes('command=fetch')) return false;
      response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' });
      response.end(Buffer.concat(sends));
      return true;
    };
    const said: string[] = [];
    const { mirror } = wanted(host, commit);
    const work = (): Promise<boolean> => fetchCommit(host.place(), wanted(host, commit));
    await expect(withMirror(mirror, { work, onDamage: (text) => said.push(text) })).rejects.toThrow('could not fetch');
    expect(said).toEqual([]);
    expect(await fetchCommit(host.place(), wanted(host, first))).toBe(true);
  });

  const asV2 = [packet('# service=git-upload-pack\n'), '0000', packet('version 2\n'), packet('ls-refs\n'), packet('fetch\n'), packet('object-format=sha1\n'), '0000']; // prettier-ignore

  /** Says that it has these branches. */
  const listing = (host: GitHost, list: (response: ServerResponse) => void): void => {
    host.answer = ({ method }, response) => {
      const kind = method === 'GET' ? 'advertisement' : 'result';
      response.writeHead(200, { 'content-type': `application/x-git-upload-pack-${kind}` });
      if (method === 'GET') response.end(Buffer.concat(asV2.map((one) => Buffer.from(one as string))));
      else list(response);
      return true;
    };
  };

  it('has branches whose names are names', async () => {
    const host = await GitHost.start();
    const [id, long] = ['a'.repeat(40), 'y'.repeat(501)];
    const bad = ['a..b', '../../x', '.x', 'x/.y', 'a//b', 'x.lock', 'x.lock/y', 'x/', 'x.', 'a@{1}', '@', '\x1b[31m', 'with\rreturn', 'a~1', 'a^', 'a:b', 'a?', 'a*', 'a[b', 'a\\b', '\xff\xfe', long]; // prettier-ignore
    const good = ['main', '-x', '--upload-pack=x', 'a/b', 'a@b', 'grün', "a'b", '$(x)', 'x.locked', long.slice(1)];
    listing(host, (response) => {
      response.write(packet(`${id} HEAD symref-target:refs/heads/a..b\n`));
      for (const name of good) response.write(packet(`${id} refs/heads/${name}\n`));
      for (const name of bad) response.write(packet(Buffer.from(`${id} refs/heads/${name}\n`, 'latin1')));
      response.end('0000');
    });
    const asked = await askBranches(host.place(), host.address('shop'));
    expect([...asked.branches.keys()]).toEqual(good);
    expect(asked.defaultBranch).toBeNull();
  });

  it.skipIf(process.platform !== 'linux')('is not listened to for ever when it lists its branches', async () => {
    const host = await GitHost.start();
    let count = 0;
    const line = (): Buffer => packet(`${'a'.repeat(40)} refs/heads/${++count}${'x'.repeat(60_000)}\n`);
    listing(host, (response) => {
      while (count < 1500) response.write(line());
      response.end('0000');
    });
    await expect(askBranches(host.place(), host.address('shop'))).rejects.toThrow('more than 64 MB of names');
    listing(host, (response) => sendForEver(response, line));
    await expect(askBranches(host.place(), host.address('shop'))).rejects.toThrow('more than 512 MB of memory');
    await until(() => running(host).length === 0);
  });

  it('does not fill the disk by branches, of which each would be a file', async () => {
    const host = await GitHost.start();
    const root = host.repository('shop');
    const commit = host.git(root, 'rev-parse', 'HEAD');
    for (let at = 0; at < 20; at++) host.git(root, 'branch', `b${at}`);
    const { mirror, ...rest } = wanted(host, commit);
    const refs = join(mirror, 'refs', 'mirrored', '1');
    await expect(fetchCommit(host.place(), { mirror, ...rest, maxBranches: 20 })).rejects.toMatchObject({
      code: 'ValidationError',
      message: 'The repository has more than 20 branches, more than a worker takes; what was fetched is removed again',
    });
    expect(existsSync(mirror)).toBe(false);
    expect(await fetchCommit(host.place(), { mirror, ...rest, maxBranches: 21 })).toBe(true);
    expect(existsSync(refs) ? readdirSync(refs) : []).toEqual([]);
    expect(host.git(mirror, 'for-each-ref').split('\n')).toHaveLength(21);
  });

  it('sends git to another path, and to no other host, with whose logins it would read what others may not see', async () => {
    const host = await GitHost.start();
    const root = host.repository('shop');
    const commit = host.git(root, 'rev-parse', 'HEAD');
    const moved = (to: string): void => {
      host.answer = ({ url, headers }, response) => {
        if (!url!.startsWith('/old')) return false;
        if (headers.host!.startsWith('127.')) throw new Error('it was asked');
        response.writeHead(301, { location: to + url!.slice('/old'.length) }).end();
        return true;
      };
    };
    for (const to of ['/shop', host.address('shop')]) {
      moved(to);
      const { branches } = await askBranches(host.place(), host.address('old'));
      expect(branches.get('main')).toBe(commit);
      rmSync(join(host.top, 'mirror.git'), { recursive: true, force: true });
      expect(await fetchCommit(host.place(), wanted(host, commit, 'old'))).toBe(true);
    }
    host.asked.length = 0;
    moved(host.address('shop', '127.0.0.1'));
    rmSync(join(host.top, 'mirror.git'), { recursive: true, force: true });
    const elsewhere = `is on another one, ${host.address('', '127.0.0.1').replace(/\/$/, '')}, which is not asked`;
    await expect(askBranches(host.place(), host.address('old'))).rejects.toThrow(elsewhere);
    await expect(fetchCommit(host.place(), wanted(host, commit, 'old'))).rejects.toThrow(elsewhere);
    for (const to of ['file:///', 'http://127.0.0.1:1/', 'https://user:secret@localhost/x', '/old']) {
      moved(to);
      await expect(askBranches(host.place(), host.address('old'))).rejects.toMatchObject({ code: 'FileSystemError' });
    }
    expect(host.asked.filter((one) => one.includes('127.0.0.1'))).toEqual([]);
  });

  it('has repositories with SHA-256', async () => {
    const host = await GitHost.start();
    const commit = host.git(host.repository('shop', '--object-format=sha256'), 'rev-parse', 'HEAD');
    expect(commit).toHaveLength(64);
    // As the machine's user may have it, and as its user does not.
    for (const usual of ['sha1', 'sha256']) {
      const place = host.place();
      place.git.environment['GIT_DEFAULT_HASH'] = usual;
      rmSync(join(host.top, 'mirror.git'), { recursive: true, force: true });
      const { mirror, ...rest } = wanted(host, commit);
      expect(await fetchCommit(place, { mirror, ...rest })).toBe(true);
      const folder = join(host.top, usual);
      await checkOut(place, { mirror, commit, folder, defaultBranch: 'main', maxBytes, maxFiles: 10 });
      expect(readFileSync(join(folder, 'shop.ts'), 'utf8')).toBe('export const shop = 1;\n');
    }
  });

  it('may have made a repository anew whose ids are longer or shorter', async () => {
    const host = await GitHost.start();
    for (const format of ['sha1', 'sha256', 'sha1']) {
      rmSync(join(host.top, 'shop'), { recursive: true, force: true });
      const commit = host.git(host.repository('shop', `--object-format=${format}`), 'rev-parse', 'HEAD');
      expect(await fetchCommit(host.place(), wanted(host, commit)), format).toBe(true);
    }
  });

  it('is asked again after a git that was killed and has left its locks', async () => {
    const host = await GitHost.start();
    const root = host.repository('shop');
    host.git(root, 'branch', 'old');
    const next = (): string => {
      host.git(root, 'commit', '--quiet', '--allow-empty', '-m', 'next');
      return host.git(root, 'rev-parse', 'HEAD');
    };
    const { mirror } = wanted(host, '');
    // It was killed when there was no mirror yet.
    mkdirSync(join(mirror, 'refs'), { recursive: true });
    for (const name of ['config', 'config.lock']) writeFileSync(join(mirror, name), '');
    expect(await fetchCommit(host.place(), wanted(host, next()))).toBe(true);
    host.git(mirror, 'pack-refs', '--all');
    host.git(root, 'branch', '-D', 'old');
    for (const lock of [
      'packed-refs.new',
      'packed-refs.lock',
      'refs/mirrored/1/main.lock',
      'objects/pack/.tmp-7-pack-x.pack',
    ]) {
      const commit = next();
      mkdirSync(join(mirror, 'refs', 'mirrored', '1'), { recursive: true });
      writeFileSync(join(mirror, lock), '');
      await fetchCommit(host.place(), wanted(host, commit)).catch(() => false);
      expect(await fetchCommit(host.place(), wanted(host, commit)), lock).toBe(true);
      if (lock.startsWith('packed-refs')) expect(existsSync(join(mirror, lock)), lock).toBe(false);
    }
  });
});
