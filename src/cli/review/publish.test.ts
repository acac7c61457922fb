/** Comments on GitHub and GitLab, at a server of this test with the addresses of theirs: neither can be had here. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { publishComment } from './publish.ts';

interface Made {
  id: number;
  body: string;
  user?: { type: string };
  author?: { id: number };
}

let server: Server;
let api = '';
let comments: Made[] = [];
let asked: string[] = [];
let status = 200;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

beforeEach(async () => {
  [comments, asked, status] = [[], [], 200];
  server = createServer((request, response) => {
    void bodyOf(request).then((text) => {
      const { method = '', url = '' } = request;
      asked.push(`${method} ${url} ${request.headers.authorization ?? String(request.headers['private-token'])}`);
      response.statusCode = status;
      if (status !== 200) return response.setHeader('location', `${api}/elsewhere`).end('{}');
      if (url === '/user') return response.end('{"id":7}');
      if (method === 'GET') {
        const page = Number(new URL(url, api).searchParams.get('page'));
        return response.end(JSON.stringify(comments.slice((page - 1) * 100, page * 100)));
      }
      const { body } = JSON.parse(text) as { body: string };
      const id = Number(url.split('/').at(-1));
      const known = comments.find((one) => one.id === id);
      if (known === undefined)
        comments.push({ id: comments.length + 1, body, user: { type: 'Bot' }, author: { id: 7 } });
      else known.body = body;
      return response.end('{}');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => new Promise<void>((done) => void server.close(() => done())));

const mark = '<!-- code-scout review -->';
const job = () => ({
  reviewToken: 'secret',
  reviewedChange: {
    github: { api, repository: 'us/shop', number: 7 },
    gitlab: { api, project: '12', number: 3 },
  },
});

describe('a comment', () => {
  it.each(['github', 'gitlab'] as const)('is made on %s once, and then replaced', async (host) => {
    comments = Array.from({ length: 120 }, (_, at) => ({ id: at + 1, body: 'ours', user: { type: 'User' } }));
    await publishComment(host, `${mark}\nfirst`, job());
    await publishComment(host, `${mark}\nsecond`, job());
    expect(comments.slice(120).map(({ id, body }) => [id, body])).toEqual([[121, `${mark}\nsecond`]]);
    expect(asked.some((one) => one.startsWith(host === 'github' ? 'PATCH ' : 'PUT '))).toBe(true);
    expect(asked.every((one) => one.endsWith(host === 'github' ? ' Bearer secret' : ' secret'))).toBe(true);
  });

  it('does not replace what a person wrote', async () => {
    comments = [{ id: 1, body: `${mark}\nmine`, user: { type: 'User' }, author: { id: 8 } }];
    await publishComment('github', `${mark}\na`, job());
    await publishComment('gitlab', `${mark}\nb`, job());
    expect(comments[0]!.body).toBe(`${mark}\nmine`);
  });

  it('says what a token lacks, and follows no redirect', async () => {
    status = 403;
    await expect(publishComment('github', mark, job())).rejects.toMatchObject({
      message: expect.stringContaining('answered 403') as string,
      hint: expect.stringContaining('pull-requests: write') as string,
    });
    status = 302;
    await expect(publishComment('github', mark, job())).rejects.toThrow('answered 302');
    expect(asked.some((one) => one.includes('elsewhere'))).toBe(false);
  });

  it('is sent to no address that is not encrypted, and not without a token or a request', async () => {
    const at = (address: string) => ({
      reviewToken: 'secret',
      reviewedChange: { github: { api: address, repository: 'us/shop', number: 7 }, gitlab: null },
    });
    await expect(publishComment('github', mark, at('http://example.org'))).rejects.toThrow('not an https address');
    await expect(publishComment('github', mark, at('http://127.0.0.1.example.org'))).rejects.toThrow('not an https');
    await expect(publishComment('gitlab', mark, at(api))).rejects.toThrow('only in a job for a pull request');
    await expect(publishComment('github', mark, { ...job(), reviewToken: null })).rejects.toThrow(
      'CODE_SCOUT_REVIEW_TOKEN',
    );
    expect(asked).toEqual([]);
  });
});
