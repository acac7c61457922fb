/** What the server of the explorer gives to whom: the page to everybody, its answers to those with the token. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixtureProject } from './fixture-project.ts';
import { startHttpServer, type HttpServerProcess } from './http-process.ts';

const token = 'a-token-of-the-test-0123456789';
let server: HttpServerProcess;
beforeAll(async () => {
  server = await startHttpServer({ cwd: fixtureProject(), args: ['--token', token] });
});
afterAll(() => server.close());

const withToken = { authorization: `Bearer ${token}` };
const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(server.url + path, { headers });

describe('the page', () => {
  it.each([
    ['/', 'text/html'],
    ['/assets/explorer.js', 'text/javascript'],
    ['/assets/explorer.css', 'text/css'],
  ])('%s needs no token, and may load nothing from elsewhere', async (path, type) => {
    const response = await get(path, { accept: 'text/html,*/*' });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, expect.stringContaining(type)]);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    for (const part of ["script-src 'self'", "frame-ancestors 'none'", "require-trusted-types-for 'script'"]) {
      expect(policy).toContain(part);
    }
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('has no inline script or style', async () => {
    const html = await (await get('/')).text();
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=/i);
  });

  it.each(['/assets/bin.js', '/assets/..%2Fbin.js', '/assets/%2e%2e/bin.js', '/assets/constructor', '/assets/'])(
    'has no other files: %s',
    async (path) => {
      const response = await get(path, withToken);
      expect(response.status).toBe(404);
    },
  );

  it('leaves the protocol at the same address to those with the token', async () => {
    expect((await get('/', { accept: 'text/event-stream' })).status).toBe(401);
    expect((await fetch(`${server.url}/`, { method: 'POST' })).status).toBe(401);
    expect((await fetch(`${server.url}/`, { method: 'DELETE' })).status).toBe(401);
  });
});

describe('the answers', () => {
  it('need the token', async () => {
    for (const path of ['/api/explorer/project', '/api/explorer/code?path=package.json', '/api/explorer/nothing']) {
      expect([path, (await get(path)).status]).toEqual([path, 401]);
    }
    const response = await get('/api/explorer/project', withToken);
    expect(response.status).toBe(200);
    expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('are only read', async () => {
    const response = await fetch(`${server.url}/api/explorer/project`, { method: 'POST', headers: withToken });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('are not given to pages of other sites', async () => {
    for (const site of ['cross-site', 'same-site']) {
      expect((await get('/api/explorer/project', { ...withToken, 'sec-fetch-site': site })).status).toBe(403);
    }
    for (const site of ['same-origin', 'none']) {
      expect((await get('/api/explorer/project', { ...withToken, 'sec-fetch-site': site })).status).toBe(200);
    }
    expect((await get('/api/explorer/project', { ...withToken, origin: 'http://evil.example' })).status).toBe(403);
  });

  it('to questions that are none say which there are', async () => {
    const response = await get('/api/explorer/simbol', withToken);
    const { error } = (await response.json()) as { error: { message: string; next: string } };
    expect(response.status).toBe(404);
    expect(error.next).toContain('Did you mean symbol?');
    expect((await get('/api/explorer/symbol', withToken)).status).toBe(400);
    expect((await get('/api/explorer/code?path=../../etc/passwd', withToken)).status).toBe(400);
  });
});
