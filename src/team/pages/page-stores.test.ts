/** Each kind of page store passes the suite, against a real server of its kind; R2 in its own file. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { postgresPlace } from '../postgres/postgres-pool.ts';
import { missingPostgres, startPostgres } from '../postgres/testing/postgres-server.ts';
import { describePageStore, type OpenedStore } from './conformance-pages.ts';
import { FolderStore, objectNameAt } from './folder-store.ts';
import { HttpStore } from './http-store.ts';
import { openPageStore, type StoreAccess } from './open-store.ts';
import { StoreError } from './page-store.ts';
import { PostgresStore } from './postgres-store.ts';
import { readListing, S3Store } from './s3-store.ts';
import { signRequest } from './s3-signature.ts';
import { nginxProgram, startNginx } from './testing/nginx.ts';
import { startS3rver, type S3Server } from './testing/s3-servers.ts';

const putStranger = (folder: string) => async (name: string, text: string) => {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
};

describePageStore(
  'a folder',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'code-scout-pages-'));
    const store = new FolderStore(`${join(folder, 'made', 'later')}/`);
    const close = async (): Promise<void> => rmSync(folder, { recursive: true, force: true });
    return { store, writer: store, close, putStranger: putStranger(store.location) };
  },
  { missing: null, isWritable: true },
);

const noNginx = nginxProgram === undefined ? 'nginx is not installed' : null;

async function openNginx(takes: 'reading' | 'writing'): Promise<OpenedStore> {
  const server = await startNginx(takes);
  const store = new HttpStore(server.url, 'a token that it does not ask for');
  const writer = takes === 'writing' ? store : new FolderStore(server.root);
  return { store, writer, close: () => server.close(), putStranger: null };
}

describePageStore('nginx, serving files', () => openNginx('reading'), { missing: noNginx, isWritable: false });
describePageStore('nginx with WebDAV', () => openNginx('writing'), { missing: noNginx, isWritable: true });

async function openS3(start: () => Promise<S3Server>): Promise<OpenedStore> {
  const { endpoint, bucket, credentials, close } = await start();
  const store = new S3Store({ bucket, prefix: 'team/index', region: 'us-east-1', endpoint, credentials });
  return { store, writer: store, close, putStranger: null };
}

describePageStore('s3rver', () => openS3(startS3rver), {
  missing: null,
  isWritable: true,
});

describePageStore(
  'a table of PostgreSQL',
  async () => {
    const server = await startPostgres();
    const store = new PostgresStore(postgresPlace(server.newDatabase(), false));
    return { store, writer: store, close: () => server.close(), putStranger: null };
  },
  { missing: missingPostgres, isWritable: true },
);

/** A server that breaks the contract. */
async function misbehaving(listener: RequestListener): Promise<URL> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/store`);
}

describe('a server that is not to be trusted', () => {
  const name = 'a/b';

  it('is not followed to another place, and gets its token only there', async () => {
    const tokens: (string | undefined)[] = [];
    const other = await misbehaving((request, response) => {
      tokens.push(request.headers.authorization);
      response.end('secret');
    });
    const url = await misbehaving((_, response) => response.writeHead(302, { location: other.href }).end());
    await expect(new HttpStore(url, 'token').get(name, { maxBytes: 100 })).rejects.toThrow('redirects');
    expect(tokens).toEqual([]);
  });

  it('cannot make more of an answer than was allowed, whatever it says about its length', async () => {
    let sent = 0;
    const url = await misbehaving((_, response) => {
      // Compressed bytes are not unpacked beyond the limit either, because none were asked for.
      const more = (): void => {
        sent += 65_536;
        if (!response.destroyed && sent < 1 << 30) response.write(Buffer.alloc(65_536), more);
      };
      more();
    });
    await expect(new HttpStore(url, null).get(name, { maxBytes: 1000 })).rejects.toThrow('more than was asked for');
    expect(sent).toBeLessThan(1 << 26);
  });

  it('is refused where an answer ends too soon', async () => {
    const url = await misbehaving((_, response) => {
      response.writeHead(206, { 'content-length': 10 });
      response.write('01234', () => response.destroy());
    });
    const range = { at: 0, length: 10 };
    await expect(new HttpStore(url, null).get(name, { maxBytes: 10, range })).rejects.toThrow(StoreError);
  });

  it('is refused where it answers with another part', async () => {
    const url = await misbehaving((_, response) =>
      response.writeHead(206, { 'content-range': 'bytes 0-9/20' }).end('0123456789'),
    );
    const asked = new HttpStore(url, null).get(name, { maxBytes: 10, range: { at: 5, length: 10 } });
    await expect(asked).rejects.toThrow('another part');
  });

  it('may ignore that only a part was asked for', async () => {
    const url = await misbehaving((_, response) => response.end('0123456789'));
    const part = await new HttpStore(url, null).get(name, { maxBytes: 100, range: { at: 2, length: 3 } });
    expect(Buffer.from(part!).toString()).toBe('234');
  });

  it('is left when the caller gives up', async () => {
    const url = await misbehaving(() => {});
    const caller = new AbortController();
    const asked = new HttpStore(url, null).get(name, { maxBytes: 10, signal: caller.signal });
    setTimeout(() => caller.abort(), 20);
    await expect(asked).rejects.toThrow();
  });

  it('says what status it had', async () => {
    const url = await misbehaving((_, response) => response.writeHead(403).end('x'.repeat(100_000)));
    await expect(new HttpStore(url, null).get(name, { maxBytes: 10 })).rejects.toThrow('status 403');
  });
});

it.each([
  ['linux', '/srv/pages', '/srv/pages/ab/packs/cd', 'ab/packs/cd'],
  ['linux', '/', '/ab/packs/cd', 'ab/packs/cd'],
  ['linux', '/srv/pages', '/srv/pages/ab/packs/cd.writing-1', null],
  ['win32', 'D:\\pages', 'D:\\pages\\ab\\packs\\cd', 'ab/packs/cd'],
  ['win32', 'Z:\\', 'Z:\\ab\\packs\\cd', 'ab/packs/cd'],
  ['win32', '\\\\server\\share\\', '\\\\server\\share\\ab\\packs\\cd', 'ab/packs/cd'],
])('on %s, a store in %s has the file %s as the object %j', (platform, location, path, name) => {
  expect(objectNameAt(location, path, platform)).toBe(name);
});

it('leaves nothing in the folder of a write that fails', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'code-scout-pages-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'a', 'b'), { recursive: true });
  // A folder has the name, so that it cannot be replaced.
  await expect(new FolderStore(folder).put('a/b', Buffer.from('x'))).rejects.toThrow(StoreError);
  expect(readdirSync(join(folder, 'a'))).toEqual(['b']);
});

describe('the signature of S3', () => {
  // The examples of "Authenticating Requests: Using the Authorization Header" in Amazon's documentation.
  const credentials = {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    sessionToken: null,
  };
  const now = Date.UTC(2013, 4, 24);
  const sign = (method: string, path: string, headers: Record<string, string> = {}, body = ''): string => {
    const url = new URL(path, 'https://examplebucket.s3.amazonaws.com');
    const signed = signRequest(
      { method, url, headers, body: Buffer.from(body) },
      { region: 'us-east-1', credentials, now },
    );
    return signed['authorization']!.replace(/.*Signature=/, '');
  };

  it('is that of the documentation', () => {
    expect(sign('GET', '/test.txt', { range: 'bytes=0-9' })).toBe('f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'); // prettier-ignore
    expect(sign('GET', '/?max-keys=2&prefix=J')).toBe('34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'); // prettier-ignore
    expect(sign('GET', '/?lifecycle')).toBe('fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543');
    const put = { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' };
    expect(sign('PUT', '/test%24file.text', put, 'Welcome to Amazon S3.')).toBe('98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd'); // prettier-ignore
  });
});

describe('a listing of S3', () => {
  it('leaves out what is not of its form', () => {
    const entry = (key: string, size: string): string =>
      `<Contents><Key>${key}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><Size>${size}</Size></Contents>`;
    const xml = `<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>a&amp;b</NextContinuationToken>
      ${entry('one&lt;two', '5')}${entry('bad', 'many')}<Contents><Size>1</Size></Contents></ListBucketResult>`;
    const writtenMs = Date.UTC(2026, 0, 2, 3, 4, 5);
    expect(readListing(xml)).toEqual({ objects: [{ key: 'one<two', bytes: 5, writtenMs }], next: 'a&b' });
    expect(readListing('no xml')).toEqual({ objects: [], next: null });
    expect(readListing('<Contents>'.repeat(400_000))).toEqual({ objects: [], next: null });
  });
});

describe('a location', () => {
  const s3 = { accessKeyId: 'a', secretAccessKey: 'b', sessionToken: null, region: null, endpoint: null };
  const access: StoreAccess = { token: null, s3, allowsPlainHttp: false };
  const open = (location: string, more: Partial<StoreAccess> = {}): string =>
    openPageStore(location, { ...access, ...more }).location;

  it('is a folder, a URL, a bucket or a database', () => {
    expect(open(resolve('/srv/index'))).toBe(resolve('/srv/index'));
    expect(open('https://example.org/index')).toBe('https://example.org/index/');
    expect(open('s3://bucket/some/prefix/')).toBe('s3://bucket/some/prefix');
    expect(open('postgresql://scout:secret@example.org/index')).toBe('postgresql://example.org/index');
  });

  it('needs TLS beyond this machine, unless the user allows otherwise', () => {
    expect(open('http://127.0.0.1:8080/')).toBe('http://127.0.0.1:8080/');
    expect(open('http://localhost/x')).toBe('http://localhost/x/');
    for (const bad of ['http://example.org/', 'http://127.0.0.1.example.org/', 'http://localhost.example.org/'])
      expect(() => open(bad), bad).toThrow('needs https');
    expect(open('http://example.org/', { allowsPlainHttp: true })).toBe('http://example.org/');
    const endpoint = 'http://minio.example.org';
    expect(() => open('s3://bucket', { s3: { ...s3, endpoint } })).toThrow('needs https');
  });

  it.each([
    '',
    'folder',
    './folder',
    'ftp://x/y',
    'https://u:p@example.org/',
    'https://example.org/?a',
    's3://',
    's3://b/../c',
  ])('is not %j', (bad) => {
    expect(() => open(bad)).toThrow();
  });

  it('in S3 needs credentials', () => {
    expect(() => open('s3://bucket', { s3: { ...s3, secretAccessKey: null } })).toThrow('no credentials');
  });
});
