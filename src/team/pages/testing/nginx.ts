/** A real nginx for tests, on a free port of loopback. */
import { spawn } from 'node:child_process';
import { accessSync, chmodSync, constants, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const places = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx', '/opt/homebrew/bin/nginx'];

/** Null where it is not installed. */
export const nginxProgram = places.find((path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
});

export interface Nginx {
  url: URL;
  /** The folder that it serves. */
  root: string;
  close(): Promise<void>;
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => probe.once('listening', done));
  const { port } = probe.address() as AddressInfo;
  await new Promise((done) => probe.close(done));
  return port;
}

/** @param takes what it lets clients do: read, or write by WebDAV too */
export async function startNginx(takes: 'reading' | 'writing'): Promise<Nginx> {
  const top = mkdtempSync(join(tmpdir(), 'code-scout-nginx-'));
  const root = join(top, 'root');
  mkdirSync(root);
  // As root, nginx works as another user.
  for (const folder of [top, root]) chmodSync(folder, 0o777);
  const port = await freePort();
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${top}/${name};`,
  );
  const writing = `dav_methods PUT DELETE; create_full_put_path on; dav_access user:rw group:r all:r;`;
  writeFileSync(
    join(top, 'nginx.conf'),
    `daemon off; pid ${top}/pid; error_log ${top}/error.log; worker_processes 1;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events { worker_connections 256; }
    http { access_log off; ${folders.join(' ')} client_max_body_size 0;
      server { listen 127.0.0.1:${port}; root ${root}; location / { ${takes === 'writing' ? writing : ''} } } }`,
  );
  const server = spawn(nginxProgram!, ['-p', top, '-c', join(top, 'nginx.conf'), '-e', join(top, 'error.log')], {
    stdio: 'ignore',
  });
  const ended = new Promise<void>((done) => server.once('exit', () => done()));
  const url = new URL(`http://127.0.0.1:${port}/`);
  await answers(url, ended);
  const close = async (): Promise<void> => {
    server.kill('SIGTERM');
    await ended;
    rmSync(top, { recursive: true, force: true });
  };
  return { url, root, close };
}

/** Waits until a server answers anything. Rejects if it ends before. */
export async function answers(url: URL, ended: Promise<unknown>): Promise<void> {
  const state = { isOver: false };
  void ended.then(() => (state.isOver = true));
  for (;;) {
    if (state.isOver) throw new Error(`the server at ${url.href} has ended`);
    const found = await fetch(url).then(
      () => true,
      () => false,
    );
    if (found) return;
    await new Promise((done) => setTimeout(done, 30));
  }
}
