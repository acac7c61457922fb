/** Servers of object stores for tests. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answers, freePort } from './nginx.ts';

export interface S3Server {
  endpoint: URL;
  bucket: string;
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken: null };
  close(): Promise<void>;
}

/**
 * s3rver checks signatures, of these credentials. Its tokens for the next page of a listing are of a cipher that OpenSSL has put aside, so it runs in a
 * process of its own that may use it.
 */
export async function startS3rver(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'code-scout-s3rver-'));
  const bucket = 'snapshots';
  const port = await freePort();
  const options = { address: '127.0.0.1', port, silent: true, directory, configureBuckets: [{ name: bucket }] };
  const program = `import(process.argv[1]).then((one) => new one.default(${JSON.stringify(options)}).run())`;
  const entry = import.meta.resolve('@20minutes/s3rver');
  const server = spawn(process.execPath, ['--openssl-legacy-provider', '-e', program, entry], { stdio: 'ignore' });
  const ended = new Promise<void>((done) => server.once('exit', () => done()));
  const endpoint = new URL(`http://127.0.0.1:${port}/`);
  await answers(endpoint, ended);
  return {
    endpoint,
    bucket,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', sessionToken: null },
    close: async () => {
      server.kill('SIGKILL');
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Serves objects of R2 as files, as a team would put a Worker before a bucket. */
const worker = `export default { async fetch(request, { PAGES }) {
  const name = new URL(request.url).pathname.slice(1);
  if (request.method === 'PUT') { await PAGES.put(name, await request.arrayBuffer()); return new Response(null, { status: 201 }); }
  if (request.method === 'DELETE') { await PAGES.delete(name); return new Response(null, { status: 204 }); }
  const range = request.headers.get('range');
  const found = await PAGES.get(name, range === null ? {} : { range: request.headers }).catch(() => 'no such part');
  if (found === null) return new Response('none', { status: 404 });
  if (found === 'no such part') return new Response(found, { status: 416 });
  if (range === null) return new Response(found.body);
  const { offset, length } = found.range;
  return new Response(found.body, { status: 206, headers: { 'content-range': \`bytes \${offset}-\${offset + length - 1}/\${found.size}\` } });
} }`;

interface MiniflareModule {
  Miniflare: new (options: object) => { ready: Promise<URL>; dispose(): Promise<void> };
}

/** R2 of miniflare, behind a Worker. */
export async function startMiniflare(): Promise<{ url: URL; close(): Promise<void> }> {
  const module = (await import(import.meta.resolve('miniflare'))) as MiniflareModule;
  const options = { modules: true, script: worker, r2Buckets: ['PAGES'], host: '127.0.0.1', port: 0, cf: false };
  const server = new module.Miniflare(options);
  const url = await server.ready;
  return { url, close: () => server.dispose() };
}
