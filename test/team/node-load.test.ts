/** A query node under load: who waits for whom, and what stays answerable. */
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Repository } from '../../src/team/catalogue/catalogue.ts';
import { until } from '../../src/util/testing/until.ts';
import { askTool, NodeOrganisation } from './node-organisation.ts';

let organisation: NodeOrganisation;
/** A git host that takes connections and says nothing. */
let host: Server;
const connections = new Set<Socket>();
beforeEach(async () => {
  organisation = await NodeOrganisation.open();
  host = createServer((socket) => {
    connections.add(socket);
    socket.on('error', () => {}).once('close', () => connections.delete(socket));
  });
  await new Promise<void>((done) => host.listen(0, '127.0.0.1', done));
});
afterEach(async () => {
  await organisation.close();
  for (const socket of connections) socket.destroy();
  host.close();
});

const files = { 'src/app.ts': 'export function app(): void {}\n' };

async function published(name: string): Promise<Repository> {
  const repository = await organisation.repository(name, files);
  await organisation.publish(repository);
  return repository;
}

it('fetches for one sender, however many repositories of a host that says nothing another one asks for', async () => {
  const silent: Repository[] = [];
  for (const at of [1, 2, 3, 4, 5]) silent.push(await published(`example.org/silent${at}`));
  const there = [await published('example.org/here'), await published('example.org/there')];
  const { port } = host.address() as AddressInfo;
  for (const { id, name } of silent) await organisation.catalogue.moveRepository(id, { url: `https://127.0.0.1:${port}/${name}`, defaultRef: 'main' }); // prettier-ignore
  const [ann, bob] = [await organisation.token('ann', null), await organisation.token('bob', null)];
  const node = await organisation.start();
  const ask = (token: string, { name }: Repository): ReturnType<typeof askTool> =>
    askTool(node, token, 'search', { pattern: 'app', project: name });
  const waiting = silent.map((one) => ask(ann, one));
  for (const one of waiting) one.catch(() => {});
  await until(() => connections.size === 2);
  for (const one of there) expect((await ask(bob, one)).status).toBe(200);
  // What another sender already waits for is fetched in the turn of whoever comes first.
  const common = ask(bob, silent.at(-1)!);
  common.catch(() => {});
  await until(() => connections.size === 3);
  expect((await fetch(`${node.url}/health`)).status).toBe(200);
  expect((await ask(bob, there[0]!)).status).toBe(200);
  expect(connections.size).toBe(3);
});

/** A session of the protocol, as its client goes on with it. */
async function session(url: string, token: string): Promise<Record<string, string>> {
  const headers = {
    ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...{ accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' },
  };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
  const begun = await fetch(`${url}/mcp`, { method: 'POST', headers, body });
  await begun.text();
  return { ...headers, 'mcp-session-id': begun.headers.get('mcp-session-id')! };
}

/** The status of a request in a session. */
async function list(url: string, headers: Record<string, string>): Promise<number> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list', params: {} });
  const reply = await fetch(`${url}/mcp`, { method: 'POST', headers, body });
  await reply.text();
  return reply.status;
}

it('keeps no more sessions of a sender than it can have at work, whoever else has some', async () => {
  const repository = await published('example.org/shop');
  const { url } = await organisation.start();
  const [ann, bob] = [await organisation.token('ann', [repository]), await organisation.token('bob', [repository])];
  const [first, other] = [await session(url, ann), await session(url, bob)];
  for (let at = 0; at < 150; at++) await session(url, ann);
  expect([await list(url, first), await list(url, other)]).toEqual([404, 200]);
});

it('cuts the stream of no sender, however many there are, and forgets those who are not answered', async () => {
  const repository = await published('example.org/shop');
  const { url } = await organisation.start({ mostServed: 2 });
  const listening: Record<string, string>[] = [];
  const open: Response[] = [];
  const idle = await session(url, await organisation.token('idle', [repository]));
  for (const name of ['ann', 'bob', 'carol', 'dave']) {
    const headers = await session(url, await organisation.token(name, [repository]));
    open.push(await fetch(`${url}/mcp`, { headers }));
    listening.push(headers);
  }
  expect(open.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const statuses: number[] = [];
  for (const headers of listening) statuses.push(await list(url, headers));
  expect(statuses).toEqual([200, 200, 200, 200]);
  expect(await list(url, idle)).toBe(404);
  for (const { body: stream } of open) await stream!.cancel();
});
