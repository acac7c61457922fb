/** A git host by HTTPS, for tests: git's own server over repositories of a folder, and answers of a host that means harm. */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { findGit } from '../../src/source/git/find-git.ts';
import type { MirrorPlace } from '../../src/source/git/git-mirror.ts';
import { selfSigned } from '../e2e/http-certificate.ts';

/** Whether it has answered itself. */
export type Answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => boolean;

export class GitHost {
  readonly top = realpathSync(mkdtempSync(join(tmpdir(), 'code-scout-host-')));
  readonly home = join(this.top, 'home');
  /** Each request's path. */
  readonly asked: string[] = [];
  /** In place of git's server, where it answers. */
  answer: Answer = () => false;
  /** Whether git may speak to it in the protocol of today. */
  isOfToday = true;
  #port = 0;

  /** Ends after the test. */
  static async start(): Promise<GitHost> {
    const host = new GitHost();
    const certificate = selfSigned();
    mkdirSync(host.home);
    const trusted = join(host.top, 'cert.pem');
    writeFileSync(trusted, certificate.cert);
    writeFileSync(join(host.home, '.gitconfig'), `[http]\n\tsslCAInfo = ${trusted}\n`);
    const server = createServer(certificate, (request, response) => {
      host.asked.push(`${request.method} ${request.headers.host?.split(':')[0]}${request.url}`);
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const body = Buffer.concat(pieces);
        if (!host.answer(request, response, body)) host.#serve(request, response, body);
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    host.#port = (server.address() as AddressInfo).port;
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
      rmSync(host.top, { recursive: true, force: true, maxRetries: 5 });
    });
    return host;
  }

  /** @param name of this machine */
  address(path: string, name: 'localhost' | '127.0.0.1' = 'localhost'): string {
    return `https://${name}:${this.#port}/${path}`;
  }

  /** What asks it. */
  place(): MirrorPlace {
    return { git: findGit(null, { PATH: process.env['PATH'] ?? '', HOME: this.home })! };
  }

  git(cwd: string, ...args: string[]): string {
    const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false'];
    return execFileSync('git', [...identity, ...args], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim(); // prettier-ignore
  }

  /** A repository with one commit. Returns its folder. */
  repository(name: string, ...options: string[]): string {
    const root = join(this.top, name);
    this.git(this.top, 'init', '--quiet', '-b', 'main', ...options, root);
    writeFileSync(join(root, 'shop.ts'), `export const ${name} = 1;\n`);
    this.git(root, 'add', '.');
    this.git(root, 'commit', '--quiet', '-m', 'one');
    return root;
  }

  #serve({ method, url, headers }: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const [path = '', query = ''] = url!.split('?');
    const environment = {
      ...{ PATH: process.env['PATH'] ?? '', GIT_PROJECT_ROOT: this.top, GIT_HTTP_EXPORT_ALL: '1' },
      ...{ PATH_INFO: path.replace(/^(\/[^/]+)\//, '$1/.git/'), QUERY_STRING: query, REQUEST_METHOD: method },
      ...{ CONTENT_TYPE: headers['content-type'] ?? '', HTTP_CONTENT_ENCODING: headers['content-encoding'] ?? '' },
      GIT_PROTOCOL: this.isOfToday ? String(headers['git-protocol'] ?? '') : '',
    };
    const child = spawn('git', ['http-backend'], { env: environment, stdio: ['pipe', 'pipe', 'ignore'] });
    // It does not read what it refuses.
    child.stdin.on('error', () => {}).end(body);
    const pieces: Buffer[] = [];
    child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
    child.on('close', () => {
      const all = Buffer.concat(pieces);
      const end = all.indexOf('\r\n\r\n');
      const lines = all.subarray(0, Math.max(0, end)).toString('latin1').split('\r\n').map((line) => line.split(': ') as [string, string]); // prettier-ignore
      const { Status: status = '200', ...sent } = Object.fromEntries(lines);
      response.writeHead(Number.parseInt(status, 10), sent).end(all.subarray(end + 4));
    });
  }
}

/** A line as git's protocol has it. */
export function packet(content: Buffer | string): Buffer {
  const bytes = Buffer.from(content as string);
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes]);
}

const kinds = { commit: 1, tree: 2, blob: 3 } as const;

/** How a pack of so many objects begins, the first of which has a size (bytes). */
export function packStart(count: number, kind: keyof typeof kinds, size: bigint): Buffer {
  const head = Buffer.alloc(12);
  head.write('PACK');
  head.writeUInt32BE(2, 4);
  head.writeUInt32BE(count, 8);
  const bytes = [Number(size & 15n) | (kinds[kind] << 4)];
  for (let rest = size >> 4n; rest > 0n; rest >>= 7n) {
    bytes[bytes.length - 1]! |= 0x80;
    bytes.push(Number(rest & 127n));
  }
  return Buffer.concat([head, Buffer.from(bytes)]);
}

/** A pack that is whole and has no object. */
export function emptyPack(): Buffer {
  const bytes = Buffer.concat([Buffer.from('PACK'), Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])]);
  return Buffer.concat([bytes, createHash('sha1').update(bytes).digest()]);
}

/** Sends pieces until the other side has gone. @param next a piece */
export function sendForEver(response: ServerResponse, next: () => Buffer): void {
  let isOpen = true;
  response.on('close', () => (isOpen = false));
  const pump = (): void => {
    while (isOpen) if (!response.write(next())) return void response.once('drain', pump);
  };
  pump();
}
